import { randomBytes } from "node:crypto";
import { transaction } from "./database.ts";
import { lockOrder } from "./orders.ts";
import { leftToRefund } from "./refunds.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";
import { takeFromStock } from "./stock.ts";

/**
 * Issues a code for the product and reduces its stock, unless all the money went back. The unique row ensures that it
 * happens once. Actions outside of this database, such as e-mails or parcels, need the order's id as idempotency key.
 */
export const fulfil = ({ pool }: Shop, orderId: string): Promise<void> =>
  transaction(pool, async (sql) => {
    await checkVersion(sql);
    const order = await lockOrder(sql, orderId);
    if (!order?.paid || order.refunded >= order.amount) return;
    if (order.payment !== null && (await leftToRefund(sql, orderId, order.payment)) <= 0) {
      // If it is declined, a later attempt fulfils the order.
      throw new Error(`All of order ${orderId} is about to be refunded`);
    }
    const insert =
      "INSERT INTO fulfilments (order_id, code) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING";
    const { rowCount } = await sql.query(insert, [orderId, randomBytes(8).toString("hex")]);
    if (rowCount === 1) await takeFromStock(sql, order.product, order.quantity);
  });
