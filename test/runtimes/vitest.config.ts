import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/runtimes/*.test.ts"],
    reporters: ["verbose"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
