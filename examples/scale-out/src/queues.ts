import { type Db, PgBoss } from "pg-boss";
import { SetupError, type Sql } from "./database.ts";
import { traceparent } from "./telemetry.ts";

/** A job. Keep it compatible with the previous and the next release, which may run at the same time. */
export interface JobData {
  /** Key of a notification, or id of an order. */
  readonly subject: string;
  /** Trace context to continue. */
  readonly traceparent?: string | undefined;
}

export const DEAD_LETTERS = "dead-letters";

const YEAR = 365 * 24 * 3600;

/** A job is retried for about half an hour before it goes to the dead-letter queue. */
const TRIES = { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 };

/** The job of a worker that was killed runs again after `expireInSeconds`. Jobs are never deleted before they ran. */
const QUEUES = {
  [DEAD_LETTERS]: { retentionSeconds: YEAR },
  payments: { ...TRIES, expireInSeconds: 15, retentionSeconds: YEAR, deadLetter: DEAD_LETTERS },
  fulfilment: { ...TRIES, expireInSeconds: 60, retentionSeconds: YEAR, deadLetter: DEAD_LETTERS },
  // One at a time, with any number of workers.
  reconciliation: { policy: "exclusive", expireInSeconds: 50, retryLimit: 0 },
};

/** Creates missing queues. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, options);
  await boss.schedule("reconciliation", "* * * * *");
}

const executorOf = (sql: Sql): Db => ({ executeSql: (text, values) => sql.query(text, values) });

/**
 * Starts pg-boss on the connections of this process. App processes only send jobs; workers do the maintenance.
 *
 * @throws SetupError when pg-boss's own tables are of another version.
 */
export async function openBoss(sql: Sql, { isWorker = false, migrate = false }): Promise<PgBoss> {
  const upkeep = {
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  };
  const boss = new PgBoss({ db: executorOf(sql), migrate, ...upkeep });
  boss.on("error", (error) => console.error(`pg-boss: ${error.message}`));
  return boss.start().catch((error) => {
    if (!/not installed|requires migrations/.test(error.message)) throw error;
    const advice = 'run "npm run migrate" of the newest release, and deploy it everywhere';
    throw new SetupError(`The tables of pg-boss have another version than this release needs: ${advice}`);
  });
}

/** Adds a job in the transaction that it belongs to. */
export async function addJob(
  boss: PgBoss,
  sql: Sql,
  queue: "payments" | "fulfilment",
  subject: string,
): Promise<void> {
  const data: JobData = { subject, traceparent: traceparent() };
  await boss.send(queue, data, { db: executorOf(sql) });
}
