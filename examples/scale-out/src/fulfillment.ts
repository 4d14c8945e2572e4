import { randomBytes } from "node:crypto";
import { transaction } from "./database.ts";
import { findOrder, lockOrder } from "./orders.ts";
import { leftToRefund } from "./refunds.ts";
import type { Shop } from "./shop.ts";

const TAKE_FROM_STOCK = "UPDATE products SET stock = stock - $2 WHERE name = $1 AND stock >= $2";

/**
 * Issues a code for the product and reduces its stock, unless all the money went back. The unique row ensures that it
 * happens once. Actions outside of this database, such as emails or parcels, need the order's id as idempotency key.
 */
export const fulfill = ({ pool }: Shop, orderId: string): Promise<void> =>
  transaction(pool, async (sql) => {
    await lockOrder(sql, orderId);
    const order = await findOrder(sql, orderId);
    if (!order || order.paidBy === null || order.refunded >= order.amount) return;
    if ((await leftToRefund(sql, orderId, order.paidBy)) <= 0) {
      // If the refund is declined, a later attempt fulfills the order.
      throw new Error(`All of order ${orderId} is about to be refunded`);
    }
    const insert =
      "INSERT INTO fulfillments (order_id, code) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING";
    const { rowCount } = await sql.query(insert, [orderId, randomBytes(8).toString("hex")]);
    if (rowCount === 0) return;
    const taken = await sql.query(TAKE_FROM_STOCK, [order.product, order.quantity]);
    if (taken.rowCount === 0)
      throw new Error(`The stock of "${order.product}" is less than ${order.quantity}`);
  });
