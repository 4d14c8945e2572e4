import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installExample } from "./install-example.ts";
import { passTests, runNode, typeErrors } from "./run.ts";

const folder = await installExample("subscriptions");

test("the job type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the job's own tests pass", async () => {
  await passTests(folder, "--test-isolation=none", "test/*.test.ts");
});

test("the job's own tests pass at a gateway that answers later, and declines duplicates", async () => {
  const variants = "lookUp=late followUp=pending duplicate=declined";
  await writeFile(join(folder, "variants.env"), `VARIANTS="${variants}"`);
  await passTests(folder, "--env-file=variants.env", "--test-isolation=none", "test/*.test.ts");
});

test("the job does not start with test payments that count as paid behind https", async () => {
  const live = { RETURN_URL: "https://shop.example/account", TEST_MODE: "true", DATABASE: ":memory:" };
  const { code, stderr } = await runNode(folder, ["src/main.ts"], live);
  expect(code).toBe(1);
  expect(stderr).toContain("Error: Remove TEST_MODE: behind an https RETURN_URL, test payments must not");
});
