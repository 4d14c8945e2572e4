import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/examples/**"],
    testTimeout: 20_000,
    isolate: false,
    css: true,
    coverage: {
      include: ["src/**"],
      reporter: ["text-summary"],
      thresholds: {
        "src/models/**": { branches: 90 },
        "src/transport/**": { branches: 90 },
        "src/errors/**": { branches: 90 },
        "src/webhooks/**": { branches: 95 },
      },
    },
  },
});
