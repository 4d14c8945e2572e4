import type { JobWithMetadata } from "pg-boss";
import type { Pool } from "./database.ts";
import { DEAD_LETTERS } from "./queues.ts";
import type { Shop } from "./shop.ts";

/** The start of the oldest job that waits for a worker. One that is retried later does not wait. */
const OLDEST = `
  SELECT extract(epoch FROM now() - min(start_after))::float8 AS seconds FROM (
    SELECT name FROM pgboss.queue WHERE name IN ('payments', 'fulfilment')
  ) AS queues, LATERAL (
    SELECT start_after FROM pgboss.job
    WHERE job.name = queues.name AND state < 'active' AND NOT blocked AND start_after <= now()
    ORDER BY priority DESC, created_on LIMIT 1
  ) AS oldest`;

/** For how long jobs wait, in seconds. */
export async function queueAge(pool: Pool): Promise<number> {
  return (await pool.query<{ seconds: number | null }>(OLDEST)).rows[0]?.seconds ?? 0;
}

/** Payments and refunds that the staff has to look at. */
const OPEN_MONEY = `
  SELECT decision || ' ''' || key || ''' order ' || order_id AS line, decided_at AS at FROM decisions
  WHERE decision IN ('mismatch', 'unknown order', 'unclear', 'charged back') AND settled_at IS NULL
  UNION ALL
  SELECT 'refund ' || state || ' ''' || id || ''' of ' || amount, requested_at FROM refunds
  WHERE state = 'declined' OR (state = 'requested' AND requested_at < now() - interval '1 hour')
  ORDER BY at`;

export interface Status {
  /** For how long jobs wait, in seconds. */
  readonly queueAge: number;
  /** Jobs that were given up. */
  readonly failedJobs: readonly string[];
  /** What the staff has to refund or check. */
  readonly money: readonly string[];
  /** Seconds since the open payments were checked; undefined if not in the last hour. */
  readonly reconciledAgo: number | undefined;
  /** The errors of scheduled jobs whose last run failed. */
  readonly failedSchedules: readonly string[];
}

/** The newest first. */
const endedJobs = (jobs: readonly JobWithMetadata<unknown>[]): JobWithMetadata<unknown>[] =>
  jobs
    .filter(({ completedOn }) => completedOn !== null)
    .sort((a, b) => Number(b.completedOn) - Number(a.completedOn));

/** What the staff and the monitoring have to know. */
export async function readStatus({ boss, pool }: Shop): Promise<Status> {
  const [age, dead, money, reconciliations, maintenance] = await Promise.all([
    queueAge(pool),
    boss.findJobs(DEAD_LETTERS),
    pool.query<{ line: string }>(OPEN_MONEY),
    boss.findJobs("reconciliation"),
    boss.findJobs("maintenance"),
  ]);
  const reconciledAt = endedJobs(reconciliations).find(({ state }) => state === "completed")?.completedOn;
  const failed = [reconciliations, maintenance]
    .flatMap((jobs) => endedJobs(jobs).slice(0, 1))
    .filter(({ state }) => state === "failed");
  return {
    queueAge: age,
    failedJobs: dead.map(
      ({ sourceName, id, data, sourceOutput }) =>
        `${sourceName} ${id} ${JSON.stringify(data)} ${JSON.stringify(sourceOutput)}`,
    ),
    money: money.rows.map(({ line }) => line),
    reconciledAgo: reconciledAt ? (Date.now() - Number(reconciledAt)) / 1000 : undefined,
    failedSchedules: failed.map(({ name, output }) => `${name} ${JSON.stringify(output)}`),
  };
}

/** Longer than any scheduled job is late, in seconds. */
const MAX_RECONCILED_AGO = 300;
const MAX_QUEUE_AGE = 60;

/** Whether nobody has to look at it. */
export const isHealthy = ({ queueAge, failedJobs, failedSchedules, money, reconciledAgo }: Status): boolean =>
  queueAge <= MAX_QUEUE_AGE &&
  failedJobs.length + failedSchedules.length + money.length === 0 &&
  (reconciledAgo ?? Infinity) <= MAX_RECONCILED_AGO;
