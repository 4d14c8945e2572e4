import { defineConfig } from "vitest/config";
import { longestFirst } from "../support/longest-first.ts";

/** They take longest, most of it waiting. */
const FIRST = ["scale-out.test.ts", "nextjs.test.ts", "starter.test.ts"];

/** Runs the projects under `examples/` as a merchant does: each in its own folder, with the packed package. */
export default defineConfig({
  test: {
    include: ["test/examples/*.test.ts"],
    globalSetup: "test/examples/pack.ts",
    // For a busy machine: on an idle one, no test but the first takes more than half a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 10_000 } },
    // Most tests wait: two would leave two cores idle for half of the time.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: longestFirst(FIRST) },
  },
});
