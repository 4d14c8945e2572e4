import { beforeAll, expect, test } from "vitest";
import { installExample } from "./install-example.ts";
import { passOwnTests, typeErrors } from "./run.ts";

let folder = "";

beforeAll(async () => {
  folder = await installExample("scale-out");
});

test("the shop on several servers type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("its own tests pass: sales, refunds, outages, and deployments", async () => {
  await passOwnTests(folder);
}, 1_800_000);
