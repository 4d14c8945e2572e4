/**
 * Counts the verdicts of `checkShop`. `npm run check-shop:right -- 200` makes 200 runs of right shops, with two busy loops on
 * the same cores. `npm run check-shop:wrong` checks each wrong shop once. Names of shops can follow.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Change, openChangedShop } from "./open-changed-shop.ts";
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
  "a queue of 500 ms": changed(["order.shipments += 1;", "setTimeout(() => (order.shipments += 1), 500);"]),
  "refunds by a job": changed(
    ["await this.send(request);\n    if", "if"],
    ['if (request.state !== "done") throw', 'if (request.state === "declined") throw'],
  ),
};

const WRONG = Object.fromEntries(
  Object.entries(WRONG_SHOPS).map(([name, { changes, shop, without = [] }]): [string, Open] => [
    name,
    async (sandbox) => ({
      ...(await openChangedShop(sandbox, changes, shop)),
      ...Object.fromEntries(without.map((each) => [each, undefined])),
    }),
  ]),
);

/** Shops in other languages, which the command checks. */
const LANGUAGES = ["php-shop", "python-shop"];

/** Checks one shop in this process, and prints a line. */
async function checkOne(kind: string, name: string, seed: number): Promise<void> {
  const open = (kind === "right" ? RIGHT : WRONG)[name];
  if (!open) throw new Error(`There is no shop ${name}`);
  // Node cannot load the styles in src.
  const entry: string = join(import.meta.dirname, "../../dist/sandbox.js");
  const { checkShop, Sandbox }: typeof import("../../src/sandbox.ts") = await import(entry);
  const sandbox = new Sandbox();
  const limits = kind === "right" ? { seed } : { seed, timeout: 3000 };
  const report = await checkShop({ sandbox, ...(await open(sandbox)), ...limits });
  const { stories, durationMs } = report.tried;
  const { rss } = process.memoryUsage();
  console.log(`${report.verdict}  ${stories} stories, ${durationMs} ms, ${Math.round(rss / 2 ** 20)} MiB`);
  const isExpected = report.verdict === (kind === "right" ? "passed" : "failed");
  if (!isExpected) console.log(String(report));
  process.exit();
}

/** Checks one shop in a process of its own. @returns its verdict and its output. */
async function run(kind: string, name: string, seed: number): Promise<[verdict: string, output: string]> {
  const isOther = LANGUAGES.includes(name);
  const args = isOther
    ? [COMMAND, "check-shop", join(EXAMPLES, name, "shop.check.mjs"), "--seed", `${seed}`]
    : [import.meta.filename, "one", kind, name, `${seed}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  const verdict = { 0: "passed", 1: "failed", 3: "incomplete" }[Number(code)] ?? "none";
  return [isOther ? verdict : (output.split(" ")[0] ?? ""), output];
}

const [kind = "right", ...rest] = process.argv.slice(2);
if (kind === "one") {
  const [of = "", name = "", seed] = rest;
  await checkOne(of, name, Number(seed));
}
const isRight = kind === "right";
const [runs, wanted] = isRight ? [Number(rest[0] ?? 20), rest.slice(1)] : [undefined, rest];
const all = isRight ? [...Object.keys(RIGHT), ...LANGUAGES] : Object.keys(WRONG);
const names = all.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const loops = Array.from({ length: isRight ? BUSY : 0 }, () => spawn(process.execPath, ["-e", "for (;;);"]));
process.on("exit", () => {
  for (const loop of loops) loop.kill();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const counts = new Map<string, number>();
const queue = Array.from({ length: runs ?? names.length }, (_, index) => index).values();
async function work(): Promise<void> {
  for (const index of queue) {
    const name = names[index % names.length] ?? "";
    const [verdict, output] = await run(kind, name, 1 + Math.floor(index / names.length));
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    const isExpected = verdict === (isRight ? "passed" : "failed");
    console.log(`${name}: ${isExpected ? (output.split("\n")[0] ?? "") : output}`);
  }
}
await Promise.all(Array.from({ length: isRight ? 1 : availableParallelism() }, work));
console.log(Object.fromEntries(counts));
process.exit();
