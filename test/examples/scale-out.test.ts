import { expect, test } from "vitest";
import { SEARCH } from "../support/search-limits.ts";
import { installExample } from "./install-example.ts";
import { passOwnTests, typeErrors } from "./run.ts";

const folder = await installExample("scale-out");

test("the shop on several servers type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the shop's own tests pass", { timeout: SEARCH.budget + 1_800_000 }, async () => {
  await passOwnTests(folder);
});
