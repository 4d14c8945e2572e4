import { SetupError } from "./database.ts";
import { DEAD_LETTERS, runSchedules } from "./queues.ts";
import { refundOrder } from "./refunds.ts";
import type { Shop } from "./shop.ts";
import { readStatus } from "./status.ts";

const USAGE = `npm run admin                          what failed, and money to check
npm run admin -- retry [job …]         runs failed jobs again: these, or all of them
npm run admin -- refund ORDER [AMOUNT] refunds an order: an amount in minor units, or all that is left
npm run admin -- settled KEY …         removes payments that you dealt with from the list
npm run admin -- reconcile             checks every open payment at the gateway now`;

type Command = (shop: Shop, args: string[]) => Promise<string>;

async function list(shop: Shop): Promise<string> {
  const { queueAge, failedJobs, money, reconciledAgo, failedSchedules } = await readStatus(shop);
  const checked = reconciledAgo === undefined ? "not" : `${reconciledAgo.toFixed(0)} s ago`;
  return [
    ...failedJobs.map((job) => `failed: ${job}`),
    ...money.map((line) => `money: ${line}`),
    ...failedSchedules.map((job) => `failed: scheduled ${job}`),
    `open payments: checked ${checked}; oldest waiting job: ${queueAge.toFixed(0)} s`,
    `${failedJobs.length} failed jobs, ${money.length} payments to refund or check`,
  ].join("\n");
}

async function retry({ boss }: Shop, ids: string[]): Promise<string> {
  const count = await boss.redrive(DEAD_LETTERS, ids.length > 0 ? { ids } : {});
  return `${count} jobs run again`;
}

async function refund(shop: Shop, [orderId = "", amount]: string[]): Promise<string> {
  if (amount !== undefined && !/^[1-9]\d{0,14}$/.test(amount)) {
    throw new SetupError(`The amount must be in minor units: 1290 for 12.90\n${USAGE}`);
  }
  const refunded = await refundOrder(shop, orderId, amount === undefined ? undefined : Number(amount));
  return refunded > 0 ? `${refunded} will be refunded` : "Nothing of this order is left to refund";
}

async function settle({ pool }: Shop, keys: string[]): Promise<string> {
  const decisions = "UPDATE decisions SET settled_at = now() WHERE key = ANY ($1) AND settled_at IS NULL";
  const refunds = "UPDATE refunds SET state = 'settled' WHERE id = ANY ($1) AND state = 'declined'";
  const counts = [await pool.query(decisions, [keys]), await pool.query(refunds, [keys])];
  return `${counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)} payments settled`;
}

async function reconcile({ boss, pool }: Shop): Promise<string> {
  await pool.query("UPDATE checkouts SET next_check_at = now() WHERE token IS NOT NULL");
  await runSchedules(boss);
  return "The workers check all open payments";
}

const COMMANDS: Readonly<Record<string, Command>> = { list, retry, refund, settled: settle, reconcile };

/** A command of the staff, by default the list; it resolves with what to print. @throws SetupError if there is none such. */
export function findCommand(name = "list"): Command {
  const command = COMMANDS[name];
  if (!command) throw new SetupError(`Unknown command "${name}".\n${USAGE}`);
  return command;
}
