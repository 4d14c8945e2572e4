import { defineConfig } from "vitest/config";

/** Long runs and large amounts: a script and a job of their own. */
export default defineConfig({
  test: {
    include: ["test/quality/long/*.test.ts"],
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
