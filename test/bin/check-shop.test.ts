import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endAll, runCommand, useFolder } from "./start.ts";

const SHOP = join(import.meta.dirname, "../check-shop/shop.check.ts");
const folderOf = useFolder();
afterAll(endAll);

const ONLY = ["--only", "wrong amount", "--only", "notified twice", "--only", "restart after the answer"];

test("a shop over HTTP is checked, with a line for each scenario and a report for CI", async () => {
  const junit = join(folderOf(), "report.xml");
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, ...ONLY, "--junit", junit);
  expect([code, stderr]).toStrictEqual([0, ""]);
  expect(stdout).toContain("at the sandbox http://127.0.0.1:");
  expect(stdout).toMatch(
    /\npassed {2}paid once\npassed {2}notified twice\npassed {2}wrong amount\nskipped {2}restart after the answer: checkShop was given no restart\n\n3 passed, 0 failed, 1 skipped in [\d.]+ s\n$/,
  );
  const xml = await readFile(junit, "utf8");
  expect(xml).toMatch(
    /<testsuite name="checkShop" tests="4" failures="0" errors="0" skipped="1" time="[\d.]+">/,
  );
  expect(xml).toContain('<skipped message="checkShop was given no restart"/></testcase>');
});

test("a mistake of the shop is told with what to change, and the status is 1", async () => {
  process.env["AMOUNT"] = "any";
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, ...ONLY);
  delete process.env["AMOUNT"];
  expect([code, stderr]).toStrictEqual([1, ""]);
  expect(stdout).toMatch(
    /FAILED {2}wrong amount\n +did +A token .*\n +expected +The order is not fulfilled.\n +observed +The order was fulfilled once.\n +change +Compare amount, .*\n/,
  );
  expect(stdout).toMatch(/2 passed, 1 failed, 1 skipped/);
});

test("a mistake in the command or in the module is told in one line, without a stack", async () => {
  const folder = folderOf();
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const empty = await write("empty.mjs", "export const placeOrder = () => 1;");
  const broken = await write("broken.mjs", "export const = 1;");
  const closed = await write(
    "closed.mjs",
    "export const placeOrder = () => 1, fulfilments = () => 1; export function start() { throw new Error('no database') }",
  );
  for (const [args, message] of [
    [[], "name one file with the functions of your shop, such as ./shop.check.mjs"],
    [[join(folder, "none.mjs")], "none.mjs does not exist or cannot be read"],
    [[empty], "empty.mjs must export the functions placeOrder and fulfilments; start, stop,"],
    [[broken], "broken.mjs cannot be loaded: "],
    [[closed], "start failed: no database"],
    [[SHOP, "--only", "wrong_amont"], 'there is no scenario "wrong_amont": did you mean "wrong amount"?'],
    [[SHOP, "--port", "x"], "--port must be a number from 0 to 65535, not x"],
    [[SHOP, "--timeout", "0"], "--timeout must be a number from 1 to 60, not 0"],
  ] as const) {
    const { code, stderr } = await runCommand("check-shop", ...args);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});

test("the command explains its options", async () => {
  const { code, stdout } = await runCommand("check-shop", "--help");
  expect(code).toBe(0);
  for (const option of ["--junit", "--only", "--timeout", "--port", "placeOrder", "fulfilments"]) {
    expect(stdout).toContain(option);
  }
});
