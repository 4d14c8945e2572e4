/**
 * Breaks the code of folders in small ways and counts what their tests notice: `npm run mutants -- transport errors`, or all
 * without a name. `--mutate src/transport/send.ts` takes a file, `src/transport/send.ts:70-90` some lines of it.
 */
import { posix } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { FOLDERS } from "./folders.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "2" },
    incremental: { type: "boolean", default: false },
    mutate: { type: "string" },
  },
});

/** A name with `!` before it leaves files out. */
const inSource = (glob: string): string =>
  glob.startsWith("!") ? `!${posix.join("src", glob.slice(1))}` : posix.join("src", glob);

for (const name of positionals.length > 0 ? positionals : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (!folder) throw new Error(`${name} is none of ${Object.keys(FOLDERS).join(", ")}`);
  console.log(`\n${name}`);
  process.env["MUTANT_TESTS"] = JSON.stringify(folder.tests);
  await new Stryker({
    testRunner: folder.isProcess ? "command" : "vitest",
    commandRunner: { command: "vitest run --config test/mutants/vitest.config.ts --bail 1" },
    ...(folder.isProcess && { buildCommand: "node test/mutants/build.ts", symlinkNodeModules: false }),
    vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
    mutate: values.mutate?.split(",") ?? folder.mutate.map(inSource),
    mutator: { excludedMutations: folder.isMarkup ? ["StringLiteral"] : [] },
    coverageAnalysis: folder.isProcess ? "off" : "perTest",
    // Constants and templates, each mutant of which would run every test, are left out where pages are made.
    ignoreStatic: folder.isMarkup ?? false,
    incremental: values.incremental,
    incrementalFile: `reports/${name}.incremental.json`,
    concurrency: Number(values.concurrency),
    timeoutMS: 5_000,
    timeoutFactor: 1.5,
    tempDirName: ".stryker-tmp",
    ignorePatterns: ["dist", "coverage", "docs"],
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: `reports/${name}.json` },
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
    thresholds: { high: 100, low: folder.bar, break: folder.bar },
  }).runMutationTest();
}
