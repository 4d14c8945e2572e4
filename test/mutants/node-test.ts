/** `node:test` for tests of examples that run in vitest, which can run only those that reach a mutant. */
export { afterAll as after, beforeAll as before, test } from "vitest";

export const { mock } = process.getBuiltinModule("node:test");
