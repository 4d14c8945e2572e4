import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/quality/tools/*.test.ts"],
    reporters: ["verbose"],
    testTimeout: 120_000,
    // The installation downloads half a gigabyte.
    hookTimeout: 600_000,
  },
});
