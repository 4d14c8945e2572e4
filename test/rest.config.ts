import { defineConfig } from "vitest/config";
import library from "../vitest.config.ts";
import money, { alias } from "./examples/money/vitest.config.ts";
import examples from "./examples/vitest.config.ts";
import frameworks from "./quality/frameworks/vitest.config.ts";
import runtimes from "./quality/runtimes/vitest.config.ts";
import { longestFirst } from "./support/longest-first.ts";

/** They take longest. */
const FIRST = [
  "frameworks/small.test.ts",
  "money/money.test.ts",
  "money/scale-out.test.ts",
  "money/processes.test.ts",
  "nextjs.test.ts",
  "shops-in-other-languages.test.ts",
  "shop-servers.test.ts",
  "runtimes.test.ts",
  "release.test.ts",
  "browser/accessibility.test.ts",
  "starter.test.ts",
];

/** Alone, because its processes keep two cores busy, and have to answer each other within seconds. */
const SCALE_OUT = "test/examples/scale-out.test.ts";

/** What runs after it. The workers keep two cores busy for 95 % of the time, although many tests wait for programs, browsers and timers. */
const after = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** What else every change runs after `npm test`, in one run: while a test of one project waits, tests of the others use the cores. */
export default defineConfig({
  test: {
    // Each project names its own.
    include: [],
    sequence: { sequencer: longestFirst(FIRST) },
    projects: [
      {
        test: {
          ...library.test,
          name: "library",
          include: [
            "test/{sandbox/browser,quality/{faults,properties}}/**/*.test.ts",
            "test/quality/release.test.ts",
          ],
          ...after,
        },
      },
      // `npm run test:runtimes` also tries compilers and bundlers, most of whose time is installation.
      {
        test: {
          ...runtimes.test,
          name: "runtimes",
          include: ["test/quality/runtimes/runtimes.test.ts"],
          ...after,
        },
      },
      {
        test: {
          ...frameworks.test,
          name: "frameworks",
          include: ["test/quality/frameworks/small.test.ts"],
          ...after,
        },
      },
      { test: { ...examples.test, name: "scale-out", include: [SCALE_OUT] } },
      { test: { ...examples.test, name: "examples", exclude: [SCALE_OUT], ...after } },
      { resolve: { alias }, test: { ...money.test, name: "money", ...after } },
    ],
  },
});
