import { randomBytes } from "node:crypto";
import { checkVersion, transaction } from "./database.ts";
import type { Shop } from "./shop.ts";

/**
 * Issues a code for the tickets and reduces the stock. The unique row ensures that it happens once. Actions outside of
 * this database, such as e-mails or parcels, need the order's id as idempotency key.
 */
export const fulfil = ({ pool }: Shop, orderId: string): Promise<void> =>
  transaction(pool, async (sql) => {
    await checkVersion(sql);
    const insert =
      "INSERT INTO fulfilments (order_id, code) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING";
    const { rowCount } = await sql.query(insert, [orderId, randomBytes(8).toString("hex")]);
    if (rowCount === 0) return;
    await sql.query("UPDATE stock SET remaining = remaining - quantity FROM orders WHERE id = $1", [orderId]);
  });
