import { defineConfig } from "vitest/config";

/** Runs the projects under `examples/` as a merchant does: each in its own folder, with the packed package. */
export default defineConfig({
  test: {
    include: ["test/examples/*.test.ts"],
    globalSetup: "test/examples/pack.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
