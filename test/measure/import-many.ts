/**
 * Imports a CSV with a million rows, or the given number, into a sandbox with the script of `examples/scripts`, and
 * prints rows per second and the script's memory over time: `npm run import:many -- ROWS`. Fails if memory grows by
 * more than the keys of completed rows need.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const CONCURRENCY = "32";
const MEGABYTE = 1024 * 1024;
/** Bytes that the script stores for each completed row according to its README, plus a third. */
const MOST_BYTES_PER_ROW = 133;
/** Allowance for uncollected garbage, in MB. */
const SLACK = 60;

const root = join(import.meta.dirname, "../..");

function* lines(): Generator<string> {
  yield "sku,name,description,currency,price,quantity,expired_at\n";
  for (let row = 0; row < ROWS; row += 1) {
    yield `SKU-${row},Pass ${row},"Entry for one person, twelve months",EUR,129.00,unlimited,never\n`;
  }
}

/** The sandbox has its own process, with enough memory for all products. */
async function startSandbox() {
  const code = `import { Sandbox } from ${JSON.stringify(join(root, "dist/sandbox/index.js"))};
    const { clientOptions } = await new Sandbox().listen();
    console.log(JSON.stringify(clientOptions));`;
  const flags = ["--max-old-space-size=12000", "--input-type=module", "-e", code];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The sandbox did not start")));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  ended.catch(() => undefined);
  const { shopId, secretKey, baseUrl, checkoutUrl } = JSON.parse(line);
  return { child, options: { shopId, secretKey, baseUrl, checkoutUrl } };
}

/** Loaded into the script: records its memory once a second. */
const WATCH = `import { appendFileSync } from "node:fs";
  setInterval(() => appendFileSync("rss.txt", process.memoryUsage.rss() + "\\n"), 1000).unref();`;

const sandbox = await startSandbox();
const folder = await mkdtemp(join(tmpdir(), "import-many-"));
try {
  await cp(join(root, "examples/scripts"), folder, { recursive: true });
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--install-links", root], {
    cwd: folder,
  });
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, "many.csv")));
  await writeFile(join(folder, "watch.mjs"), WATCH);

  const { shopId, secretKey, baseUrl, checkoutUrl } = sandbox.options;
  const startedAt = performance.now();
  const script = ["import-products.ts", "many.csv", "--concurrency", CONCURRENCY, "--test"];
  // With a small heap Node collects garbage early, so that only retained memory grows.
  const flags = ["--max-old-space-size=256", "--max-semi-space-size=4", "--import", "./watch.mjs"];
  const child = spawn(process.execPath, [...flags, ...script], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_CHECKOUT_URL: checkoutUrl,
    },
  });
  const [code] = await once(child, "exit");
  const seconds = (performance.now() - startedAt) / 1000;

  const rss = (await readFile(join(folder, "rss.txt"), "utf8")).trim().split("\n").map(Number);
  const at = (part: number): number => (rss[Math.floor((rss.length - 1) * part)] ?? Number.NaN) / MEGABYTE;
  const memory = [0.1, 0.25, 0.5, 0.75, 1].map((part) => `${at(part).toFixed(0)} MB at ${part * 100} %`);
  console.log(
    `${ROWS} rows in ${seconds.toFixed(0)} s: ${(ROWS / seconds).toFixed(0)} rows per second, exit code ${code}`,
  );
  console.log(`memory of the script: ${memory.join(", ")}`);
  const growth = at(1) - at(0.1);
  const most = (0.9 * ROWS * MOST_BYTES_PER_ROW) / MEGABYTE + SLACK;
  console.log(`growth: ${growth.toFixed(0)} MB, limit: ${most.toFixed(0)} MB`);
  if (code !== 0 || growth > most) process.exitCode = 1;
} finally {
  sandbox.child.kill();
  await rm(folder, { recursive: true, force: true });
}
