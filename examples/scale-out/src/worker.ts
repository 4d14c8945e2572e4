import type { Job, JobResult } from "pg-boss";
import { explain, VersionError } from "./database.ts";
import { fulfil } from "./fulfilment.ts";
import { reconcile, takePayment } from "./payments.ts";
import type { JobData } from "./queues.ts";
import { closeShop, openShop, run, untilStopped } from "./shop.ts";
import { traced } from "./telemetry.ts";

const OPTIONS = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  perJobResults: true,
} as const;

/** A worker of the newer release retries the job. */
function stopOutdated(): void {
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

await run(async () => {
  const shop = await openShop(true);
  const stopped = untilStopped();

  /** Runs the jobs of a batch independently, so that a failure does not delay the others. A job may run twice. */
  const work = async (queue: string, act: (subject: string, signal: AbortSignal) => Promise<void>) => {
    const settle = async ({ id, data, signal }: Job<JobData>): Promise<JobResult> => {
      try {
        await traced(queue, data.traceparent, () => act(data.subject, signal));
        return { id, status: "completed" };
      } catch (error) {
        console.error(`A job of ${queue} failed: ${explain(error)}`);
        if (error instanceof VersionError) stopOutdated();
        return { id, status: "failed", output: { message: explain(error) } };
      }
    };
    await shop.boss.work<JobData>(queue, OPTIONS, (jobs) => Promise.all(jobs.map(settle)));
  };

  await work("payments", (key) => takePayment(shop, key));
  await work("fulfilment", (orderId) => fulfil(shop, orderId));
  await work("reconciliation", (_, signal) => reconcile(shop, signal));
  console.log("The worker waits for jobs");
  await stopped;
  await closeShop(shop);
});
