import type { Pool } from "./database.ts";

/** Orders of one statement: it holds no lock for long, and vacuum keeps up. */
const BATCH = 1000;

/** An order is deleted with all that is stored under its id, unless somebody still has to look at its money. */
const DELETE = `
  WITH old AS MATERIALIZED (
    SELECT id FROM orders WHERE id < $1
      AND NOT EXISTS (SELECT FROM decisions d WHERE d.order_id = id AND settled_at IS NULL
        AND decision IN ('mismatch', 'unclear', 'charged back'))
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = orders.id AND state IN ('requested', 'declined'))
      AND NOT EXISTS (SELECT FROM differences f WHERE f.order_id = id AND settled_at IS NULL)
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), ${["checkouts", "notifications", "decisions", "fulfilments", "reversals", "refunds", "differences"]
    .map((table) => `of_${table} AS (DELETE FROM ${table} USING old WHERE order_id = old.id)`)
    .join(", ")}
  DELETE FROM orders USING old WHERE orders.id = old.id`;

/** An id as of an order that was placed so many months ago: they begin with their time. */
const OLDEST = "SELECT uuidv7(make_interval(months => -$1::int))::text AS id";

/** Deletes orders that are older than so many months, until all are deleted or `isOver`. @returns how many. */
export async function deleteOldOrders(pool: Pool, months: number, isOver: () => boolean): Promise<number> {
  const oldest = (await pool.query<{ id: string }>(OLDEST, [months])).rows[0]?.id;
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(DELETE, [oldest]);
    deleted += rowCount ?? 0;
    if (rowCount !== BATCH || isOver()) return deleted;
  }
}
