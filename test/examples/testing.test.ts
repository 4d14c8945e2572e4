import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installExample } from "./install-example.ts";
import { printTried, runNode, typeErrors } from "./run.ts";

const folder = await installExample("testing");

test("the merchant's tests type check", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the merchant's tests pass, with msw, with the sandbox's fetch and with checkShop", async () => {
  const args = ["run", "--reporter=default", "--reporter=json", "--outputFile=report.json"];
  const { code, stdout, stderr } = await runNode(folder, ["node_modules/vitest/vitest.mjs", ...args]);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  printTried(stdout);
  const { testResults, ...report } = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  expect(report).toMatchObject({ numTotalTests: 14, numPassedTests: 14 });
  expect(testResults).toHaveLength(3);
});
