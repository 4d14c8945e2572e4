import { join, matchesGlob, posix, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { alias } from "../../examples/money/vitest.config.ts";

const parsed: unknown = JSON.parse(process.env["MUTANT_TESTS"] ?? "[]");
const tests = Array.isArray(parsed) ? parsed.map((file) => posix.join("test", String(file))) : [];

/** What the tests of an example import by the name of a package: the code here, and vitest. */
const EXAMPLE = [...alias, { find: /^node:test$/, replacement: join(import.meta.dirname, "node-test.ts") }];

/** In the order of the table: most mutants are noticed by any test that reaches them, so quick tests come first. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(this.ctx.config.root, moduleId), glob));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: {
    alias: tests.some((file) => /^(?:examples|test\/(?:examples|check-shop|cli))\//.test(file))
      ? EXAMPLE
      : [],
  },
  test: {
    include: tests,
    isolate: false,
    setupFiles: join(import.meta.dirname, "../../support/restore.ts"),
    css: true,
    testTimeout: 60_000,
    // A changed shop may reject a promise that nobody awaits, which loses no money.
    dangerouslyIgnoreUnhandledErrors: tests.includes("test/check-shop/score.ts"),
    sequence: { sequencer: AsListed },
  },
});
