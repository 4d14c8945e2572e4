import { expect, test } from "vitest";
import { SEARCH } from "../support/search-limits.ts";
import { installWithTests } from "./install-example.ts";
import { passTests, typeErrors } from "./run.ts";

const TESTS = "test/examples/scale-out";
const folder = await installWithTests("scale-out");

test("the shop on several servers and its tests type check", async () => {
  expect(await typeErrors(folder, TESTS)).toBe("");
});

test("the tests of the shop on several servers pass", { timeout: SEARCH.budget + 1_800_000 }, async () => {
  await passTests(folder, "--test-concurrency=3", "--test-timeout=600000", `${TESTS}/*.test.ts`);
});
