import { type Db, PgBoss } from "pg-boss";
import { connection, explain, SetupError, type Sql } from "./database.ts";
import { logOften } from "./log.ts";
import { traceparent } from "./telemetry.ts";

/** A job. Keep it compatible with the previous and the next release, which may run at the same time. */
export interface JobData {
  readonly orderId: string;
  /** Id of the refund or the order. */
  readonly subject: string;
  /** Trace context to continue. */
  readonly traceparent?: string | undefined;
}

export const DEAD_LETTERS = "dead-letters";

/** The queues of jobs that belong to an order. */
export const ORDER_QUEUES = ["fulfillment", "refunds"] as const;

const [HOUR, YEAR] = [3600, 365 * 24 * 3600];

/** A job is retried for about half an hour before it goes to the dead-letter queue. It is never deleted before it ran. */
const JOB = {
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  retentionSeconds: YEAR,
  deadLetter: DEAD_LETTERS,
  deleteAfterSeconds: HOUR,
  notify: true,
};

/** Also for half an hour. `sendOnce` sends nothing while an earlier call may still run, which is for two minutes. */
const REFUND = { ...JOB, retryLimit: 5, retryDelay: 120, expireInSeconds: 60 };

/** The next run is the retry. A run ends by itself after 40 seconds: `SPARE_TIME` in `worker.ts`. */
const SCHEDULED = { expireInSeconds: 70, retryLimit: 0, deleteAfterSeconds: HOUR, notify: true };

/**
 * `options` also reach queues that exist. The job of a worker that was killed runs again after `expireInSeconds`. The busy
 * queue has its own table. A scheduled job runs once at a time for each key.
 */
const QUEUES = [
  { name: DEAD_LETTERS, options: { retentionSeconds: YEAR } },
  { name: "fulfillment", fixed: { partition: true }, options: { ...JOB, expireInSeconds: 15 } },
  { name: "refunds", options: REFUND },
  { name: "audit", fixed: { policy: "exclusive" }, options: SCHEDULED },
  { name: "maintenance", fixed: { policy: "exclusive" }, options: SCHEDULED },
];

/** The scheduled jobs of each minute, and their keys: several audits side by side, on any workers. */
const SCHEDULES = [
  ["audit", "1"],
  ["audit", "2"],
  ["audit", "3"],
  ["audit", "4"],
  ["maintenance", ""],
] as const;

export const SCHEDULED_QUEUES = ["audit", "maintenance"];

/** Creates missing queues, and gives existing ones the options of this release. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name, fixed, options } of QUEUES) {
    await boss.createQueue(name, { ...fixed, ...options });
    await boss.updateQueue(name, options);
  }
  for (const [name, key] of SCHEDULES) {
    await boss.schedule(name, "* * * * *", null, { key, singletonKey: key });
  }
}

const executorOf = (sql: Sql): Db => ({ executeSql: (text, values) => sql.query(text, values) });

/**
 * Starts pg-boss. App processes only send jobs, on their own connections. Workers have connections for it, one of which
 * listens for new jobs, and do the maintenance.
 *
 * @throws SetupError when pg-boss's own tables are of another version.
 */
export async function openBoss(sql: Sql, { isWorker = false, migrate = false } = {}): Promise<PgBoss> {
  const database = isWorker ? { ...connection(), useListenNotify: true } : { db: executorOf(sql) };
  const boss = new PgBoss({
    ...database,
    migrate,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // How late a scheduled job may start. The default is half a minute.
    cronMonitorIntervalSeconds: 5,
    // Deletes ended jobs. The default is once a day.
    maintenanceIntervalSeconds: 60,
  });
  boss.on("error", (error) => logOften("pg-boss failed", explain(error)));
  return boss.start().catch((error) => {
    if (!/not installed|requires migrations/.test(error.message)) throw error;
    const advice = 'run "npm run migrate" of the newest release, and deploy it everywhere';
    throw new SetupError(`The tables of pg-boss have another version than this release needs: ${advice}`);
  });
}

/** Adds a job in the transaction that it belongs to: the outbox of the shop. */
export async function addJob(
  boss: PgBoss,
  sql: Sql,
  queue: (typeof ORDER_QUEUES)[number],
  job: JobData,
): Promise<void> {
  const data: JobData = { ...job, traceparent: traceparent() };
  await boss.send(queue, data, { db: executorOf(sql) });
}
