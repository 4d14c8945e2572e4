import { WebhookError } from "payments-client";
import { type PaymentEvent, paymentEvent } from "payments-client/webhooks";
import { type Sql, transaction } from "./database.ts";
import { type Decision, type Payment, resultOf, saveDecision } from "./notifications.ts";
import { lockOrder, type Order } from "./orders.ts";
import { addJob } from "./queues.ts";
import { requestRefund } from "./refunds.ts";
import { storeReversal } from "./reversals.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";

/** Whether a payment matches the order: amount, currency, tracking id and test mode. */
function isExpected(event: PaymentEvent, { id, amount, currency }: Order, test: boolean): boolean {
  try {
    event.expect({ amount, currency, trackingId: id, test });
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

/** Marks the order as paid, once. A second payment is refunded. */
async function pay(shop: Shop, sql: Sql, event: PaymentEvent, order: Order): Promise<Decision> {
  const { id, amount } = order;
  const { uid } = event.summary;
  if (uid === undefined) return "unclear";
  if (!isExpected(event, order, shop.isTestMode)) return "mismatch";
  // Its rows were lost, and the audit found it: it is the payment that counts.
  if (order.payment === uid) return "paid";
  if (order.paid) {
    const reason = "The order was paid before";
    await requestRefund(shop, sql, { orderId: id, paymentUid: uid, amount, reason });
    return "second payment";
  }
  const update = "UPDATE orders SET paid_by = $2, payment_uid = $3 WHERE id = $1";
  await sql.query(update, [id, event.key, uid]);
  await sql.query("DELETE FROM checkouts WHERE order_id = $1 AND token IS NOT NULL", [id]);
  await addJob(shop.boss, sql, "fulfilment", { orderId: id, subject: id });
  return "paid";
}

async function decide(shop: Shop, sql: Sql, payment: Payment, order: Order | undefined): Promise<Decision> {
  const result = resultOf(payment, shop.isTestMode);
  if (result !== "paid" && result !== "refunded" && result !== "charged back") return "unclear";
  if (!order) return "unknown order";
  if (result === "paid") return pay(shop, sql, paymentEvent(payment), order);
  return (await storeReversal(sql, order.id, payment)) ? result : "unclear";
}

/** Processes what the gateway told in one transaction: if killed at any time, it is processed once or not yet. */
export const takePayment = (shop: Shop, orderId: string, key: string): Promise<void> =>
  transaction(shop.pool, async (sql) => {
    await checkVersion(sql);
    const order = await lockOrder(sql, orderId);
    const { rows } = await sql.query<{ body: Payment }>(
      `SELECT body FROM notifications LEFT JOIN decisions d USING (order_id, key)
       WHERE order_id = $1 AND key = $2 AND d.key IS NULL`,
      [orderId, key],
    );
    const [told] = rows;
    if (told) await saveDecision(sql, orderId, key, await decide(shop, sql, told.body, order));
  });
