import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { scaleOutAlias } from "./scale-out-packages.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The examples import the package by its name, and are not installed here. */
export const alias = [
  { find: /^payments-client$/, replacement: join(ROOT, "src/index.ts") },
  { find: /^payments-client\/(\w+)$/, replacement: join(ROOT, "src/$1.ts") },
  scaleOutAlias,
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/examples/money/*.test.ts"],
    // For a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    css: true,
    maxWorkers: 2,
  },
});
