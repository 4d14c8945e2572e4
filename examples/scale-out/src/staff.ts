import { readFile } from "node:fs/promises";
import { auditAfter, auditUids } from "./audit.ts";
import { explain, SetupError } from "./database.ts";
import { oneLine } from "./log.ts";
import { firstId, isOrderId } from "./orders.ts";
import { DEAD_LETTERS } from "./queues.ts";
import { refundOrder, retryRefund, settleRefund } from "./refunds.ts";
import type { Shop } from "./shop.ts";
import { type Listed, readStatus } from "./status.ts";

const USAGE = `npm run admin                          what failed, and money to check
npm run admin -- retry [ID …]          runs failed jobs again, all or those of these jobs and refunds
npm run admin -- refund ORDER [AMOUNT] refunds an amount in minor units, or all that is left
npm run admin -- settled ID …          removes what you dealt with from the list: the key of a payment, the id of a
                                       refund or of a failed job, or an order that the audit named
npm run admin -- audit [DAY | ORDER]   compares all orders since a day, or after an order, with the gateway, by default since yesterday
npm run admin -- audit --uids FILE     records payments that the shop does not have: a file with one uid a line`;

interface Answer {
  readonly text: string;
  /** Whether all that was asked for is done. If not, the program exits with code 1. */
  readonly isDone: boolean;
}

type Command = (shop: Shop, args: string[]) => Promise<Answer>;

/** The newest lines of a list, and how many more there are. */
const linesOf = (kind: string, { count, newest }: Listed): string[] => [
  ...newest.map((line) => `${kind}: ${line}`),
  ...(count > newest.length ? [`${kind}: ${count - newest.length} older ones`] : []),
];

async function list({ pool }: Shop): Promise<Answer> {
  const status = await readStatus(pool);
  const { queueAge, failedJobs, money, unreadable, auditedAgo, failedSchedules } = status;
  const audited =
    auditedAgo === null ? "no audit in the last hour" : `last audit ${auditedAgo.toFixed(0)} s ago`;
  const lines = [
    ...linesOf("failed", failedJobs),
    ...linesOf("money", money),
    ...linesOf("put aside", unreadable),
    ...failedSchedules.map((job) => `failed: scheduled ${job}`),
    `${audited}, oldest waiting job ${queueAge.toFixed(0)} s`,
    `${failedJobs.count} failed jobs, ${money.count} payments to check, ${unreadable.count} orders put aside`,
  ];
  return { text: lines.join("\n"), isDone: true };
}

async function retry(shop: Shop, ids: string[]): Promise<Answer> {
  const jobs = ids.filter(isOrderId);
  let count = 0;
  if (jobs.length > 0 || ids.length === 0) {
    count += await shop.boss.redrive(DEAD_LETTERS, ids.length > 0 ? { ids: jobs } : {});
  }
  for (const id of ids.filter((id) => !isOrderId(id))) {
    const given = await shop.boss.redrive(DEAD_LETTERS, { data: { subject: id } });
    if (given > 0 || (await retryRefund(shop, id))) count += 1;
  }
  return { text: `${count} jobs run again`, isDone: count >= ids.length };
}

const SETTLE = [
  "UPDATE reviews SET settled_at = now() WHERE key = $1 AND settled_at IS NULL",
  "UPDATE findings SET settled_at = now() WHERE order_id::text = $1 AND settled_at IS NULL",
  // The subject of a fulfillment is its order. If its findings are settled, it must still be fulfilled. The job of a refund
  // remains until the refund is settled.
  `DELETE FROM pgboss.job WHERE name = '${DEAD_LETTERS}'
     AND (id::text = $1 OR (data->>'subject' = $1 AND source_name <> 'fulfillment'))
     AND NOT EXISTS (SELECT FROM refunds WHERE refunds.id = data->>'subject' AND refunds.state = 'open')`,
];

async function settle({ pool }: Shop, ids: string[]): Promise<Answer> {
  const left: string[] = [];
  for (const id of ids) {
    const isRefund = await settleRefund(pool, id);
    const changed = await Promise.all(SETTLE.map((statement) => pool.query(statement, [id])));
    if (!isRefund && changed.every(({ rowCount }) => rowCount === 0)) left.push(id);
  }
  const settled = `${ids.length - left.length} of ${ids.length} settled`;
  if (left.length === 0) return { text: settled, isDone: true };
  const reason = "no entry with this id, or its refund is open and was sent less than two minutes ago";
  return { text: `${settled}. Not settled, because there is ${reason}: ${left.join(", ")}`, isDone: false };
}

async function refund(shop: Shop, [orderId = "", amount]: string[]): Promise<Answer> {
  if (amount !== undefined && !/^[1-9]\d{0,14}$/.test(amount)) {
    throw new SetupError(`The amount must be in minor units, such as 1290 for 12.90\n${USAGE}`);
  }
  const saved = refundOrder(shop, orderId, amount === undefined ? undefined : Number(amount));
  const refunded = await saved.catch((error) => {
    const look = `SELECT * FROM refunds WHERE order_id = '${orderId}'`;
    throw new Error(`The refund may be saved. Before you repeat the command: ${look}\n${explain(error)}`);
  });
  if (typeof refunded === "string") return { text: refunded, isDone: false };
  return { text: `${refunded} will be refunded`, isDone: true };
}

const DAY = 24 * 3600 * 1000;

async function audit(shop: Shop, args: string[]): Promise<Answer> {
  const [since = new Date(Date.now() - DAY).toISOString().slice(0, 10), file] = args;
  if (since === "--uids" && file !== undefined) {
    const lines = (await readFile(file, "utf8")).split("\n").map((line) => line.trim());
    const { count, recorded, problems } = await auditUids(shop, lines);
    const end = problems.length > 0 ? `; ${problems.length} could not be recorded` : "";
    const total = `${recorded} of ${count} transactions were missing, and are recorded now${end}`;
    return { text: [...problems, total].map(oneLine).join("\n"), isDone: problems.length === 0 };
  }
  const from = new Date(`${since}T00:00:00Z`);
  const isDay = !Number.isNaN(from.getTime()) && from.toISOString().startsWith(since);
  if (!isDay && !isOrderId(since)) throw new SetupError(`The day must exist, like 2026-11-24\n${USAGE}`);
  const { orders, findings, unreadable, sums } = await auditAfter(shop, isDay ? firstId(from) : since);
  const totals = Object.entries(sums).map(
    ([currency, { gateway, shop }]) => `the gateway has ${gateway} ${currency}, the shop ${shop}`,
  );
  const parts = [`${orders} orders`, ...totals, `${findings.length} findings`];
  if (unreadable.length > 0) parts.push(`${unreadable.length} orders could not be read`);
  return { text: [...findings, parts.join("; ")].map(oneLine).join("\n"), isDone: unreadable.length === 0 };
}

const COMMANDS: Readonly<Record<string, Command>> = { list, retry, refund, settled: settle, audit };

/** Finds a command of the staff, by default the list. It resolves with what to print. @throws SetupError */
export function findCommand(name = "list"): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new SetupError(`Unknown command "${name}".\n${USAGE}`);
  return command;
}
