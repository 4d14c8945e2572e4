import { matchesGlob, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const parsed: unknown = JSON.parse(process.env["MUTANT_TESTS"] ?? "[]");
const tests = Array.isArray(parsed) ? parsed.map((file) => `test/${file}`) : [];

/** In the order of the table: most mutants are noticed by any test that reaches them, so quick tests come first. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(this.ctx.config.root, moduleId), glob));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: tests,
    isolate: false,
    css: true,
    testTimeout: 10_000,
    sequence: { sequencer: AsListed },
  },
});
