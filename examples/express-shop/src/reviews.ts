import type { DatabaseSync } from "node:sqlite";
import type { PaymentToReview } from "payments-client/webhooks";
import { integerOrNull, text, textOrNull } from "./database/rows.ts";

/** A payment that pays no order. The staff refund it, or find its order. */
export interface Review {
  readonly key: string;
  readonly receivedAt: string;
  readonly uid: string | null;
  readonly orderId: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly reason: string;
  readonly message: string;
}

/** A tracking id can be any text of a customer. Without this, it could add lines to the log. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

const now = (): string => new Date().toISOString();

export function storeReview(db: DatabaseSync, payment: PaymentToReview<unknown>): void {
  const { key, reason, message, summary } = payment;
  const { uid = null, trackingId = null, amount = null, currency = null } = summary;
  const { changes } = db
    .prepare(`
      INSERT INTO reviews (key, received_at, uid, order_id, amount, currency, reason, message)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`)
    .run(key, now(), uid, trackingId, amount, currency, reason, message);
  if (changes === 1)
    console.error(printable(`Payment ${uid} of order ${trackingId} needs review: ${message}`));
}

/** Payments that are not handled yet, the oldest first. One that pays its order meanwhile needs no review. */
export const listReviews = (db: DatabaseSync): Review[] =>
  db
    .prepare(`
      SELECT * FROM reviews
      WHERE handled_at IS NULL AND NOT EXISTS (SELECT 1 FROM orders WHERE paid_by = reviews.uid)
      ORDER BY received_at`)
    .all()
    .map((row) => ({
      key: text(row.key),
      receivedAt: text(row.received_at),
      uid: textOrNull(row.uid),
      orderId: textOrNull(row.order_id),
      amount: integerOrNull(row.amount),
      currency: textOrNull(row.currency),
      reason: text(row.reason),
      message: text(row.message),
    }));

/** Whether a payment of this order has to be checked. The customer is not asked to pay again before. */
export const isUnderReview = (db: DatabaseSync, orderId: string): boolean =>
  db
    .prepare(`
      SELECT 1 FROM reviews
      WHERE order_id = ? AND reason IN ('mismatch', 'unknown') AND handled_at IS NULL`)
    .get(orderId) !== undefined;

export function markHandled(db: DatabaseSync, key: string): void {
  db.prepare("UPDATE reviews SET handled_at = ? WHERE key = ?").run(now(), key);
}
