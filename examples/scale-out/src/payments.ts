import { type CheckoutStatus, isFinal, NotFoundError, outcome, WebhookError } from "payments-client";
import { expectPayment, type Notification, notificationKey } from "payments-client/webhooks";
import { checkVersion, type Sql, transaction } from "./database.ts";
import { findOrder } from "./orders.ts";
import { addJob } from "./queues.ts";
import type { Shop } from "./shop.ts";

/** The result of a payment. Except for the first two, it must be refunded or checked by the staff. */
type Decision = "paid" | "not paid" | "second payment" | "mismatch" | "unknown order" | "unclear";

/** Saves a notification and its job in one transaction. A repeated notification changes nothing. */
export async function record({ boss }: Shop, sql: Sql, notification: Notification): Promise<void> {
  const key = notificationKey(notification);
  const { rowCount } = await sql.query(
    "INSERT INTO notifications (key, body) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING",
    [key, JSON.stringify({ ...notification, raw: undefined })],
  );
  if (rowCount === 1) await addJob(boss, sql, "payments", key);
}

/** Whether a payment matches the order: amount, currency, tracking id and test mode. */
function isExpected(notification: Notification, order: Parameters<typeof expectPayment>[1]): boolean {
  try {
    expectPayment(notification, order);
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

/** Marks the order as paid, once: a second payment changes nothing. */
async function decide(shop: Shop, sql: Sql, notification: Notification): Promise<[Decision, string?]> {
  const test = shop.isTestMode;
  const isTransaction = notification.type === "transaction";
  const payment = isTransaction ? notification.transaction : notification.checkout;
  const result = outcome(payment, { test });
  if (result === "unknown") return ["unclear"];
  if (result !== "paid") return ["not paid"];
  const trackingId = isTransaction
    ? notification.transaction.tracking_id
    : notification.checkout.order?.tracking_id;
  const order = await findOrder(sql, trackingId);
  if (!order) return ["unknown order"];
  const { id } = order;
  if (!isExpected(notification, { ...order, trackingId: id, test })) return ["mismatch", id];
  const pay = "UPDATE orders SET paid_by = $2 WHERE id = $1 AND paid_by IS NULL";
  const { rowCount } = await sql.query(pay, [id, notificationKey(notification)]);
  if (rowCount === 0) return ["second payment", id];
  await addJob(shop.boss, sql, "fulfilment", id);
  return ["paid", id];
}

/** Processes a notification in one transaction: if killed at any time, it is processed once or not yet. */
export const takePayment = (shop: Shop, key: string): Promise<void> =>
  transaction(shop.pool, async (sql) => {
    await checkVersion(sql);
    const { rows } = await sql.query<{ body: Notification }>(
      "SELECT body FROM notifications WHERE key = $1 AND decision IS NULL FOR UPDATE",
      [key],
    );
    const [notification] = rows;
    if (!notification) return;
    const [decision, orderId] = await decide(shop, sql, notification.body);
    const decided = "UPDATE notifications SET decision = $2, order_id = $3 WHERE key = $1";
    await sql.query(decided, [key, decision, orderId]);
  });

/** Gets the status of a payment token; a final one is recorded with the same key as its notification. */
export async function askGateway(shop: Shop, token: string): Promise<CheckoutStatus | undefined> {
  const status = await shop.payments.checkouts.get(token).catch((error) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (status && !isFinal(status)) return status;
  await transaction(shop.pool, async (sql) => {
    if (status) await record(shop, sql, { type: "checkout", checkout: status, raw: status });
    await sql.query("UPDATE checkouts SET next_check_at = NULL WHERE token = $1", [token]);
  });
  return status;
}

/** The growing polling intervals: half a minute, one, two, … up to six hours. */
const CLAIM = `
  UPDATE checkouts SET checks = checks + 1,
    next_check_at = now() + least(interval '30 seconds' * 2 ^ least(checks, 20), interval '6 hours')
  WHERE token IN (SELECT token FROM checkouts WHERE next_check_at <= now() ORDER BY next_check_at LIMIT 10)
  RETURNING token`;

/** Polls every payment token that is due: notifications can be lost, and the gateway stops after a day and a half. */
export async function reconcile(shop: Shop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await shop.pool.query<{ token: string }>(CLAIM);
    if (rows.length === 0) return;
    const asked = await Promise.allSettled(rows.map(({ token }) => askGateway(shop, token)));
    const failures = asked.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const failure of failures) console.error(`The status of a payment could not be read: ${failure}`);
    // If the gateway does not respond, the rest waits for the next run.
    if (failures.length === rows.length) return;
  }
}
