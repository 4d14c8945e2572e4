import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/quality/runtimes/*.test.ts"],
    globalSetup: "test/examples/pack.ts",
    reporters: ["verbose"],
    // Installing mostly waits, and most compilers and bundlers use one core.
    maxConcurrency: 2,
    testTimeout: 600_000,
    // Beside other tests, an installation has taken over three minutes.
    hookTimeout: 600_000,
  },
});
