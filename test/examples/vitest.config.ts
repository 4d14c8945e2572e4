import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take longest, the first one mostly waiting. */
const FIRST = ["scale-out.test.ts", "scripts-memory.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => FIRST.toReversed().indexOf(basename(moduleId));
    return files.toSorted((a, b) => place(b) - place(a));
  }
}

/** Runs the projects under `examples/` as a merchant does: each in its own folder, with the packed package. */
export default defineConfig({
  test: {
    include: ["test/examples/*.test.ts"],
    globalSetup: "test/examples/pack.ts",
    // For a busy machine: on an idle one, no test but the first two takes more than half a minute.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
