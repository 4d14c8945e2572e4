/** `node:test` for tests of examples that run in vitest, which can run only those that reach a mutant. */
import { onTestFinished, test as vitestTest } from "vitest";

export { afterAll as after, beforeAll as before } from "vitest";

export const { mock } = process.getBuiltinModule("node:test");

interface Context {
  readonly mock: typeof mock;
  readonly after: (work: () => void) => void;
  readonly test: (name: string, work: () => unknown) => Promise<unknown>;
}

/** A test of `node:test` gets a context, whose mocks end with the test. */
export const test = (name: string, run: (context: Context) => unknown): void =>
  vitestTest(name, async () => {
    const own: typeof mock = Reflect.construct(mock.constructor, []);
    try {
      await run({ mock: own, after: onTestFinished, test: async (_, work) => work() });
    } finally {
      own.restoreAll();
    }
  });
