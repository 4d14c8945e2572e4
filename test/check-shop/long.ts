/** In this folder: `checkShop`, which searches shops for stories that break a law, judged by right and wrong shops. */

/**
 * Searches every example with `checkShop` for longer than CI does: `npm run check-shop:long`, or with minutes for each
 * search, seeds, and parts of examples' names: `-- 10 1,2,3 recipes php`. Prints a line for each example and seed.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The test that searches each example, and the shops of README.md and of `test/check-shop/whole-shops`. A shop with two searches is here twice.
 * `subscriptions` takes no orders, so test/examples/money plays its job.
 */
const SEARCHES: Readonly<Record<string, readonly [file: string, name: string]>> = {
  starter: ["examples/starter", "it passes check-shop"],
  captures: ["check-shop/right-shops", "the right shop holds 2 passes"],
  renewals: ["check-shop/whole-shops/renewals", "renewals"],
  "return page": ["check-shop/whole-shops/return-page", "the return page"],
  "recipes with Fastify": ["examples/recipes", "Fastify, over HTTP"],
  "recipes with Hono": ["examples/recipes", "Hono"],
  "scale-out": ["examples/scale-out", "pass"],
  nextjs: ["examples/nextjs", "the shop passes checkShop"],
  testing: ["examples/testing", "the merchant's tests pass"],
  "php-shop": ["examples/shops-in-other-languages", "a whole shop in php"],
  "python-shop": ["examples/shops-in-other-languages", "a whole shop in python"],
};

/** Searches at the same time: most of them wait. */
const SIDE_BY_SIDE = 2;

const [minutes = "10", seeds = "1,2,3", ...parts] = process.argv.slice(2);
const budget = Number(minutes) * 60_000;
const names = Object.keys(SEARCHES).filter(
  (name) => parts.length === 0 || parts.some((part) => name.includes(part)),
);

/** Runs one test in a process of its own. */
function search(name: string, seed: string): Promise<{ code: number | null; output: string }> {
  const [file = "", test] = SEARCHES[name] ?? [];
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const args = [
    "vitest",
    "run",
    ...(file.startsWith("examples/") ? ["--config", "test/examples/vitest.config.ts"] : []),
    `test/${file}.test.ts`,
    "-t",
    test ?? "",
  ];
  const child = spawn("npx", [...args, "--testTimeout", `${budget + 600_000}`, "--no-color"], {
    cwd: ROOT,
    env: { ...process.env, CHECK_SHOP_BUDGET: `${budget}`, CHECK_SHOP_SEED: seed },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  child.on("close", (code) => resolve({ code, output }));
  return promise;
}

// All seeds of one example after the other: a shop may have a port of its own.
const queue = names.values();
let isRed = false;
async function work(): Promise<void> {
  for (const name of queue) {
    for (const seed of seeds.split(",")) {
      const { code, output } = await search(name, seed);
      const tried = [...output.matchAll(/Tried \d+ .*/g)].map(([line]) => line);
      // A run without a report has not searched.
      const passed = code === 0 && tried.length > 0;
      isRed ||= !passed;
      console.log(
        `${passed ? "passed" : "FAILED"}  ${name}, seed ${seed}: ${passed ? tried.join(" ") : `\n${output}`}`,
      );
    }
  }
}
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
process.exit(isRed ? 1 : 0);
