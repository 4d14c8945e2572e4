import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { main } from "../../src/cli/commands.ts";
import { BIN, Running, runCommand, useFolder } from "./start.ts";

const SHOP = join(import.meta.dirname, "../check-shop/shop.check.ts");
const inFolder = useFolder();

test("a story is played against a shop over HTTP, with a report for people and for CI", async () => {
  const junit = inFolder("report.xml");
  const options = ["--story", "order, pay, deliver, repeat, repeat", "--seed", "7", "--timeout", "20"];
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, ...options, "--junit", junit);
  expect([code, stderr]).toStrictEqual([0, ""]);
  expect(stdout).toContain("at the local gateway http://127.0.0.1:");
  expect(stdout).toMatch(/\nTried 1 story with 5 moves on 1 order in [\d.]+ s, with seed 7\.\n/);
  expect(stdout).toMatch(/\npassed {2}No story broke a law\.\n$/);
  expect(stdout).toMatch(
    /\nNot tried: .*\. See “The functions” in .*\nAn order costs €129\.00 and can be paid for 24 hours\.\n/,
  );
  expect(await readFile(junit, "utf8")).toMatch(/<testsuite name="checkShop" tests="\d+" failures="0" /);
});

test("--junit writes no report through a link, and fails before the search", async () => {
  const [target, link] = [inFolder("target"), inFolder("link")] as const;
  await writeFile(target, "mine");
  await symlink(target, link);
  expect(await runCommand("check-shop", SHOP, "--junit", link)).toStrictEqual({
    code: 2,
    stdout: "",
    stderr: `payments-client: --junit ${link} is a symbolic link. Name the target of the link.\n`,
  });
  expect(await readFile(target, "utf8")).toBe("mine");
});

const BROKEN = ["--story", "order, pay 1 less"];

test("a mistake of the shop is reported with the change to make, and the status is 1", async () => {
  vi.stubEnv("AMOUNT", "any");
  const { code, stdout, stderr } = await runCommand("check-shop", SHOP, ...BROKEN);
  const json = await runCommand("check-shop", SHOP, ...BROKEN, "--json");
  expect([code, stderr]).toStrictEqual([1, ""]);
  expect(stdout).toMatch(
    /\nFAILED {2}An order is fulfilled only by a genuine, settled payment of it, with its amount and currency\.\n {3}1\. order \S+ placed for €129\.00\n {3}2\. .*\n {8}fulfillments: 1\n now: {3}fulfilled once, and the gateway has no such payment\n lost: {2}goods\nchange: Compare amount, .*\n again: npx payments-client check-shop \S+shop\.check\.ts --story "order, pay 1 less"\n/,
  );
  expect(stdout).toMatch(/\nFAILED {2}.*\n$/);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ verdict: "failed", passed: false },
    failures: [
      {
        ...{ observed: "fulfilled once, and the gateway has no such payment", replay: "order, pay 1 less" },
        history: [
          {
            terms: { amount: 12_900 },
            events: expect.arrayContaining([expect.objectContaining({ is: "moved" })]),
          },
        ],
      },
    ],
    tried: { stories: 1, moves: 2 },
  });
});

test("a run without a verdict has the status 3, and the budget is also written with its unit", async () => {
  const file = inFolder("rarely.mjs");
  await writeFile(
    file,
    `import { fulfillments as read } from ${JSON.stringify(SHOP)};
    export { start, stop, placeOrder } from ${JSON.stringify(SHOP)};
    let count = 0;
    export const fulfillments = (id) => {
      count += 1;
      if (count > 1) throw new Error("no database");
      return read(id);
    };`,
  );
  const { code, stdout } = await runCommand("check-shop", file, "--budget", "1s");
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /\nUnfinished: fulfillments failed: no database, in the story "order.*\nINCOMPLETE .*\n$/,
  );
});

test.each([
  [2, ""],
  [3, "stop failed: no such process 3"],
])("a stop that fails %d times is tried again, and never changes the status", async (times, message) => {
  const file = inFolder("stop.mjs");
  await writeFile(
    file,
    `export { start, placeOrder, fulfillments } from ${JSON.stringify(SHOP)};
    let count = 0;
    export const stop = () => {
      count += 1;
      if (count <= ${times}) throw new Error('no such process ' + count);
    };`,
  );
  const { code, stderr } = await runCommand("check-shop", file, "--story", "order, pay, deliver");
  expect([code, stderr]).toStrictEqual([0, message === "" ? "" : expect.stringContaining(message)]);
});

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends the run and stops the shop, and calls no other function of it",
  async (signal, status) => {
    const [file, log] = [inFolder("slow.mjs"), inFolder("log")];
    await writeFile(
      file,
      `import { appendFileSync } from "node:fs";
    const note = (name) => appendFileSync(${JSON.stringify(log)}, name + " ");
    export const start = () => note("start");
    export const stop = () => note("stop");
    export const placeOrder = async () => {
      note("place");
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error("no stock");
    };
    export const fulfillments = () => 0;`,
    );
    const program = new Running({ args: ["check-shop", file] });
    const code = main(program);
    const read = () => readFile(log, "utf8").catch(() => "");
    await expect.poll(read).toContain("place");
    program.emit(signal);
    expect(await code).toBe(status);
    expect(program.warned).toContain(`topped by ${signal}, before the verdict`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await read()).toBe("start place stop ");
  },
);

test("a reader that closes the output, such as head, does not leave the shop running", async () => {
  const [file, log] = [inFolder("wrong.mjs"), inFolder("log")];
  await writeFile(
    file,
    `import { appendFileSync } from "node:fs";
    export { start, placeOrder } from ${JSON.stringify(SHOP)};
    export const fulfillments = () => 2;
    export const stop = () => appendFileSync(${JSON.stringify(log)}, "stopped");`,
  );
  const child = spawn(process.execPath, [BIN, "check-shop", file]);
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, "exit")).toStrictEqual([1, null]);
  expect(await readFile(log, "utf8")).toBe("stopped");
});

test("a mistake in the command or in the module is reported in one line, without a stack, with status 2", async () => {
  const write = async (name: string, text: string) => {
    await writeFile(inFolder(name), text);
    return inFolder(name);
  };
  const empty = await write("empty.mjs", "export const placeOrder = () => 1;");
  const broken = await write("broken.mjs", "throw new Error('no database')");
  const old = await write("old.mjs", "export const placeOrder = () => 1, fulfilments = () => 1;");
  const failing = await write(
    "failing.mjs",
    "export const placeOrder = () => { throw new Error('no stock') }; export const fulfillments = () => 1;",
  );
  const closed = await write(
    "closed.mjs",
    "export const placeOrder = () => 1, fulfillments = () => 1; export function start() { throw new Error('no database') }",
  );
  for (const [args, message] of [
    [
      [],
      "Name one file with the functions of your shop, such as `npx payments-client check-shop ./shop.check.mjs`",
    ],
    [[inFolder("none.mjs")], "none.mjs does not exist or cannot be read"],
    [[empty], "empty.mjs must export the functions placeOrder and fulfillments. If it exports start, stop,"],
    [[old], "exports fulfilments, which check-shop does not call. Did you mean fulfillments?"],
    [[broken], "broken.mjs cannot be loaded: no database."],
    [[closed], "The function start failed: no database."],
    [[failing], "placeOrder failed: no stock"],
    [[SHOP, "--story", "order, delivr"], 'there is no move "delivr". Did you mean "deliver"?'],
    [[SHOP, "--seed", "x"], "--seed must be a number from 0 to 2147483648, not x"],
    [[SHOP, "--budget", "0"], "--budget must be a number from 1 to 86400, not 0"],
    [[SHOP, "--port", "x"], "--port must be a number from 0 to 65535, not x"],
    [[SHOP, "--timeout", "0"], "--timeout must be a number from 1 to 60, not 0"],
  ] as const) {
    const { code, stderr } = await runCommand("check-shop", ...args);
    expect([code, stderr]).toStrictEqual([2, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  const json = await runCommand("check-shop", failing, "--json");
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([2, { error: { code: "check_shop" } }]);
});
