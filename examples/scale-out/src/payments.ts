import {
  type CheckoutStatus,
  type Outcome,
  outcome,
  paymentSummary,
  type Transaction,
  WebhookError,
} from "payments-client";
import { expectPayment, notificationKey } from "payments-client/webhooks";
import { type Sql, transaction } from "./database.ts";
import { lockOrder, type Order, orderIdOf } from "./orders.ts";
import { addJob } from "./queues.ts";
import { requestRefund } from "./refunds.ts";
import { storeReversal } from "./reversals.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";

/** What came of a notification. The last four are for the staff. */
type Decision =
  | "paid"
  | "not paid"
  | "second payment"
  | "refunded"
  | "charged back"
  | "mismatch"
  | "unknown order"
  | "unclear";

/** The results of a payment that move no money of ours. */
const NO_MONEY: readonly Outcome[] = [
  "pending",
  "failed",
  "expired",
  "authorized",
  "voided",
  "tokenized",
  "test",
];

/** As told by the gateway: by a notification, or as the status of a token. */
export type Payment = Transaction | CheckoutStatus;

/** The customer's bank took the money back. The package has no word for that. */
const isChargeback = (payment: Payment): boolean =>
  paymentSummary(payment).type === "chargeback" && payment.status === "successful";

/** A chargeback names its order only in the payment that it takes back. */
const trackingIdOf = (payment: Payment): unknown =>
  paymentSummary(payment).trackingId ?? Object(payment).parent_transaction?.tracking_id;

/** Saves what the gateway told and its job, in one transaction. What it repeats changes nothing. */
export async function record({ boss, isTestMode }: Shop, sql: Sql, payment: Payment): Promise<void> {
  const [orderId, key] = [orderIdOf(trackingIdOf(payment)), notificationKey(payment)];
  const { rowCount } = await sql.query(
    "INSERT INTO notifications (order_id, key, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [orderId, key, JSON.stringify(payment)],
  );
  if (rowCount === 0) return;
  if (NO_MONEY.includes(outcome(payment, { test: isTestMode }))) {
    await saveDecision(sql, orderId, key, "not paid");
  } else {
    await addJob(boss, sql, "payments", { orderId, subject: key });
  }
}

async function saveDecision(sql: Sql, orderId: string, key: string, decision: Decision): Promise<void> {
  const insert = "INSERT INTO decisions (order_id, key, decision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
  await sql.query(insert, [orderId, key, decision]);
}

/** Whether a payment matches the order: amount, currency, tracking id and test mode. */
function isExpected(payment: Payment, { id, amount, currency }: Order, test: boolean): boolean {
  try {
    expectPayment(payment, { amount, currency, trackingId: id, test });
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

/** Marks the order as paid, once. A second payment is refunded. */
async function pay(shop: Shop, sql: Sql, payment: Payment, order: Order): Promise<Decision> {
  const { id, amount } = order;
  const { uid } = paymentSummary(payment);
  if (uid === undefined) return "unclear";
  if (!isExpected(payment, order, shop.isTestMode)) return "mismatch";
  if (order.paid) {
    const reason = "The order was paid before";
    await requestRefund(shop, sql, { orderId: id, paymentUid: uid, amount, reason });
    return "second payment";
  }
  const update = "UPDATE orders SET paid_by = $2, payment_uid = $3 WHERE id = $1";
  await sql.query(update, [id, notificationKey(payment), uid]);
  await sql.query("DELETE FROM checkouts WHERE order_id = $1 AND token IS NOT NULL", [id]);
  await addJob(shop.boss, sql, "fulfilment", { orderId: id, subject: id });
  return "paid";
}

async function decide(shop: Shop, sql: Sql, payment: Payment, order: Order | undefined): Promise<Decision> {
  const result = isChargeback(payment) ? "charged back" : outcome(payment, { test: shop.isTestMode });
  if (result !== "paid" && result !== "refunded" && result !== "charged back") return "unclear";
  if (!order) return "unknown order";
  if (result === "paid") return pay(shop, sql, payment, order);
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
