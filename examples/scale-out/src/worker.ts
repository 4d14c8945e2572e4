import { once } from "node:events";
import express, { type Express } from "express";
import type { Job, JobResult } from "pg-boss";
import { explain } from "./database.ts";
import { addProbes } from "./health.ts";
import { JOBS } from "./jobs.ts";
import { addMetrics, count } from "./metrics.ts";
import type { JobData } from "./queues.ts";
import { VersionError } from "./schema-version.ts";
import { closeShop, openShop, run, type Shop, untilStopped } from "./shop.ts";
import { isHealthy, readStatus } from "./status.ts";
import { traced } from "./telemetry.ts";

/** The database tells of new jobs; polling is for what it could not tell. Intervals in seconds. */
const OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** A batch is fetched and ended at once, so few are cheap. While a job of one waits, the other loops go on. */
const BUSY = { localConcurrency: 3, batchSize: 5 };
const CALM = { localConcurrency: 2, batchSize: 1 };
const BUSY_QUEUES = ["payments", "fulfilment"];

type Act = (data: JobData, job: Job<unknown>) => Promise<void>;

/**
 * How long before its limit a job ends that has no other end, in seconds: what it has begun may wait for a gateway and a
 * database that are both slow.
 */
const SPARE_TIME = 30;

/** A worker of the newer release retries the job. */
function stopOutdated(): void {
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

/** Runs the jobs of a queue, each by itself. */
async function work({ boss }: Shop, queue: string, size: typeof BUSY, act: Act): Promise<void> {
  const settle = async (job: Job<JobData | null>): Promise<JobResult> => {
    const { id } = job;
    // A scheduled job has no data.
    const data: JobData = job.data ?? { orderId: "", subject: "" };
    try {
      await traced(queue, data.traceparent, () => act(data, job));
      count("shop_jobs_total", { queue, result: "completed" });
      return { id, status: "completed" };
    } catch (error) {
      // Only the message: the rest of an error can contain a customer's data.
      const message = explain(error);
      count("shop_jobs_total", { queue, result: "failed" });
      console.error(`A job of ${queue} failed: ${message}`);
      if (error instanceof VersionError) stopOutdated();
      return { id, status: "failed", output: { message } };
    }
  };
  await boss.work<JobData | null>(queue, { ...OPTIONS, ...size }, (jobs) => Promise.all(jobs.map(settle)));
}

/** `GET /health`, for the monitoring: 503 if someone has to look at it. */
function addHealth(app: Express, { pool }: Shop): void {
  app.get("/health", async (_, response) => {
    const status = await readStatus(pool);
    response.status(isHealthy(status) ? 200 : 503).json(status);
  });
}

await run(async () => {
  const shop = await openShop(true);
  const stopped = untilStopped();
  let isStopping = false;
  /**
   * Whether a job should end that has no other end: before its limit, or as the worker stops. Not by `AbortSignal.timeout`:
   * that of an `AbortSignal.any` which nobody listens to can be garbage collected before its time.
   */
  const isOver = ({ expireInSeconds }: Job<unknown>) => {
    const end = performance.now() + (expireInSeconds - SPARE_TIME) * 1000;
    return () => isStopping || performance.now() > end;
  };
  for (const [queue, act] of Object.entries(JOBS)) {
    const size = BUSY_QUEUES.includes(queue) ? BUSY : CALM;
    await work(shop, queue, size, (data, job) => {
      const { signal } = job;
      return act(shop, { ...data, signal, isOver: isOver(job) });
    });
  }
  const app = express();
  const drain = addProbes(app, shop);
  addHealth(app, shop);
  addMetrics(app, shop.pool);
  const server = app.listen(process.env["PORT"] || 3001);
  await once(server, "listening");
  console.log(`The worker waits for jobs, and listens on ${JSON.stringify(server.address())}`);
  await stopped;
  isStopping = true;
  await drain(server);
  await closeShop(shop);
  process.exit();
});
