/**
 * Imports a CSV with a million rows, or the given number, with the script of `examples/scripts`, kills it before the end
 * and runs it again: `npm run import:many -- ROWS`. Prints rows per second, the time to look up the rows that were in
 * flight, and the script's memory over time. Fails if a product is missing or there twice, or if memory grows.
 *
 * The gateway is a server in a process of its own that answers at once: the sandbox would take most of the time.
 */
import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import product from "../fixtures/product.json" with { type: "json" };

const ROWS = Number(process.argv[2] ?? 1_000_000);
const KILLED_AT = Math.floor(ROWS * 0.984);
const MEGABYTE = 1024 * 1024;
/** Allowed growth of memory in MB, for uncollected garbage. */
const SLACK = 30;

const root = join(import.meta.dirname, "../..");

/** A gateway that creates products, lists them, and counts them and their names. */
function serve(): void {
  const names: string[] = [];
  const times: number[] = [];
  const productOf = (name: string, index: number): string => {
    const id = `prd_${index.toString(16).padStart(16, "0")}`;
    const at = new Date(times[index] ?? 0).toISOString();
    const unlimited = { infinite: true, quantity: null, test: true };
    return JSON.stringify({ ...product, id, name, ...unlimited, created_at: at, updated_at: at });
  };
  const list = function* (): Generator<string> {
    yield "[";
    for (const [index, name] of names.entries()) yield (index === 0 ? "" : ",") + productOf(name, index);
    yield "]";
  };
  const create = async (request: IncomingMessage): Promise<string> => {
    names.push(JSON.parse(await text(request)).name);
    times.push(Date.now());
    return productOf(names.at(-1) ?? "", names.length - 1);
  };
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "POST") response.writeHead(201).end(await create(request));
    else if (request.url === "/count/products") response.end(String(names.length));
    else if (request.url === "/count/names") response.end(String(new Set(names).size));
    else await pipeline(Readable.from(list()), response).catch(() => undefined);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
  process.on("disconnect", () => process.exit());
}

function* lines(): Generator<string> {
  yield "sku,name,description,currency,price,quantity,expired_at\n";
  for (let row = 0; row < ROWS; row += 1) {
    yield `SKU-${row},Pass ${row},"Entry for one person, twelve months",EUR,129.00,unlimited,never\n`;
  }
}

/** Loaded into the script: records its memory once a second. */
const WATCH = `import { appendFileSync } from "node:fs";
  setInterval(() => appendFileSync("rss.txt", process.memoryUsage.rss() + "\\n"), 1000).unref();`;

/** With a small heap Node collects garbage early, so that only retained memory grows. */
const FLAGS = ["--max-old-space-size=128", "--max-semi-space-size=4", "--import", "./watch.mjs"];

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

async function measure(url: string, folder: string): Promise<void> {
  const count = async (what: "products" | "names"): Promise<number> =>
    Number(await (await fetch(`${url}/count/${what}`)).text());
  const start = () =>
    spawn(process.execPath, [...FLAGS, "import-products.ts", "many.csv", "--test", "--settle", "1"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        PATH: process.env["PATH"],
        PAYMENTS_SHOP_ID: "1",
        PAYMENTS_SECRET_KEY: "key",
        PAYMENTS_BASE_URL: url,
        PAYMENTS_CHECKOUT_URL: url,
      },
    });

  let startedAt = performance.now();
  const killed = start();
  const ended = once(killed, "exit");
  while ((await count("products")) < KILLED_AT && killed.exitCode === null) await sleep(1000);
  const seconds = secondsSince(startedAt);
  killed.kill("SIGKILL");
  await ended;
  const created = await count("products");
  console.log(
    `${created} rows in ${seconds.toFixed(0)} s: ${(created / seconds).toFixed(0)} rows per second`,
  );
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))} of ${cpus().length} processors`);

  startedAt = performance.now();
  const [code] = await once(start(), "exit");
  const [products, names] = [await count("products"), await count("names")];
  const again = secondsSince(startedAt).toFixed(0);
  console.log(`killed, and run again in ${again} s: ${products} products, ${products - names} of them twice`);

  const rss = (await readFile(join(folder, "rss.txt"), "utf8")).trim().split("\n").map(Number);
  const quarter = Math.ceil(rss.length / 4);
  const [early = 0, , , late = 0] = [0, 1, 2, 3].map(
    (part) => Math.max(...rss.slice(part * quarter, (part + 1) * quarter)) / MEGABYTE,
  );
  console.log(
    `memory of the script: ${early.toFixed(0)} MB in the first quarter, ${late.toFixed(0)} MB in the last`,
  );
  if (code !== 0 || products !== ROWS || names !== ROWS || late - early > SLACK) process.exitCode = 1;
}

if (process.send) serve();
else {
  const gateway = fork(import.meta.filename, { execArgv: ["--max-old-space-size=4000"] });
  const folder = await mkdtemp(join(tmpdir(), "import-many-"));
  try {
    const [{ port }] = await once(gateway, "message");
    await cp(join(root, "examples/scripts"), folder, { recursive: true });
    const flags = ["--no-save", "--no-audit", "--no-fund", "--install-links"];
    execFileSync("npm", ["install", ...flags, root], { cwd: folder });
    await pipeline(Readable.from(lines()), createWriteStream(join(folder, "many.csv")));
    await writeFile(join(folder, "watch.mjs"), WATCH);
    await measure(`http://127.0.0.1:${port}`, folder);
  } finally {
    gateway.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}
