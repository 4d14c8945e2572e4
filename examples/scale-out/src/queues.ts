import { type Db, PgBoss } from "pg-boss";
import { connection, SetupError, type Sql } from "./database.ts";
import { traceparent } from "./telemetry.ts";

/** A job. Keep it compatible with the previous and the next release, which may run at the same time. */
export interface JobData {
  readonly orderId: string;
  /** Key of a notification, or id of a refund or an order. */
  readonly subject: string;
  /** Trace context to continue. */
  readonly traceparent?: string | undefined;
}

export const DEAD_LETTERS = "dead-letters";

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

/**
 * Also for half an hour. A gateway that knows no idempotency keys may still be at work on a call that had no answer: two
 * minutes later it is done, and what it made is found.
 */
const REFUND = { ...JOB, retryLimit: 5, retryDelay: 120, expireInSeconds: 60 };

/** The next run is the retry. A run ends by itself after 40 seconds: `SPARE_TIME` in `worker.ts`. */
const SCHEDULED = { expireInSeconds: 70, retryLimit: 0, deleteAfterSeconds: HOUR, notify: true };

/**
 * `options` also reach queues that exist already. The job of a worker that was killed runs again after `expireInSeconds`.
 * Busy queues have a table of their own. Of a scheduled job there is one at a time for each key.
 */
const QUEUES = [
  { name: DEAD_LETTERS, options: { retentionSeconds: YEAR } },
  { name: "payments", fixed: { partition: true }, options: { ...JOB, expireInSeconds: 15 } },
  { name: "fulfilment", fixed: { partition: true }, options: { ...JOB, expireInSeconds: 15 } },
  { name: "refunds", options: REFUND },
  { name: "reconciliation", fixed: { policy: "exclusive" }, options: SCHEDULED },
  { name: "maintenance", fixed: { policy: "exclusive" }, options: SCHEDULED },
  { name: "audit", fixed: { policy: "exclusive" }, options: SCHEDULED },
];

/**
 * The scheduled jobs, each minute, and what is too much for one run is done by the next: several reconciliations at once,
 * on any workers.
 */
const SCHEDULES = [
  ["audit", ""],
  ["maintenance", ""],
  ["reconciliation", "1"],
  ["reconciliation", "2"],
  ["reconciliation", "3"],
  ["reconciliation", "4"],
] as const;

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

/** Checks the open payments now, unless that is running. */
export async function runReconciliations(boss: PgBoss): Promise<void> {
  for (const [name, singletonKey] of SCHEDULES) {
    if (name === "reconciliation") await boss.send(name, null, { singletonKey });
  }
}

const executorOf = (sql: Sql): Db => ({ executeSql: (text, values) => sql.query(text, values) });

/**
 * Starts pg-boss. App processes only send jobs, on their own connections. Workers have connections for it, one of which
 * listens for new jobs, and do the maintenance.
 *
 * @throws SetupError when pg-boss's own tables are of another version.
 */
export async function openBoss(sql: Sql, { isWorker = false, migrate = false }): Promise<PgBoss> {
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
  boss.on("error", (error) => console.error(`pg-boss: ${error.message}`));
  return boss.start().catch((error) => {
    if (!/not installed|requires migrations/.test(error.message)) throw error;
    const advice = 'run "npm run migrate" of the newest release, and deploy it everywhere';
    throw new SetupError(`The tables of pg-boss have another version than this release needs: ${advice}`);
  });
}

/** Adds a job in the transaction that it belongs to. @param startAfter When it starts, in seconds. */
export async function addJob(
  boss: PgBoss,
  sql: Sql,
  queue: "payments" | "fulfilment" | "refunds",
  job: JobData,
  startAfter = 0,
): Promise<void> {
  const data: JobData = { ...job, traceparent: traceparent() };
  await boss.send(queue, data, { db: executorOf(sql), startAfter });
}
