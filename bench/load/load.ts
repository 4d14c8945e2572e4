/**
 * Keeps 200 calls running for a minute, or the given number of seconds, against a server that destroys the connection of
 * 5 % of them. Prints the results and the remaining resources, and fails if a check fails.
 */
import { fork, spawnSync } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { PaymentsClient, PaymentsError } from "../../src/index.ts";
import { calls } from "../../test/client/calls.ts";
import { optionsFor } from "../../test/support/gateway.ts";

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

const wrong: unknown[] = [];
process.on("unhandledRejection", (reason) => wrong.push(reason));
process.on("warning", (warning) => wrong.push(warning));

const server = fork(new URL("./server.ts", import.meta.url), { execArgv: [] });
const [port] = await once(server, "message");
const count = { calls: 0, successes: 0, failures: 0, attempts: 0, retries: 0 };
const client = new PaymentsClient({
  ...optionsFor(`http://127.0.0.1:${port}`),
  hooks: {
    onRequest: () => {
      count.attempts += 1;
    },
    onRetry: () => {
      count.retries += 1;
    },
  },
});

const { signal } = new AbortController();

/** Makes calls of all operations, each with its number, so that the server can detect a POST that arrives twice. */
async function work(until: number): Promise<void> {
  while (performance.now() < until) {
    const number = count.calls;
    count.calls += 1;
    const { run, method } = calls[number % calls.length] ?? {};
    try {
      await run?.(client, { signal, headers: { "x-call": String(number) } });
      count.successes += 1;
    } catch (error) {
      count.failures += 1;
      const { code, safeToRetry } = error instanceof PaymentsError ? error : {};
      if (code !== "connection" || safeToRetry !== (method !== "POST")) wrong.push(error);
    }
  }
}

const heap: number[] = [];
const startedAt = performance.now();
for (let round = 1; round <= ROUNDS; round += 1) {
  const until = startedAt + (seconds * 1000 * round) / ROUNDS;
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work(until)));
  heap.push(await heapInMegabytes());
}
const duration = (performance.now() - startedAt) / 1000;

server.send("what was seen");
const [seen] = await once(server, "message");
// Closes the connections that Node's `fetch` keeps alive.
await Object(Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"))).close();
const exited = once(server, "exit");
server.disconnect();
await exited;
await wait(100);
const left = process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|Immediate|Request/.test(kind));
const listeners = getEventListeners(signal, "abort").length;
const growth = Math.max(...heap.slice(2)) - (heap[1] ?? Number.NaN);

console.log(`${seconds} s, ${CONCURRENCY} calls at a time, Node ${process.version}`);
console.table({ "calls per second": Math.round(count.calls / duration), ...count, ...seen });
console.log(`heap after each round: ${heap.map((size) => size.toFixed(1)).join(", ")} MB`);

const checks: Record<string, boolean> = {
  "every call is settled": count.calls === count.successes + count.failures && count.successes > 0,
  "no warning, no unhandled rejection, and no failure but a connection error, unsafe for a POST":
    wrong.length === 0,
  "every request is accounted for":
    count.attempts === seen.requests && count.attempts === count.calls + count.retries,
  "no POST arrives twice": seen.duplicates === 0,
  "no socket, timer or listener is left": left.length === 0 && listeners === 0,
  "the heap is flat": growth <= MAX_HEAP_GROWTH_MB,
};
for (const [check, passes] of Object.entries(checks)) console.log(`${passes ? "✓" : "✗"} ${check}`);
if (Object.values(checks).includes(false)) {
  console.error([...wrong, ...left]);
  process.exitCode = 1;
}
