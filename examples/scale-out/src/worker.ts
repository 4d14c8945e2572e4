import { once } from "node:events";
import express from "express";
import type { Job, JobResult } from "pg-boss";
import { explain } from "./database.ts";
import { forgetFuture } from "./forget-future.ts";
import { addHealth, addProbes } from "./health.ts";
import { JOBS } from "./jobs.ts";
import { logOften } from "./log.ts";
import { addMetrics, endedJobs } from "./metrics.ts";
import type { JobData } from "./queues.ts";
import { checkVersion, VersionError } from "./schema-version.ts";
import { closeShop, openShop, run, type Shop, untilStopped } from "./shop.ts";
import { traced } from "./telemetry.ts";

/** The database notifies of new jobs. Polling finds jobs whose notification was lost. In seconds. */
const OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** A batch is fetched and ended by one statement each. While a job of one loop waits, the other loops go on. */
const BUSY = { localConcurrency: 3, batchSize: 5 };
const CALM = { localConcurrency: 2, batchSize: 1 };
const BUSY_QUEUES = ["fulfillment"];

/**
 * How long before its limit a job ends that has no other end, in seconds, because what it has begun may wait for a gateway
 * and a database that are both slow.
 */
const SPARE_TIME = 30;

/** A worker of the newer release retries the job. Only once, because a second signal ends the process immediately. */
function stopOutdated(): void {
  if (process.exitCode === 1) return;
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

/** Runs a job, which succeeds or fails on its own. A scheduled job has no data. */
async function runJob(
  shop: Shop,
  [queue, act]: readonly [string, (typeof JOBS)[string]],
  { id, data, signal, expireInSeconds }: Job<JobData | null>,
  isStopping: () => boolean,
): Promise<JobResult> {
  const { orderId, subject, traceparent } = data ?? { orderId: "", subject: "" };
  const end = performance.now() + (expireInSeconds - SPARE_TIME) * 1000;
  // Not an `AbortSignal.any` of timeouts, because Node may garbage-collect one that has no listener.
  const isOver = (): boolean => isStopping() || performance.now() > end;
  try {
    await traced(queue, traceparent, async () => {
      await checkVersion(shop.pool);
      await act(shop, { orderId, subject, signal, isOver });
    });
    endedJobs.inc({ queue, result: "completed" });
    return { id, status: "completed" };
  } catch (error) {
    // Only the message, because the rest of an error can contain a customer's data.
    const message = explain(error);
    endedJobs.inc({ queue, result: "failed" });
    logOften(`A job of ${queue} failed`, message);
    if (error instanceof VersionError) stopOutdated();
    return { id, status: "failed", output: { message } };
  }
}

await run(async () => {
  const shop = await openShop(true);
  await forgetFuture(shop.pool);
  const stopped = untilStopped();
  let isStopping = false;
  for (const work of Object.entries(JOBS)) {
    const [queue] = work;
    const options = { ...OPTIONS, ...(BUSY_QUEUES.includes(queue) ? BUSY : CALM) };
    await shop.boss.work<JobData | null>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => runJob(shop, work, job, () => isStopping))),
    );
  }
  const app = express();
  const drain = addProbes(app, shop);
  addHealth(app, shop);
  addMetrics(app, shop.pool);
  // Only the monitoring reads it.
  const server = app.listen(Number(process.env["PORT"] || 3001), process.env["HOST"] || "127.0.0.1");
  await once(server, "listening");
  console.log(`The worker waits for jobs, and listens on ${JSON.stringify(server.address())}`);
  await stopped;
  isStopping = true;
  await drain(server);
  await closeShop(shop);
  process.exit();
});
