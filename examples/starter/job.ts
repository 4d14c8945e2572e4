/** The work that no customer waits for. Run it in one process. */
import { type Row, sql } from "./database.ts";
import { checkOrder, refunded, sendRefund } from "./shop.ts";

/**
 * Paid orders that are not shipped. After a refund of the whole payment, nothing is shipped, and after
 * a chargeback, not before your staff press "Ship the order".
 */
const toShip = `paid_by IS NOT NULL AND closed = 0 AND coalesce(shipping, 'now') = 'now'
  AND amount > ${refunded("paid_by")} AND paid_by NOT IN (SELECT parent FROM reviews WHERE done = 0)`;

async function ship(id: string) {
  const [order] = await sql(`UPDATE orders SET shipping = 'now' WHERE id = ? AND ${toShip} RETURNING id`, id);
  if (!order) return; // refunded since the run began
  // Replace this line. After a crash, the same id comes again, and must not ship twice.
  await sql("INSERT OR IGNORE INTO shipments VALUES (?)", id);
  await sql("UPDATE orders SET shipping = 'done' WHERE id = ?", id);
  console.log("Ship order", id);
}

/** Acts on eight rows at the same time. One bad row does not stop the others. Prints each error once. */
async function each(query: string, act: (row: Row) => Promise<void>) {
  const rows = (await sql(query)).values();
  const failed = new Map<string, unknown[]>(); // ids by message
  const work = async () => {
    for (const row of rows) {
      const { id } = row;
      await act(row).catch(({ message }) => failed.set(message, [...(failed.get(message) ?? []), id]));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  for (const [message, [id, ...others]] of failed)
    console.error(`${id}${others.length > 0 ? ` and ${others.length} more` : ""}: ${message}`);
}

/** Finds lost payments, ships, and sends refunds. */
export async function run() {
  await each("SELECT id FROM orders WHERE token IS NOT NULL", ({ id }) => checkOrder(String(id)));
  // Close orders that no token can pay any more. This frees their tickets.
  await sql(
    "UPDATE orders SET closed = 1 WHERE paid_by IS NULL AND token IS NULL AND expires_at < ?",
    Date.now(),
  );
  await each(`SELECT id FROM orders WHERE ${toShip}`, ({ id }) => ship(String(id)));
  await each("SELECT * FROM refunds WHERE result IS NULL", sendRefund);
}

let current = Promise.resolve();
let next: Promise<void> | undefined;
/** Runs the job after the current run. All calls until then share one run. */
export const job = () =>
  (next ??= current.then(() => {
    next = undefined;
    current = run().catch(console.error);
    return current;
  }));
