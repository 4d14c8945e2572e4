import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endAll, runCommand, useFolder } from "./start.ts";

const SHOP = join(import.meta.dirname, "../check-shop/shop.check.ts");
const folderOf = useFolder();
afterAll(endAll);

test("a story is played against a shop over HTTP, with a report for people and for CI", async () => {
  const junit = join(folderOf(), "report.xml");
  const options = ["--story", "notified twice", "--seed", "7", "--timeout", "20", "--junit", junit];
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, ...options);
  expect([code, stderr]).toStrictEqual([0, ""]);
  expect(stdout).toContain("at the sandbox http://127.0.0.1:");
  expect(stdout).toMatch(
    /\npassed {2}No story broke a law\.\nTried 1 story of 5 moves on 1 order in [\d.]+ s, with seed 7\.\n/,
  );
  expect(stdout).toContain("\nLeft out: restarts, since checkShop was given no restart.\n");
  expect(await readFile(junit, "utf8")).toMatch(/<testsuite name="checkShop" tests="11" failures="0" /);
});

test("a mistake of the shop is told with what to change, and the status is 1", async () => {
  process.env["AMOUNT"] = "any";
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, "--story", "order, pay 1 less");
  delete process.env["AMOUNT"];
  expect([code, stderr]).toStrictEqual([1, ""]);
  expect(stdout).toMatch(
    /\nFAILED {2}An order is fulfilled only by a genuine, settled payment of it, with its amount and currency\.\n {3}1\. order \S+ placed for €129\.00\n {3}2\. .*\n now: {2}fulfilled once; at the gateway it has no such payment\nchange: Compare amount, .*\n again: story "order, pay 1 less"\n/,
  );
});

test("the search stops after the budget", async () => {
  const { stdout } = await runCommand("check-shop", SHOP, "--budget", "1", "--timeout", "1");
  expect(stdout).toMatch(/\nTried \d+ stories of /);
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
    [[empty], "empty.mjs must export the functions placeOrder and fulfilments; start, stop, inReview,"],
    [[broken], "broken.mjs cannot be loaded: "],
    [[closed], "start failed: no database"],
    [
      [SHOP, "--story", "notified twise"],
      'there is no story and no move "notified twise": did you mean "notified twice"?',
    ],
    [[SHOP, "--seed", "x"], "--seed must be a number from 0 to 2147483648, not x"],
    [[SHOP, "--budget", "0"], "--budget must be a number from 1 to 86400, not 0"],
    [[SHOP, "--port", "x"], "--port must be a number from 0 to 65535, not x"],
    [[SHOP, "--timeout", "0"], "--timeout must be a number from 1 to 60, not 0"],
  ] as const) {
    const { code, stderr } = await runCommand("check-shop", ...args);
    expect([code, stderr]).toStrictEqual([1, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});
