/**
 * Keeps 200 calls running for a minute, or the given number of seconds, against a server that destroys the connection of
 * 5 % of them. Prints the results and the remaining resources, and fails if a check fails.
 */
import { fork, spawnSync } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { PaymentsClient } from "../../src/index.ts";
import { isRecord } from "../../src/shared/values.ts";
import { runCalls, type Tally } from "./workload.ts";

const CONCURRENCY = 200;
/** The heap is measured after each; the first is a warm-up. */
const ROUNDS = 6;
/** More than noise. A leak of one listener per call would be many times that. */
const MAX_HEAP_GROWTH_MB = 2;
/** For the start, and for the end of the last calls. */
const SPARE_SECONDS = 45;

const seconds = Number(process.argv[2] ?? 60);

if (!globalThis.gc) {
  const timeout = (seconds + SPARE_SECONDS) * 1000;
  const self = ["--expose-gc", import.meta.filename, String(seconds)];
  const { status } = spawnSync(process.execPath, self, { stdio: "inherit", timeout });
  process.exit(status ?? 1);
}

/** The maximum number of collections before one frees nothing. */
const MAX_COLLECTIONS = 30;

/**
 * The heap when there is nothing left to collect. Requests and signals are released by finalizers, which run after a
 * collection, so it takes several collections.
 */
async function heapInMegabytes(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await wait(20);
    const now = process.memoryUsage().heapUsed / 2 ** 20;
    if (round > 2 && now > used - 0.05) return Math.min(now, used);
    used = now;
  }
  return used;
}

/** Closes the connections that Node's `fetch` keeps alive. */
async function closeDispatcher(): Promise<void> {
  const dispatcher: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  if (!isRecord(dispatcher) || typeof dispatcher["close"] !== "function") throw new Error("no dispatcher");
  await dispatcher["close"]();
}

const unhandled: unknown[] = [];
const warnings: Error[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
process.on("warning", (warning) => warnings.push(warning));

const server = fork(new URL("./server.ts", import.meta.url), { execArgv: [] });
const [port] = await once(server, "message");
const address = `http://127.0.0.1:${port}`;

let attempts = 0;
let retries = 0;
const client = new PaymentsClient({
  shopId: "4821",
  secretKey: "secret",
  baseUrl: address,
  checkoutUrl: address,
  gatewayUrl: address,
  hooks: {
    onRequest: () => {
      attempts += 1;
    },
    onRetry: () => {
      retries += 1;
    },
  },
});

const { signal } = new AbortController();
const tally: Tally = { calls: 0, successes: 0, failures: new Map(), unexpected: [] };
const heap: number[] = [];
const startedAt = performance.now();
for (let round = 1; round <= ROUNDS; round += 1) {
  const until = startedAt + (seconds * 1000 * round) / ROUNDS;
  await runCalls(client, tally, { concurrency: CONCURRENCY, until, signal });
  heap.push(await heapInMegabytes());
}
const duration = (performance.now() - startedAt) / 1000;

server.send("what was seen");
const [seen] = await once(server, "message");
await closeDispatcher();
const exited = once(server, "exit");
server.disconnect();
await exited;
await wait(100);
const left = process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|Immediate|Request/.test(kind));
const listeners = getEventListeners(signal, "abort").length;

const failed = [...tally.failures.values()].reduce((sum, count) => sum + count, 0);
const growth = Math.max(...heap.slice(2)) - (heap[1] ?? Number.NaN);

console.log(`${seconds} s, ${CONCURRENCY} calls at a time, Node ${process.version}`);
console.table({
  "calls per second": Math.round(tally.calls / duration),
  calls: tally.calls,
  successes: tally.successes,
  ...Object.fromEntries(tally.failures),
  "not settled": tally.calls - tally.successes - failed,
  "requests sent": attempts,
  "requests seen": seen.requests,
  "connections destroyed": seen.destroyed,
  retries,
  "duplicate POST requests": seen.duplicates,
  "unhandled rejections": unhandled.length,
  warnings: warnings.length,
  "sockets and timers left": left.length,
  "listeners left on the signal": listeners,
});
console.log(
  `heap after GC, each ${seconds / ROUNDS} s: ${heap.map((size) => size.toFixed(1)).join(", ")} MB`,
);

const checks: Record<string, boolean> = {
  "every call is settled": tally.calls === tally.successes + failed && tally.successes > 0,
  "failures are connection errors, and safeToRetry is false for those of a POST":
    tally.unexpected.length === 0,
  "every request is accounted for": attempts === seen.requests && attempts === tally.calls + retries,
  "no POST arrives twice": seen.duplicates === 0,
  "no unhandled rejection": unhandled.length === 0,
  "no warning": warnings.length === 0,
  "no socket, timer or listener is left": left.length === 0 && listeners === 0,
  "the heap is flat": growth <= MAX_HEAP_GROWTH_MB,
};
for (const [check, passes] of Object.entries(checks)) console.log(`${passes ? "✓" : "✗"} ${check}`);
if (Object.values(checks).includes(false)) {
  console.error([...tally.unexpected, ...unhandled, ...warnings, ...left]);
  process.exitCode = 1;
}
