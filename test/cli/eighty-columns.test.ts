import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { showProgress } from "../../src/cli/check-shop/terminal-report.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { Sandbox, type SandboxServer } from "../../src/sandbox.ts";
import { makeSixtyOrders } from "../sandbox/browser/sixty-orders.ts";
import { NOTIFIED, ORDER, openSandbox } from "../sandbox/open-gateway.ts";
import { freshState } from "../support/fresh-state.ts";
import { Running, runInColumns, runInTerminal, startSandboxAs } from "./start.ts";

const seeded = new Sandbox({ state: freshState });
let sandbox: Sandbox;
let create: ReturnType<typeof openSandbox>["create"];
let server: SandboxServer;

beforeAll(() => makeSixtyOrders(seeded));
beforeEach(async () => {
  ({ sandbox, create } = openSandbox({ state: await seeded.state() }));
  server = await sandbox.listen();
});
afterEach(() => server.close());

const command = (...args: string[]) => runInTerminal(...args, "--url", server.url);

const widest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));

/** Where the columns of a line begin: two spaces separate them. */
const startsOf = (line: string): number[] => [...line.matchAll(/(?<= {2})\S/g)].map(({ index }) => index);

test("orders fits 80 columns, aligned, in color, with the date first and without tokens", async () => {
  const { lines, printed } = await command("orders");
  expect(lines).toHaveLength(28);
  expect(widest(lines)).toBeLessThanOrEqual(80);
  expect(lines[0]?.split(/ {2,}/)).toStrictEqual(["Time", "Order", "Amount", "Outcome", "Notification"]);
  expect(printed.startsWith("\u001b[90mTime ")).toBe(true);
  const orders = lines.slice(1, -2);
  for (const line of orders) expect(line).toMatch(/^(\d{4}-)?\d\d-\d\d \d\d:\d\d {2}\S/);
  // The amounts are aligned at their end, the other columns at their start.
  const columns = orders.map(startsOf);
  for (const index of [0, 2])
    expect(new Set(columns.map((starts) => starts.at(index === 0 ? 0 : -1))).size).toBe(1);
  // The headings are aligned with their columns.
  const headings = startsOf(lines[0] ?? "");
  expect([headings[0], headings.at(-1)]).toStrictEqual([columns[0]?.[0], columns[0]?.at(-1)]);
  expect(lines.slice(-2)).toStrictEqual([
    "62 orders. The oldest 37 are not printed. Use --limit all, --search TEXT or",
    "--show STATE, such as --show paid.",
  ]);
  expect(printed).not.toMatch(/[\da-f]{64}/);
  for (const colored of [
    "\u001b[32mPaid",
    "\u001b[31mDeclined",
    "\u001b[31mtimeout\u001b[39m",
    "\u001b[33mPending",
    "\u001b[34mPart refunded",
  ])
    expect(printed).toContain(colored);
});

test("orders --limit and --show print the other orders, and those with a state", async () => {
  const all = (await command("orders", "--limit", "all")).lines;
  expect([all.length, all.at(-1)]).toStrictEqual([64, "62 orders"]);
  const one = (await command("orders", "--limit", "1")).lines;
  expect([one.length, one[2]]).toStrictEqual([
    4,
    expect.stringMatching(/^62 orders\. The oldest 61 are not/),
  ]);
  const declined = (await command("orders", "--show", "declined")).lines;
  expect(declined.length).toBeGreaterThan(2);
  for (const line of declined.slice(1, -1)) expect(line).toContain("  Declined  ");
  expect((await command("orders", "--show", "voided")).lines).toStrictEqual(["0 orders"]);
  const wrong = (await command("orders", "--show", "piad")).lines.join(" ").replaceAll(/ +/g, " ");
  expect(wrong).toContain("There is no state piad. Did you mean paid? The states are not-delivered, ");
  for (const limit of ["0", "x"])
    expect((await command("orders", "--limit", limit)).lines).toStrictEqual([
      `payments-client: --limit must be all or a number from 1, not ${limit}.`,
    ]);
  expect((await command("orders", "order-1023", "--show", "paid")).lines).toStrictEqual([
    "payments-client: Use an order, or --search, --show and --limit, but not both.",
  ]);
});

test("long names and amounts are cut, so that a line stays a line, and on a narrow terminal the time, and no amount", async () => {
  const order = { amount: 123_456_789_012, currency: "BYN", description: "x", tracking_id: "o".repeat(200) };
  await create({ order });
  const wide = (await command("orders")).lines;
  expect(widest(wide)).toBeLessThanOrEqual(80);
  expect(wide[1]).toMatch(/ {2}[\da-f]{8}(?: o*…)? {2,}BYN 1,234,567,890\.12 {2}Open/);
  for (const [columns, time] of [
    [84, /^\d\d-\d\d \d\d:\d\d {2}/],
    [60, /^\d\d:\d\d {2}/],
  ] as const) {
    const { lines } = await runInColumns(columns, "orders", "--url", server.url);
    expect(widest(lines.slice(0, -2))).toBeLessThanOrEqual(columns);
    for (const line of lines.slice(1, 20)) expect(line).toMatch(time);
    expect(lines[1]).toContain("  BYN 1,234,567,890.12  ");
  }
});

test("with the largest amount in the list, orders prints whole ids, and cuts other columns", async () => {
  for (const currency of ["EUR", "KWD"]) {
    const order = { ...ORDER, amount: "9007199254740991", currency, tracking_id: `huge-amount-${currency}` };
    const { uid } = await sandbox.pay(await create({ order }));
    await sandbox.act("chargeback", { uid, amount: 1 });
  }
  const { lines } = await command("orders");
  expect(widest(lines)).toBeLessThanOrEqual(80);
  const huge = /^\d\d:\d\d {2}huge-amount-KWD {2,}KWD 9,007,199,254,740\.991 {2}Part charged back {2}no/;
  expect(lines[1]).toMatch(huge);
  for (const id of ["huge-amount-EUR", "100700000013", "order-1060", "order-1050"])
    expect(lines.filter((line) => line.includes(`  ${id}  `))).toHaveLength(1);
});

test("orders ID has its own sentences for a terminal, the token, and the commands that follow", async () => {
  const { lines } = await command("orders", "order-1023");
  expect(widest(lines.filter((line) => !line.includes("token  ")))).toBeLessThanOrEqual(80);
  const text = lines.join("\n");
  expect(text).toMatch(/^ {2}token {9}[\da-f]{64}$/m);
  const { port } = new URL(server.url);
  const [failed] = sandbox.deliveries.filter(({ body }) => body.includes('"order-1023"'));
  expect(lines).toContain(`  npx payments-client resend ${failed?.id} --port ${port}`);
  expect(text.replaceAll("\n", " ")).toContain("Most often its handler failed. Read its answer and its log.");
  expect(text).not.toMatch(/below|button|Send again|\bpress\b/);
  const open = (await command("orders", "order-1003")).lines;
  expect(open[open.indexOf("Next:") + 1]).toBe(`  npx payments-client pay order-1003 --port ${port}`);
});

test("help texts fit 80 columns, and what follows a description begins below it", async () => {
  for (const name of ["sandbox", "pay", "orders", "resend", "check"]) {
    const { lines } = await runInTerminal("help", name);
    expect([name, lines.filter((line) => line.length > 80)]).toStrictEqual([name, []]);
  }
  const list = await runInTerminal("help");
  expect(widest(list.lines)).toBeLessThanOrEqual(80);
  for (const name of ["sandbox", "check-shop", "npx payments-client pay 1007"])
    expect(list.printed).toContain(`\n  \u001b[1m${name}\u001b[22m `);
  const { lines } = await runInTerminal("help", "pay");
  const start = lines.findIndex((line) => line.startsWith("  --method NAME"));
  expect(lines[start + 1]).toMatch(/^ {18}\S/);
});

test("an error wraps, in red before its message, and a list in it keeps its lines", async () => {
  const { printed, lines } = await command("pay");
  expect(printed.startsWith("\u001b[31mpayments-client:\u001b[39m Name one payment token, ")).toBe(true);
  expect(widest(lines)).toBeLessThanOrEqual(80);
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}\S/);
  // A command stays in one line.
  for (const line of lines) expect(line.split("`").length % 2, line).toBe(1);
  for (let count = 0; count < 2; count += 1)
    await sandbox.pay(await create({ order: { ...ORDER, tracking_id: "twice" } }));
  const refused = (await command("pay", "twice")).lines;
  expect(refused[0]).toBe("payments-client: None of the 2 orders with the id twice can be paid.");
  for (const line of [1, 3]) {
    expect(refused[line]).toMatch(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Paid twice$/);
    expect(refused[line + 1]).toMatch(/^ {4}[\da-f]{64}$/);
  }
});

test("lines of check wrap below their message, and the way to read a file is printed once", async () => {
  const { lines } = await runInTerminal("check");
  expect(widest(lines)).toBeLessThanOrEqual(80);
  expect(lines[0]).toMatch(/^FAILED {2}PAYMENTS_SHOP_ID {7}is not set\. You find it/);
  expect(lines[1]).toMatch(/^ {31}\S/);
  expect(lines.slice(-3)).toStrictEqual([
    "",
    "To read variables from a file: `npx payments-client check --env .env`.",
    expect.stringMatching(/^Not ready: /),
  ]);
  expect(lines.join("\n").split("--env")).toHaveLength(2);
});

test("lines of a story wrap with an indent", async () => {
  sandbox.deliverTo(async () => {
    throw new Error(
      "the connection was closed by a proxy that nobody expected between the sandbox and the shop",
    );
  });
  await sandbox.pay(await create({ order: { ...ORDER, tracking_id: "wrapped-1" }, settings: NOTIFIED }));
  const { lines } = await command("orders", "wrapped-1");
  const start = lines.findIndex((line) => line.includes("Notification: paid"));
  expect(lines[start]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Notification: paid: The shop/);
  expect(lines[start + 1]).toMatch(/^ {21}\S/);
});

test("the greeting begins with the dashboard, ends with the public key in a dim line, and the log wraps in color", async () => {
  const { greeting, client, lines: logged } = await startSandboxAs({ args: [], isTerminal: true });
  const lines = stripVTControlCharacters(greeting).split("\n");
  const starts = [
    "  dashboard   http",
    "  npx payments-client pay ORDER",
    "  test card   4200 0000 0000 0000",
  ];
  const found = [...starts, "PAYMENTS_PUBLIC_KEY"].map((start) =>
    lines.findIndex((line) => line.startsWith(start)),
  );
  expect(found).toStrictEqual(found.toSorted((a, b) => a - b));
  expect([found[0], found.at(-1)]).toStrictEqual([2, lines.length - 3]);
  expect(greeting).toContain("\u001b[90mPAYMENTS_PUBLIC_KEY=");
  expect(lines.filter((line) => line.length > 80)).toStrictEqual([
    expect.stringMatching(/^PAYMENTS_PUBLIC_KEY=\S{300,}$/),
  ]);
  const log = () => logged().join("\n");
  const { checkouts } = client;
  const order = { amount: 100, currency: "EUR", description: "x", tracking_id: "a-long-number-of-an-order" };
  const refused = checkouts.create({ transaction_type: "payment", order: { ...order, currency: "EUX" } });
  await expect(refused).rejects.toThrow("Currency");
  await checkouts.create({ transaction_type: "payment", order });
  await expect
    .poll(() => stripVTControlCharacters(log()))
    .toMatch(
      /^\d\d:\d\d:\d\d <- POST \S+ 422 {2}order a-long-number-of-an-order;\n {9}\S.*\n\d\d:\d\d:\d\d <- POST \S+ 201 /,
    );
  for (const status of ["\u001b[31m422\u001b[39m", "\u001b[32m201\u001b[39m"])
    expect(log()).toContain(status);
});

test("check-shop prints a report as wide as the terminal, with the story in one row", async () => {
  vi.stubEnv("AMOUNT", "any");
  const shop = join(import.meta.dirname, "../check-shop/shop.check.ts");
  const { lines, printed } = await runInTerminal("check-shop", shop, "--story", "order, pay 1 less");
  vi.unstubAllEnvs();
  expect(printed).toContain("\u001b[31mFAILED");
  const report = lines.slice(lines.findIndex((line) => line.includes("FAILED")) + 1);
  expect(
    report.filter((line) => line.length > 80 && !/^ again: npx payments-client /.test(line)),
  ).toStrictEqual([]);
  expect(report.join("\n")).toMatch(/^change: \S.*\n {8}\S/m);
});

test("check-shop shows its progress in one line of a terminal, which it removes, and in a line every ten seconds elsewhere", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const start = performance.now();
  const first = { phase: "first stories", end: undefined, stories: 7, planned: 295, orders: 12, broken: 1 };
  const finding = "seen: Two orders have different ids.";
  const again = { ...first, phase: "findings again", end: start + 90_000, found: [finding] };
  for (const [isTerminal, time, progress, shown] of [
    [true, 200, first, "\r\u001b[K0 s, first stories: 7 of 295 stories, 12 orders, laws broken: 1\r\u001b[K"],
    [false, 9999, first, ""],
    [false, 10_000, first, "10 s, first stories: 7 of 295 stories, 12 orders, laws broken: 1\n"],
    [true, 0, again, `\r\u001b[K0 s, ${finding}\n\r\u001b[K`],
    [
      ...([false, 10_000, again] as const),
      `0 s, ${finding}\n10 s, findings again, 59 s left: 7 stories, 12 orders, laws broken: 1\n`,
    ],
  ] as const) {
    const program = new Running({ args: [], isTerminal });
    const { update, remove } = showProgress(terminalOf(program, []));
    update({ found: [], ...progress });
    vi.advanceTimersByTime(time);
    remove();
    expect(program.warned).toBe(shown);
  }
});
