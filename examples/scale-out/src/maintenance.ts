import { readNumber } from "./database.ts";
import type { Shop } from "./shop.ts";

/** For how many months orders are kept. Without it nothing is deleted, because the law decides. */
const KEEP_MONTHS = readNumber("KEEP_MONTHS");

/** Orders of one statement, so that it holds no lock for long, and vacuum keeps up. */
const BATCH = 1000;

/** Ids begin with their time. What is stored about an order is deleted with it, unless the staff has to look at its money. */
const DELETE = `
  DELETE FROM orders WHERE id IN (
    SELECT id FROM orders WHERE id < new_id(make_interval(months => -$1::int))
      AND NOT EXISTS (SELECT FROM reviews v WHERE v.order_id = id AND settled_at IS NULL)
      AND NOT EXISTS (SELECT FROM findings f WHERE f.order_id = id AND settled_at IS NULL)
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = orders.id AND state IN ('open', 'declined', 'refused'))
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

/** Deletes orders that are kept for long enough. What is left when `isOver` is deleted by the next run. */
export async function maintain({ pool }: Shop, isOver: () => boolean): Promise<void> {
  if (KEEP_MONTHS === undefined) return;
  for (let deleted: number | null = BATCH; deleted === BATCH && !isOver(); ) {
    deleted = (await pool.query(DELETE, [KEEP_MONTHS])).rowCount;
  }
}
