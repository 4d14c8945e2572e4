import { defineConfig } from "vitest/config";

/** A mutant in a model is there as soon as the module is, so every test would run against it: leave out the others. */
const folders = process.env["MUTANT_TESTS"] ?? "errors,models,transport,webhooks";

/** The tests that mutants are run against: those that need no build. */
export default defineConfig({
  test: {
    include: [`test/{${folders},mutants}/*.test.ts`, "test/{options,outcome,requests}.test.ts"],
    exclude: ["test/webhooks/{recipes,runtimes}.test.ts"],
    isolate: false,
    testTimeout: 20_000,
  },
});
