/** The orders, and what payments and refunds do to them. */
import { NotFoundError, PaymentsClient, sendOnce } from "payments-client";
import { handlePayment, type PaymentHandlers, Webhooks } from "payments-client/webhooks";
import { type Row, sql } from "./database.ts";

/** What is refunded of a payment, or may be. */
export const refunded = (uid: string) => `(SELECT coalesce(sum(amount), 0) FROM refunds
  WHERE uid = ${uid} AND coalesce(result, 'open') NOT IN ('declined', 'refused'))`;

/** What can be refunded of a payment. After a chargeback nothing, because the money would leave twice. */
export const left = (uid: string) => `CASE WHEN EXISTS (SELECT 1 FROM reviews AS back
  WHERE ${uid} IN (back.parent, back.uid) AND reason = 'charged_back') THEN 0 ELSE amount - ${refunded(uid)} END`;

export async function findOrder(trackingId: string) {
  const [row] = await sql("SELECT * FROM orders WHERE id = ?", trackingId);
  if (!row) return undefined;
  const { id, amount, currency, paid_by, closed, token, pay_url, expires_at } = row;
  return {
    trackingId: String(id),
    amount: Number(amount),
    currency: String(currency),
    paidBy: paid_by ? String(paid_by) : null,
    closed: closed === 1,
    token: token ? String(token) : null,
    payUrl: String(pay_url),
    expiresAt: Number(expires_at),
  };
}

export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

const shop: PaymentHandlers<Order> = {
  findOrder,
  // Runs again for each repeat of the notification, so do not ship here.
  async paid({ order: { trackingId }, uid }) {
    await sql(
      "UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL AND closed = 0",
      ...[uid, trackingId],
    );
    await sql("DELETE FROM reviews WHERE uid = (SELECT paid_by FROM orders WHERE id = ?)", trackingId);
  },
  // Receives every other success, such as a second payment of an order.
  review: ({ key, reason, message, summary, transaction }) =>
    sql(
      "INSERT OR IGNORE INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
      ...[key, summary.trackingId ?? "", summary.uid ?? "", transaction?.parent_uid ?? ""],
      ...[Number(summary.amount ?? 0), summary.currency ?? "", reason, message],
    ),
  // Receives every refund. The tracking id of a refund of this shop is its id.
  async refunded({ summary: { trackingId = "", uid = "", amount = 0, currency = "" }, transaction }) {
    const [own] = await sql("UPDATE refunds SET result = 'succeeded' WHERE id = ? RETURNING id", trackingId);
    if (own) return;
    await sql(
      "INSERT OR IGNORE INTO refunds VALUES (?, ?, ?, ?, 0, 'succeeded', 'Made in the back office')",
      ...[uid, transaction?.parent_uid ?? "", Number(amount), currency],
    );
  },
};
export const notify = new Webhooks().handler(shop);
export const payments = new PaymentsClient();

/** Asks the gateway about the payment of an order, because its notification may be late or lost. */
export async function checkOrder(id: string) {
  const order = await findOrder(id);
  if (!order?.token) return;
  const isOver = (minutes: number) => order.expiresAt + minutes * 60_000 < Date.now();
  const status = await payments.checkouts.get(order.token).catch((error) => {
    // The address or the key may be wrong, so go on for a day.
    if (!(error instanceof NotFoundError && isOver(24 * 60))) throw error;
  });
  const result = status && (await handlePayment(shop, status));
  // No status ends this earlier, because the customer may try again after a failed attempt. Clocks differ.
  if (!result || result.is === "paid" || (result.isFinal && isOver(10)))
    await sql("UPDATE orders SET token = NULL WHERE id = ?", id);
}

/** Stores a refund. The same id is the same refund. @throws Error with a message for your staff. */
export async function storeRefund(id: string, uid: string, amount: number) {
  await sql(
    `INSERT OR IGNORE INTO refunds (id, uid, amount, currency) SELECT ?, uid, ?, currency FROM (
       SELECT paid_by AS uid, amount, currency FROM orders
       UNION SELECT uid, amount, currency FROM reviews) AS payment
     WHERE uid = ? AND ? BETWEEN 1 AND ${left("payment.uid")}`,
    ...[id, amount, uid, amount],
  );
  const [row] = await sql("SELECT * FROM refunds WHERE id = ?", id);
  if (!row) throw new Error("This is not paid, or more than is left of the payment");
  const { uid: storedUid, amount: storedAmount } = row;
  if (storedUid !== uid || Number(storedAmount) !== amount)
    throw new Error("This form was sent before. Reload the page");
  return row;
}

/** Sends a stored refund once. The job calls this function until the result is known. */
export async function sendRefund({ id, uid, amount, result }: Row) {
  if (result !== null) return;
  const params = { parent_uid: String(uid), amount: Number(amount), reason: "Returned" };
  const sent = await sendOnce(payments, "refund", params, {
    key: String(id),
    claim: async (ms) => {
      const claimed = await sql(
        "UPDATE refunds SET sent_at = ? WHERE id = ? AND abs(sent_at - ?) >= ? RETURNING id",
        ...[Date.now(), String(id), Date.now(), ms],
      );
      return claimed.length === 1;
    },
  });
  const isOpen = sent.is === "pending" || sent.is === "unknown";
  // While an earlier call may still run, its reason stays.
  const isWaiting = sent.is === "unknown" && !sent.error;
  await sql(
    `UPDATE refunds SET result = ?, message = ${isWaiting ? "coalesce(message, ?)" : "?"} WHERE id = ? AND result IS NULL`,
    ...[isOpen ? null : sent.is, "reason" in sent ? sent.reason : null, String(id)],
  );
}
