import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";

/** A shell that is set up for a gateway must not change what the tests see. */
for (const name of Object.keys(process.env)) if (name.startsWith("PAYMENTS_")) delete process.env[name];

/** They take longest. */
const FIRST = [
  "check-shop/wrong-shops.test.ts",
  "check-shop/report.test.ts",
  "check-shop/right-shops.test.ts",
  "docs/readme.test.ts",
  "models/conformance.test.ts",
  "package/package.test.ts",
  "payments/contradictions.test.ts",
];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/sandbox/browser/unpack-chromium.ts",
    setupFiles: ["test/support/leaves-nothing.ts", "test/support/restore.ts"],
    exclude: [
      ...configDefaults.exclude,
      "test/examples/{*.test.ts,money/**,scale-out/**}",
      "test/quality/{frameworks,long,runtimes,tools}/**",
    ],
    // The sandbox's command keeps its key there, not in the developer's own cache.
    env: {
      XDG_CACHE_HOME: join(import.meta.dirname, "node_modules/.cache/tests"),
      // The many processes that tests start compile the same files.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests/compiled"),
    },
    // For a busy machine: on an idle one, the slowest test takes 30 seconds, and a poll a few milliseconds.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 10_000 } },
    // Many tests wait: on two cores, the default of one worker would leave both idle. Each worker more compiles the code again.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // Shops are checked side by side, because most of a story is a wait.
    maxConcurrency: 12,
    isolate: false,
    execArgv: [
      // Most objects of a test live shortly: with room for more of them, the suite needs a tenth less CPU.
      "--min-semi-space-size=32",
      "--max-semi-space-size=64",
      // A busy machine must not look like an address that does not answer.
      "--network-family-autoselection-attempt-timeout=10000",
    ],
    sequence: { sequencer: longestFirst(FIRST) },
    css: true,
    coverage: {
      include: ["src/**"],
      // Part of the build.
      exclude: ["src/openapi/**"],
      reporter: ["text-summary"],
      thresholds: {
        "src/api/**": { branches: 90 },
        "src/client/**": { branches: 90 },
        "src/errors/**": { branches: 90 },
        "src/webhooks/**": { branches: 95 },
      },
    },
  },
});
