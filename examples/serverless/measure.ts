/** Prints the bundles' sizes, and the time from the start of an instance to its first response. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { Sandbox } from "payments-client/sandbox";
import { toLambdaEvent } from "./src/lambda-event.ts";
import { startWorker } from "./src/start-worker.ts";

const RUNS = 7;

/** Each instance has orders of its own. */
const ORDER = crypto.randomUUID();

const sandbox = new Sandbox();
const server = await sandbox.listen();
const { shopId, secretKey, baseUrl, checkoutUrl } = server.clientOptions;
const settings = {
  PAYMENTS_SHOP_ID: shopId,
  PAYMENTS_SECRET_KEY: secretKey,
  PAYMENTS_BASE_URL: baseUrl,
  PAYMENTS_CHECKOUT_URL: checkoutUrl,
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  SHOP_URL: "https://shop.example",
};
const checkout = {
  method: "POST",
  headers: { origin: "https://shop.example", cookie: `session=${crypto.randomUUID()}` },
};

/** A new Node process that loads a module and handles one request. */
async function freshNode(code: string): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [[line]] = await Promise.all([once(child.stdout, "data"), once(child, "spawn")]);
  return String(line).trim();
}

const event = JSON.stringify(
  await toLambdaEvent(
    new Request(`https://shop.example/checkout?article=annual-pass&order=${ORDER}`, checkout),
  ),
);
const lambda = `import { handler } from ${JSON.stringify(new URL("dist/lambda.mjs", import.meta.url).href)};
  console.log((await handler(${event})).statusCode);`;

async function coldWorker(): Promise<string> {
  const worker = await startWorker(settings);
  const url = `${worker.url}/checkout?article=annual-pass&order=${ORDER}`;
  const { status } = await fetch(url, { ...checkout, redirect: "manual" });
  void worker.stop();
  return String(status);
}

/** The median of several runs, in milliseconds. */
async function coldStart(run: () => Promise<string>, expected: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    const start = performance.now();
    const answer = await run();
    times.push(performance.now() - start);
    if (answer !== expected) throw new Error(`unexpected response: ${answer}`);
  }
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

async function sizeOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  return `${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes).length)} gzipped`;
}

const empty = await coldStart(() => freshNode("console.log(303)"), "303");
const lambdaStart = await coldStart(() => freshNode(lambda), "303");
const workerStart = await coldStart(coldWorker, "303");
await server.close();
console.log(
  `Lambda: ${await sizeOf("dist/lambda.mjs")}; first response ${lambdaStart} ms after the start of Node`,
);
console.log(`        (including ${empty} ms for the start of Node)`);
console.log(
  `Worker: ${await sizeOf("dist/worker.js")}; first response ${workerStart} ms after the start of workerd`,
);
console.log(`Medians of ${RUNS}, each creating a payment token in a sandbox on this machine.`);
