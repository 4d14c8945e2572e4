import { explain, isOver, type Pool } from "./database.ts";
import { logOften, oneLine } from "./log.ts";
import { DEAD_LETTERS, ORDER_QUEUES, SCHEDULED_QUEUES } from "./queues.ts";

/**
 * For how long the longest waiting job could have been started. A job that is retried later does not wait. All times are
 * the database's, because the clocks of processes differ.
 */
const QUEUE_AGE = `
  SELECT coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS seconds FROM pgboss.job
  WHERE name = ANY ($1) AND state < 'active' AND NOT blocked AND start_after <= now()`;

/** How many paid orders are looked at, because one notification can be lost. */
const NEWEST = 3;

const FIGURES = `
  SELECT (${QUEUE_AGE}) AS "queueAge",
    (SELECT count(*)::int FROM pgboss.job WHERE name = ANY ($1) AND state < 'active') AS "jobsWaiting",
    (SELECT extract(epoch FROM now() - max(completed_on))::float8 FROM pgboss.job
     WHERE name = 'audit' AND state = 'completed' AND completed_on <= now()) AS "auditedAgo",
    (SELECT count(*)::int FROM checkouts WHERE audit_at <= now()) AS "auditsDue",
    (SELECT count(*) = ${NEWEST} AND bool_and(is_found) FROM (
      SELECT is_found FROM orders WHERE paid_by IS NOT NULL AND id > new_id('-1 day') AND paid_at < now() - interval '1 minute'
      ORDER BY id DESC LIMIT ${NEWEST}) AS newest) AS "isUnheard"`;

/** How many lines of a kind are read, because no one reads thousands. */
const SHOWN = 20;

/** A count, and the newest lines of it. */
export interface Listed {
  readonly count: number;
  readonly newest: readonly string[];
}

/**
 * One statement reads both, so that a line that comes in between is counted too. It takes the newest rows first, because to
 * write the lines of thousands of rows takes longer than a statement may.
 */
const listed = async (pool: Pool, rows: string, line: string, time: string): Promise<Listed> => {
  const found = await pool.query<{ line: string; count: number }>(`
    SELECT left(${line}, 1000) AS line, (SELECT count(*)::int FROM ${rows}) AS count
    FROM (SELECT * FROM ${rows} ORDER BY ${time} DESC LIMIT ${SHOWN}) AS newest ORDER BY ${time} DESC`);
  return { count: found.rows[0]?.count ?? 0, newest: found.rows.map(({ line }) => oneLine(line)) };
};

/** Jobs that were given up. No worker reads that queue. */
const FAILED = `pgboss.job WHERE name = '${DEAD_LETTERS}' AND state = 'created'`;

/** Payments, refunds and differences that the staff has to look at. */
const MONEY = `(
  SELECT format('%s ''%s'' of %s: %s', reason, key, coalesce(order_id::text, to_json(left(tracking_id, 100))::text), message) AS line, found_at AS at
  FROM reviews WHERE settled_at IS NULL
  UNION ALL
  SELECT format('refund %s ''%s'' of %s: %s', state, id, amount, coalesce(answer, 'not answered yet')), requested_at
  FROM refunds WHERE state IN ('declined', 'refused') OR (state = 'open' AND ${isOver("requested_at", "interval '1 hour'")})
  UNION ALL
  SELECT format('difference ''%s'' %s', order_id, message), found_at
  FROM findings WHERE kind = 'difference' AND settled_at IS NULL
) AS open`;

/** Orders that could not be read twice. */
const UNREADABLE = `
  findings WHERE kind = 'unreadable' AND settled_at IS NULL AND ${isOver("found_at", "interval '5 minutes'")}`;

/** The errors of scheduled jobs whose last run failed. The audit has several, each with its key. */
const FAILED_SCHEDULES = `
  SELECT concat_ws(' ', name, left(output::text, 1000)) AS line FROM (
    SELECT DISTINCT ON (name, singleton_key) name, state, output FROM pgboss.job
    WHERE name = ANY ($1) AND completed_on IS NOT NULL ORDER BY name, singleton_key, completed_on DESC
  ) AS last WHERE state = 'failed'`;

interface Figures {
  /** For how long jobs wait, in seconds. */
  readonly queueAge: number;
  readonly jobsWaiting: number;
  /** Seconds since a run of the audit succeeded. Null if none did in the last hour. */
  readonly auditedAgo: number | null;
  /** Orders whose audit is due. */
  readonly auditsDue: number;
  /** Whether no notification of the newest payments was accepted. */
  readonly isUnheard: boolean;
}

export interface Status extends Figures {
  /** Jobs that were given up. */
  readonly failedJobs: Listed;
  /** What the staff has to refund or check. */
  readonly money: Listed;
  /** Orders that the audit put aside. */
  readonly unreadable: Listed;
  /** The errors of scheduled jobs whose last run failed. */
  readonly failedSchedules: readonly string[];
}

/** Reads what the staff and the monitoring need. */
export async function readStatus(pool: Pool): Promise<Status> {
  const [figures, failedJobs, money, unreadable, schedules] = await Promise.all([
    pool.query<Figures>(FIGURES, [ORDER_QUEUES]),
    listed(pool, FAILED, "concat_ws(' ', source_name, id, data, source_output)", "created_on"),
    listed(pool, MONEY, "line", "at"),
    listed(pool, UNREADABLE, "concat_ws(' ', order_id, message)", "found_at"),
    pool.query<{ line: string }>(FAILED_SCHEDULES, [SCHEDULED_QUEUES]),
  ]);
  const [found] = figures.rows;
  if (!found) throw new Error("The database returned no figures");
  return {
    ...found,
    failedJobs,
    money,
    unreadable,
    failedSchedules: schedules.rows.map(({ line }) => oneLine(line)),
  };
}

/** The same for the monitoring. Undefined if the database does not answer. */
export const findStatus = (pool: Pool): Promise<Status | undefined> =>
  readStatus(pool).catch((error) => {
    logOften("The status could not be read", explain(error));
    return undefined;
  });
