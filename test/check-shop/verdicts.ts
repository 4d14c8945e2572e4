/**
 * Counts the verdicts of `checkShop`. `npm run check-shop:right -- 200` makes 200 runs of right shops, with two busy loops on
 * the same cores, and `-- 57-200` goes on with the 57th run. `npm run check-shop:wrong` checks each wrong shop once, and
 * `npm run check-shop:variants` each right shop at gateways that together have all variants.
 * Names of shops can follow.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { VARIANTS } from "../../src/check-shop/gateway/variants.ts";
import { contains, PAID, parseStory } from "../../src/check-shop/stories/story.ts";
import { FACT_NAMES, variantsOf } from "../../src/sandbox/gateway/variants.ts";
import { type Change, openChangedShop, openWrongShop } from "./open-changed-shop.ts";
import { type Open, RIGHT_SHOPS } from "./right-shops.ts";
import { WRONG_SHOPS } from "./wrong-shops.ts";

/** Number of loops that keep the cores busy while right shops are checked. */
const BUSY = 2;

const EXAMPLES = join(import.meta.dirname, "../../examples");
const COMMAND = join(import.meta.dirname, "../../dist/cli/payments-client.js");

const changed =
  (...changes: readonly Change[]): Open =>
  (sandbox) =>
    openChangedShop(sandbox, changes);

const RIGHT: Readonly<Record<string, Open>> = {
  ...Object.fromEntries(RIGHT_SHOPS.map(({ name, open }) => [name, open])),
  "a queue of 500 ms": changed(
    ["(({ orders, payments }) => {", "(({ orders, payments, requests }) => {"],
    [
      "order.shipments += 1;",
      `setTimeout(() => {
        const isRefunded = returnedOf(order.paidBy) >= order.amount || [...requests.values()].some(
          ({ orderId, kind, amount, state }) =>
            orderId === order.id && kind === "refund" && amount === order.amount && state !== "declined",
        );
        if (!isRefunded) order.shipments += 1;
      }, 500);`,
    ],
    [
      'if (notification.type === "transaction") await',
      `if (notification.type === "transaction") refunds.set(notification.transaction.uid, notification.transaction);
      if (notification.type === "transaction") await`,
    ],
    [
      "class Shop {",
      `const refunds = new Map<string, Transaction>();
const returnedOf = (uid?: string): number =>
  [...refunds.values()].reduce(
    (sum, { type, status, parent_uid, amount }) =>
      ["refund", "chargeback"].includes(type ?? "") && status === "successful" && parent_uid === uid ? sum + Number(amount) : sum,
    0,
  );

class Shop {`,
    ],
  ),
  "refunds by a job": changed(
    ["await this.send(request);\n    if", "if"],
    ['if (request.state !== "done") throw', 'if (request.state === "declined") throw'],
  ),
};

const WRONG = Object.fromEntries(
  Object.entries(WRONG_SHOPS).map(([name, shop]): [string, Open] => [
    name,
    (sandbox) => openWrongShop(sandbox, shop),
  ]),
);

/** Shops in other languages, which the command checks. */
const LANGUAGES = ["php-shop", "python-shop"];

/** A shop with the SDK makes no refund at gateways with these variants, or reviews a payment that was refunded. */
const UNSERVED = ["followedToken=all", "nothingFound=missing", "refusal=ok"];

/** Gateways that together have each other variant, such as `freshToken=pending page=checkout`. Facts do not depend on each other. */
const GATEWAYS = [1, 2, 3].map((index) =>
  FACT_NAMES.map((fact) => `${fact}=${variantsOf(fact)[index]}`)
    .filter((variant) => VARIANTS.has(variant) && !UNSERVED.includes(variant))
    .join(" "),
);

const VARIED = [...Object.keys(RIGHT), ...LANGUAGES].flatMap((name) =>
  GATEWAYS.map((variants) => `${name} at ${variants}`),
);

const variantsIn = (name: string): string[] => name.split(" ").filter((word) => word.includes("="));

/** Whether one of the first stories has the steps of a story. Only the last of them has abandoned orders. */
function foundBy(planned: readonly string[], replay: string): string {
  const first = planned.slice(0, 1 + planned.findIndex((story) => story.startsWith("order, abandon")));
  return [PAID, ...first].some((story) => contains(parseStory(story), parseStory(replay)))
    ? "first"
    : "GENERATED";
}

const EXPECTED: Readonly<Record<string, string>> = { right: "passed", variants: "passed", wrong: "failed" };

/** Checks one shop in this process, and prints a line. */
async function checkOne(kind: string, name: string, seed: number): Promise<void> {
  const [shop = ""] = name.split(" at ");
  const open = RIGHT[shop] ?? WRONG[name];
  if (!open) throw new Error(`There is no shop ${name}`);
  // Node cannot load the styles in src.
  const entry: string = join(import.meta.dirname, "../../dist/sandbox.js");
  const { checkShop, Sandbox }: typeof import("../../src/sandbox.ts") = await import(entry);
  const variants = Object.fromEntries(variantsIn(name).map((variant) => variant.split("=")));
  const sandbox = new Sandbox({ variants });
  const limits = kind === "wrong" ? { seed, timeout: 3000 } : { seed };
  const report = await checkShop({ sandbox, ...(await open(sandbox)), ...limits });
  const { stories, planned } = report.tried;
  const found = report.failures.map(({ replay }) => `, ${foundBy(planned, replay)} "${replay}"`);
  console.log(`${report.verdict}, ${stories} stories${found.join("")}`);
  if (process.env["REPORT"] || report.verdict !== EXPECTED[kind]) console.log(String(report));
  process.exit();
}

/** Lets a process print its greatest memory at its end. The processes that it starts are not counted. */
const PEAK =
  'data:text/javascript,process.on("exit",()=>console.log("peak "+(process.resourceUsage().maxRSS>>10)+" MiB"))';

/** Checks one shop in a process of its own. @returns its verdict, a line about it, and its output. */
async function run(kind: string, name: string, seed: number) {
  const [folder = ""] = name.split(" at ");
  const isOther = LANGUAGES.includes(folder);
  const variants = variantsIn(name).flatMap((variant) => ["--variant", variant]);
  const args = isOther
    ? [COMMAND, "check-shop", join(EXAMPLES, folder, "shop.check.mjs"), "--seed", `${seed}`, ...variants]
    : [import.meta.filename, "one", kind, name, `${seed}`];
  const start = performance.now();
  // How long the shops in TypeScript wait before they send a request again.
  const waiting = isOther ? {} : { PAYMENTS_UNDER_WAY: "2000" };
  const child = spawn(process.execPath, ["--import", PEAK, ...args], {
    env: { ...process.env, ...waiting },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  const verdict = { 0: "passed", 1: "failed", 3: "incomplete" }[Number(code)] ?? "none";
  const [first = ""] = isOther ? [verdict] : output.split("\n");
  const seconds = Math.round((performance.now() - start) / 1000);
  const [peak = "peak unknown"] = /peak \d+ MiB/.exec(output) ?? [];
  const line = `${name}, seed ${seed}: ${first}, ${seconds} s, ${peak}`;
  return { verdict: isOther ? verdict : (first.split(",")[0] ?? ""), line, output };
}

const [kind = "right", ...rest] = process.argv.slice(2);
if (kind === "one") {
  const [of = "", name = "", seed] = rest;
  await checkOne(of, name, Number(seed));
}
const isRight = kind === "right";
const all = isRight
  ? [...Object.keys(RIGHT), ...LANGUAGES]
  : kind === "variants"
    ? VARIED
    : Object.keys(WRONG);
const range = isRight ? /^(?:(\d+)-)?(\d+)$/.exec(rest[0] ?? "") : undefined;
const wanted = range ? rest.slice(1) : rest;
const names = all.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const from = Number(range?.[1] ?? 1);
const to = Number(range?.[2] ?? (isRight ? 20 : names.length));
const loops = Array.from({ length: isRight ? BUSY : 0 }, () => spawn(process.execPath, ["-e", "for (;;);"]));
process.on("exit", () => {
  for (const loop of loops) loop.kill();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const counts = new Map<string, number>();
const queue = Array.from({ length: to - from + 1 }, (_, index) => from + index).values();
async function work(): Promise<void> {
  for (const number of queue) {
    const name = names[(number - 1) % names.length] ?? "";
    const { verdict, line, output } = await run(kind, name, 1 + Math.floor((number - 1) / names.length));
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    console.log(`${number}/${to} ${line}`);
    if (verdict !== EXPECTED[kind]) console.log(output);
  }
}
const isAlone = isRight || LANGUAGES.some((name) => names[0]?.startsWith(name)); // each has one port
await Promise.all(Array.from({ length: isAlone ? 1 : availableParallelism() }, work));
console.log(Object.fromEntries(counts));
process.exit();
