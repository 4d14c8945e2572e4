import { beforeAll, expect, test } from "vitest";
import { installExample } from "./install-example.ts";
import { runNode, typeErrors } from "./run.ts";

let folder = "";

beforeAll(async () => {
  folder = await installExample("subscriptions");
});

test("the job type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the job's own tests pass", async () => {
  const { stdout, code } = await runNode(folder, ["--test", "--test-isolation=none", "test/*.test.ts"]);
  expect(stdout).toMatch(/ pass [1-9]\d*\n.* fail 0\n/);
  expect(code).toBe(0);
});

test("the job does not start with test payments that count as paid behind https", async () => {
  const live = { RETURN_URL: "https://shop.example/account", TEST_MODE: "true", DATABASE: ":memory:" };
  const { code, stderr } = await runNode(folder, ["src/main.ts"], live);
  expect(code).toBe(1);
  expect(stderr).toContain("Error: Remove TEST_MODE: behind an https RETURN_URL, test payments must not");
});
