/** Breaks the code of one folder in small ways and counts what its tests notice: `npm run mutants -- transport`. */
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { FOLDERS, type Folder } from "./folders.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "2" },
    incremental: { type: "boolean", default: false },
    mutate: { type: "string" },
  },
});

for (const [name, folder] of Object.entries<Folder>(FOLDERS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  process.env["MUTANT_TESTS"] = JSON.stringify(folder.tests);
  console.log(`\n${name}`);
  await new Stryker({
    testRunner: "vitest",
    vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
    mutate: values.mutate ? values.mutate.split(",") : folder.mutate.map((path) => `src/${path}`),
    mutator: { excludedMutations: folder.isMarkup ? ["StringLiteral"] : [] },
    coverageAnalysis: (process.env["COV"] ?? "perTest") as never,
    ignoreStatic: folder.ignoreStatic ?? false,
    incremental: values.incremental,
    incrementalFile: `reports/${name}.incremental.json`,
    concurrency: Number(values.concurrency),
    timeoutMS: 10_000,
    timeoutFactor: 2,
    tempDirName: ".stryker-tmp",
    ignorePatterns: ["dist", "coverage", "examples", "docs"],
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: process.env["OUT"] ?? `reports/${name}.json` },
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
    thresholds: { high: 100, low: folder.bar, break: folder.bar },
  }).runMutationTest();
}
