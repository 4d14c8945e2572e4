import type { Pool } from "./database.ts";
import { DEAD_LETTERS } from "./queues.ts";

/**
 * The longest waiting job: since when it could have been started. One that is retried later does not wait. All times are
 * the database's, since the clocks of processes differ.
 */
const LONGEST = `
  SELECT coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS seconds FROM pgboss.job
  WHERE name IN ('payments', 'fulfilment') AND state < 'active' AND NOT blocked AND start_after <= now()`;

/** For how long jobs wait, in seconds. */
export async function queueAge(pool: Pool): Promise<number> {
  return (await pool.query<{ seconds: number }>(LONGEST)).rows[0]?.seconds ?? 0;
}

/** How many lines of a kind are read: a list of thousands helps nobody. */
const SHOWN = 20;

/** A count, and the newest lines of it. */
export interface Listed {
  readonly count: number;
  readonly newest: readonly string[];
}

/** Both by one statement, so that a line that comes in between is counted too. */
const listed = async (pool: Pool, rows: string, line: string, time: string): Promise<Listed> => {
  const found = await pool.query<{ line: string; count: number }>(`
    SELECT left(${line}, 1000) AS line, (SELECT count(*)::int FROM ${rows}) AS count
    FROM ${rows} ORDER BY ${time} DESC LIMIT ${SHOWN}`);
  return { count: found.rows[0]?.count ?? 0, newest: found.rows.map(({ line }) => line) };
};

/** Jobs that were given up. Nobody works on that queue. */
const FAILED = `pgboss.job WHERE name = '${DEAD_LETTERS}' AND state = 'created'`;

/** Payments, refunds and differences that the staff has to look at. */
const MONEY = `(
  SELECT format('%s ''%s'' order %s', decision, key, order_id) AS line, decided_at AS at FROM decisions
  WHERE decision IN ('mismatch', 'unknown order', 'unclear', 'charged back') AND settled_at IS NULL
  UNION ALL
  SELECT format('refund %s ''%s'' of %s: %s', state, id, amount, coalesce(answer, 'not answered yet')), requested_at
  FROM refunds WHERE state = 'declined' OR (state = 'requested' AND requested_at < now() - interval '1 hour')
  UNION ALL
  SELECT format('difference ''%s'' %s', order_id, difference), found_at FROM differences WHERE settled_at IS NULL
) AS open`;

const SCHEDULED = "name IN ('reconciliation', 'maintenance', 'audit')";

/** The errors of schedules whose last run failed. The reconciliation has several, each with its key. */
const FAILED_SCHEDULES = `
  SELECT concat_ws(' ', name, left(output::text, 1000)) AS line FROM (
    SELECT DISTINCT ON (name, singleton_key) name, state, output FROM pgboss.job
    WHERE ${SCHEDULED} AND completed_on IS NOT NULL ORDER BY name, singleton_key, completed_on DESC
  ) AS last WHERE state = 'failed'`;

const RECONCILED = `
  SELECT extract(epoch FROM now() - max(completed_on))::float8 AS seconds FROM pgboss.job
  WHERE name = 'reconciliation' AND state = 'completed'`;

export interface Status {
  /** For how long jobs wait, in seconds. */
  readonly queueAge: number;
  /** Jobs that were given up. */
  readonly failedJobs: Listed;
  /** What the staff has to refund or check. */
  readonly money: Listed;
  /** Seconds since the open payments were checked; null if not in the last hour. */
  readonly reconciledAgo: number | null;
  /** The errors of scheduled jobs whose last run failed. */
  readonly failedSchedules: readonly string[];
}

/** What the staff and the monitoring have to know. */
export async function readStatus(pool: Pool): Promise<Status> {
  const [age, failedJobs, money, reconciled, schedules] = await Promise.all([
    queueAge(pool),
    listed(pool, FAILED, "concat_ws(' ', source_name, id, data, source_output)", "created_on"),
    listed(pool, MONEY, "line", "at"),
    pool.query<{ seconds: number | null }>(RECONCILED),
    pool.query<{ line: string }>(FAILED_SCHEDULES),
  ]);
  return {
    queueAge: age,
    failedJobs,
    money,
    reconciledAgo: reconciled.rows[0]?.seconds ?? null,
    failedSchedules: schedules.rows.map(({ line }) => line),
  };
}

/** Longer than any scheduled job is late, in seconds. */
const MAX_RECONCILED_AGO = 300;
const MAX_QUEUE_AGE = 60;

/** Whether nobody has to look at it. */
export const isHealthy = ({ queueAge, failedJobs, failedSchedules, money, reconciledAgo }: Status): boolean =>
  queueAge <= MAX_QUEUE_AGE &&
  failedJobs.count + failedSchedules.length + money.count === 0 &&
  (reconciledAgo ?? Infinity) <= MAX_RECONCILED_AGO;
