import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { installShared } from "../../examples/install-example.ts";
import { runNode } from "../../examples/run.ts";
import { listen } from "../../support/listen.ts";

const ROWS = 10_000;
const MEGABYTE = 1024 * 1024;

/** Responds to every `POST` with a product. A sandbox would store all of them, and take longer. */
async function startGateway(): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      count += 1;
      response.writeHead(201, { "content-type": "application/json" }).end(`{"id":"prd_${count}"}`);
    });
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  onTestFinished(close);
  return { url, count: () => count };
}

function* lines(): Generator<string> {
  yield "sku,name,description,currency,price,quantity,expired_at\n";
  for (let row = 0; row < ROWS; row += 1) {
    yield `SKU-${row},Pass ${row},"Entry for one person, twelve months",EUR,129.00,unlimited,never\n`;
  }
}

/** Loaded into the script: records its memory five times a second, without garbage, so that few rows show a leak. */
const WATCH = `import { appendFileSync } from "node:fs";
  setInterval(() => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync("memory.txt", heapUsed + external + "\\n");
  }, 200).unref();`;

test("10 000 rows need no more memory at the end than at the beginning", async () => {
  const folder = await installShared("scripts");
  const gateway = await startGateway();
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, "large.csv")));
  await writeFile(join(folder, "watch.mjs"), WATCH);
  const settings = { PAYMENTS_SHOP_ID: "1", PAYMENTS_SECRET_KEY: "key" };
  const hosts = { PAYMENTS_BASE_URL: gateway.url, PAYMENTS_CHECKOUT_URL: gateway.url };
  const args = ["--expose-gc", "--import", "./watch.mjs", "import-products.ts", "large.csv"];
  const start = performance.now();
  const { code, stderr } = await runNode(folder, args, { ...settings, ...hosts });
  const seconds = (performance.now() - start) / 1000;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(gateway.count()).toBe(ROWS);

  const used = (await readFile(join(folder, "memory.txt"), "utf8")).trim().split("\n").map(Number);
  const quarter = Math.ceil(used.length / 4);
  const early = Math.max(...used.slice(0, quarter)) / MEGABYTE;
  const late = Math.max(...used.slice(-quarter)) / MEGABYTE;
  const memory = `${early.toFixed(1)} MB in the first quarter, ${late.toFixed(1)} MB in the last`;
  console.log(`${ROWS} rows in ${seconds.toFixed(0)} s: ${memory}`);
  // As much as 300 bytes of each row.
  expect(late).toBeLessThan(early * 1.1);
}, 600_000);
