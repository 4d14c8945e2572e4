import { SetupError } from "./database.ts";
import { DEAD_LETTERS } from "./queues.ts";
import { closeShop, openShop, run, type Shop } from "./shop.ts";

const USAGE = `npm run admin                       what failed, and money to give back
npm run admin -- retry [job …]      runs failed jobs again: these, or all of them
npm run admin -- settled KEY …      removes refunded payments from the list
npm run admin -- reconcile          checks every open payment at the gateway now`;

async function list({ boss, pool }: Shop): Promise<void> {
  const jobs = await boss.findJobs(DEAD_LETTERS);
  for (const { id, sourceName, data, sourceOutput } of jobs) {
    console.log(`failed: ${sourceName} ${id} ${JSON.stringify(data)} ${JSON.stringify(sourceOutput)}`);
  }
  const { rows } = await pool.query<{ key: string; decision: string; order_id: string | null }>(
    `SELECT key, decision, order_id FROM notifications
     WHERE decision NOT IN ('paid', 'not paid') AND settled_at IS NULL ORDER BY received_at`,
  );
  for (const { key, decision, order_id } of rows)
    console.log(`money: ${decision} '${key}' order ${order_id}`);
  console.log(`${jobs.length} failed jobs, ${rows.length} payments to refund or check`);
}

async function retry({ boss }: Shop, ids: string[]): Promise<void> {
  const count = await boss.redrive(DEAD_LETTERS, ids.length > 0 ? { ids } : {});
  console.log(`${count} jobs run again`);
}

async function settle({ pool }: Shop, keys: string[]): Promise<void> {
  const update = "UPDATE notifications SET settled_at = now() WHERE key = ANY ($1)";
  const { rowCount } = await pool.query(update, [keys]);
  console.log(`${rowCount} payments settled`);
}

async function reconcileNow({ boss, pool }: Shop): Promise<void> {
  await pool.query("UPDATE checkouts SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  await boss.send("reconciliation", {});
}

const COMMANDS: Readonly<Record<string, (shop: Shop, args: string[]) => Promise<void>>> = {
  list,
  retry,
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
