import { readFile } from "node:fs/promises";
import { type Audited, audit, auditUids, describe, nothingAudited } from "./audit.ts";
import { explain, SetupError } from "./database.ts";
import { dayOf } from "./nightly-audit.ts";
import { DEAD_LETTERS, runReconciliations } from "./queues.ts";
import { refundOrder, retryRefund, settleRefund } from "./refunds.ts";
import type { Shop } from "./shop.ts";
import { type Listed, readStatus } from "./status.ts";

const USAGE = `npm run admin                          what failed, and money to check
npm run admin -- retry [ID …]          runs failed jobs again: all of them, or those of these jobs and refunds
npm run admin -- refund ORDER [AMOUNT] refunds an order: an amount in minor units, or all that is left
npm run admin -- settled ID …          removes what you dealt with from the list: the key of a payment, the id of a
                                       refund or of a failed job, or an order whose differences you have looked at
npm run admin -- reconcile             checks every open payment at the gateway now
npm run admin -- audit [DAY]           compares the gateway's book with the shop's since a day, by default since yesterday
npm run admin -- audit --uids FILE     records payments that the shop does not know: a file with one uid a line`;

type Command = (shop: Shop, args: string[]) => Promise<string>;

/** The newest of a list, and how many more there are. */
const linesOf = (kind: string, { count, newest }: Listed): string[] => [
  ...newest.map((line) => `${kind}: ${line}`),
  ...(count > newest.length ? [`${kind}: ${count - newest.length} older ones`] : []),
];

async function list({ pool }: Shop): Promise<string> {
  const { queueAge, failedJobs, money, reconciledAgo, failedSchedules } = await readStatus(pool);
  const checked = reconciledAgo === null ? "not" : `${reconciledAgo.toFixed(0)} s ago`;
  return [
    ...linesOf("failed", failedJobs),
    ...linesOf("money", money),
    ...failedSchedules.map((job) => `failed: scheduled ${job}`),
    `open payments: checked ${checked}; oldest waiting job: ${queueAge.toFixed(0)} s`,
    `${failedJobs.count} failed jobs, ${money.count} payments to refund or check`,
  ].join("\n");
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function retry(shop: Shop, ids: string[]): Promise<string> {
  const jobs = ids.filter((id) => UUID.test(id));
  const refunds = ids.filter((id) => !UUID.test(id));
  let count = 0;
  if (jobs.length > 0 || ids.length === 0) {
    count += await shop.boss.redrive(DEAD_LETTERS, ids.length > 0 ? { ids: jobs } : {});
  }
  for (const id of refunds) {
    const given = await shop.boss.redrive(DEAD_LETTERS, { data: { subject: id } });
    if (given > 0 || (await retryRefund(shop, id))) count += 1;
  }
  return `${count} jobs run again`;
}

/** What the staff can have dealt with: a payment, the differences of an order, jobs that were given up. */
const SETTLE = [
  "UPDATE decisions SET settled_at = now() WHERE key = $1 AND settled_at IS NULL",
  "UPDATE differences SET settled_at = now() WHERE order_id::text = $1 AND settled_at IS NULL",
  // The subject of a fulfilment is its order, whose differences do not settle that it must be fulfilled.
  `DELETE FROM pgboss.job WHERE name = '${DEAD_LETTERS}'
     AND (id::text = $1 OR (data->>'subject' = $1 AND source_name <> 'fulfilment'))`,
];

async function settle(shop: Shop, ids: string[]): Promise<string> {
  let settled = 0;
  for (const id of ids) {
    const isRefund = await settleRefund(shop, id);
    const changed = await Promise.all(SETTLE.map((statement) => shop.pool.query(statement, [id])));
    if (isRefund || changed.some(({ rowCount }) => rowCount !== 0)) settled += 1;
  }
  return `${settled} of ${ids.length} settled`;
}

async function refund(shop: Shop, [orderId = "", amount]: string[]): Promise<string> {
  if (amount !== undefined && !/^[1-9]\d{0,14}$/.test(amount)) {
    throw new SetupError(`The amount must be in minor units: 1290 for 12.90\n${USAGE}`);
  }
  const asked = refundOrder(shop, orderId, amount === undefined ? undefined : Number(amount));
  const refunded = await asked.catch((error) => {
    const look = `SELECT * FROM refunds WHERE order_id = '${orderId}'`;
    throw new Error(`It may be saved all the same. Before you repeat it: ${look}\n${explain(error)}`);
  });
  return refunded > 0 ? `${refunded} will be refunded` : "Nothing of this order is left to refund";
}

async function reconcile({ boss, pool }: Shop): Promise<string> {
  await pool.query("UPDATE checkouts SET next_check_at = now() WHERE token IS NOT NULL");
  await runReconciliations(boss);
  return "The workers check all open payments";
}

const DAY = 24 * 3600 * 1000;

async function auditSince(shop: Shop, args: string[]): Promise<string> {
  const [since = new Date(Date.now() - DAY).toISOString().slice(0, 10), file] = args;
  if (since === "--uids" && file !== undefined) {
    const uids = (await readFile(file, "utf8")).split("\n").flatMap((line) => line.trim() || []);
    return `${await auditUids(shop, uids)} of ${uids.length} payments were missing, and are recorded now`;
  }
  const { from } = dayOf(since);
  if (Number.isNaN(from.getTime())) throw new SetupError(`The day must be written like 2026-11-24\n${USAGE}`);
  const [lines, audited]: [string[], Audited] = [[], nothingAudited()];
  await audit(shop, { from, to: new Date() }, audited, { report: (line) => lines.push(line) });
  return [...lines, describe(audited)].join("\n");
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  retry,
  refund,
  settled: settle,
  reconcile,
  audit: auditSince,
};

/** A command of the staff, by default the list; it resolves with what to print. @throws SetupError if there is none such. */
export function findCommand(name = "list"): Command {
  const command = COMMANDS[name];
  if (!command) throw new SetupError(`Unknown command "${name}".\n${USAGE}`);
  return command;
}
