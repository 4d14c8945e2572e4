import { SetupError } from "./database.ts";
import { DEAD_LETTERS, runSchedules } from "./queues.ts";
import { refundOrder } from "./refunds.ts";
import { closeShop, openShop, run, type Shop } from "./shop.ts";
import { readStatus } from "./status.ts";

const USAGE = `npm run admin                          what failed, and money to check
npm run admin -- retry [job …]         runs failed jobs again: these, or all of them
npm run admin -- refund ORDER [AMOUNT] refunds an order: an amount in minor units, or all that is left
npm run admin -- settled KEY …         removes payments that you dealt with from the list
npm run admin -- reconcile             checks every open payment at the gateway now`;

async function list(shop: Shop): Promise<void> {
  const { queueAge, failedJobs, money, reconciledAgo, failedSchedules } = await readStatus(shop);
  for (const job of failedJobs) console.log(`failed: ${job}`);
  for (const line of money) console.log(`money: ${line}`);
  for (const job of failedSchedules) console.log(`failed: scheduled ${job}`);
  const checked = reconciledAgo === undefined ? "not" : `${reconciledAgo.toFixed(0)} s ago`;
  console.log(`open payments: checked ${checked}; oldest waiting job: ${queueAge.toFixed(0)} s`);
  console.log(`${failedJobs.length} failed jobs, ${money.length} payments to refund or check`);
}

async function retry({ boss }: Shop, ids: string[]): Promise<void> {
  const count = await boss.redrive(DEAD_LETTERS, ids.length > 0 ? { ids } : {});
  console.log(`${count} jobs run again`);
}

async function refund(shop: Shop, [orderId = "", amount]: string[]): Promise<void> {
  if (amount !== undefined && !/^[1-9]\d{0,14}$/.test(amount)) {
    throw new SetupError(`The amount must be in minor units: 1290 for 12.90\n${USAGE}`);
  }
  const refunded = await refundOrder(shop, orderId, amount === undefined ? undefined : Number(amount));
  console.log(refunded > 0 ? `${refunded} will be refunded` : "Nothing of this order is left to refund");
}

async function settle({ pool }: Shop, keys: string[]): Promise<void> {
  const decisions = "UPDATE decisions SET settled_at = now() WHERE key = ANY ($1) AND settled_at IS NULL";
  const refunds = "UPDATE refunds SET state = 'settled' WHERE id = ANY ($1) AND state = 'declined'";
  const counts = [await pool.query(decisions, [keys]), await pool.query(refunds, [keys])];
  console.log(`${counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)} payments settled`);
}

async function reconcileNow({ boss, pool }: Shop): Promise<void> {
  await pool.query("UPDATE checkouts SET next_check_at = now() WHERE token IS NOT NULL");
  await runSchedules(boss);
}

const COMMANDS: Readonly<Record<string, (shop: Shop, args: string[]) => Promise<void>>> = {
  list,
  retry,
  refund,
  settled: settle,
  reconcile: reconcileNow,
};

await run(async () => {
  const [name = "list", ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (!command) throw new SetupError(`Unknown command "${name}".\n${USAGE}`);
  const shop = await openShop();
  await command(shop, args);
  await closeShop(shop);
});
