import { join, posix } from "node:path";
import type { Folder } from "./folders.ts";

/** A name with `!` before it leaves files out. */
const inSource = (glob: string): string =>
  glob.startsWith("!") ? `!${posix.join("src", glob.slice(1))}` : posix.join("src", glob);

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
  process.env["MUTANT_TESTS"] = JSON.stringify(folder.tests);
  await new Stryker({
    testRunner: folder.isProcess ? "command" : "vitest",
    commandRunner: { command: "vitest run --config test/quality/mutants/vitest.config.ts --bail 1" },
    ...(folder.isProcess && {
      buildCommand: "node test/quality/mutants/build.ts",
      symlinkNodeModules: false,
    }),
    vitest: { configFile: "test/quality/mutants/vitest.config.ts", related: false },
    mutate: [...mutate],
    plugins: ["@stryker-mutator/*", join(import.meta.dirname, "ignore-texts.ts")],
    // Examples log, and throw errors, for people: no test repeats these texts.
    ignorers: folder.mutate.some((glob) => glob.startsWith("../examples/")) ? ["texts"] : [],
    mutator: {
      excludedMutations: [...(folder.excluded ?? []), ...(folder.isMarkup ? ["StringLiteral"] : [])],
    },
    coverageAnalysis: folder.isProcess ? "off" : "perTest",
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
