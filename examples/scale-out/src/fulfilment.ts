import { randomBytes } from "node:crypto";
import { checkVersion, transaction } from "./database.ts";
import type { Shop } from "./shop.ts";

/**
 * What the customer paid for: a code for the tickets, and the stock that they come from. The unique row decides that it happens
 * once. What happens outside of this database, a mail or a parcel, needs the order's id as its idempotency key.
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
