import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Folder } from "./folders.ts";

/** A name with `!` before it leaves files out. */
const inSource = (glob: string): string =>
  glob.startsWith("!") ? `!${posix.join("src", glob.slice(1))}` : posix.join("src", glob);

/** Each `every`th line of the files of a folder. */
export function linesOf({ mutate }: Folder, every: number): string[] {
  const globs = mutate.map(inSource);
  const exclude = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const files = globSync(
    globs.filter((glob) => !glob.startsWith("!")),
    { exclude },
  );
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").length;
    return Array.from({ length: Math.floor(lines / every) }, (_, index) => {
      const line = (index + 1) * every;
      return `${file}:${line}-${line}`;
    });
  });
}

interface Options {
  readonly concurrency?: number;
  readonly incremental?: boolean;
}

/** Breaks a folder, or these files and lines of it, in small ways, and writes to `reports` what its tests notice. */
export async function runMutants(
  name: string,
  folder: Folder,
  mutate: readonly string[] = folder.mutate.map(inSource),
  { concurrency = 2, incremental = false }: Options = {},
): Promise<void> {
  const { Stryker } = await import("./stryker.ts");
  console.log(`\n${name}`);
  // biome-ignore lint/plugin: not a test, and the workers of Stryker get no other environment.
  process.env["MUTANT_TESTS"] = JSON.stringify(folder.tests);
  await new Stryker({
    testRunner: "vitest",
    vitest: { configFile: "test/quality/mutants/vitest.config.ts", related: false },
    mutate: [...mutate],
    plugins: ["@stryker-mutator/*", join(import.meta.dirname, "ignore-texts.ts")],
    // Examples log, and throw errors, for people: no test repeats these texts.
    ignorers: folder.mutate.some((glob) => glob.startsWith("../examples/")) ? ["texts"] : [],
    mutator: {
      excludedMutations: [...(folder.excluded ?? []), ...(folder.isMarkup ? ["StringLiteral"] : [])],
    },
    coverageAnalysis: "perTest",
    // Constants and templates, each mutant of which would run every test, are left out where pages are made.
    ignoreStatic: folder.isMarkup ?? false,
    incremental,
    incrementalFile: `reports/${name}.incremental.json`,
    concurrency,
    timeoutMS: 5_000,
    timeoutFactor: 1.5,
    // The first run of `check-shop-score` searches each right shop to the end.
    dryRunTimeoutMinutes: 15,
    tempDirName: ".stryker-tmp",
    ignorePatterns: ["dist", "coverage", "docs"],
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: `reports/${name}.json` },
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  }).runMutationTest();
}
