import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/{examples,runtimes}/**"],
    testTimeout: 20_000,
    isolate: false,
    css: true,
    coverage: {
      include: ["src/**"],
      // Part of the build.
      exclude: ["src/openapi/**"],
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
