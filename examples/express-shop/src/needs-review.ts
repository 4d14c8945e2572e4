import type { DatabaseSync } from "node:sqlite";
import { integerOrNull, text, textOrNull } from "./database/rows.ts";
import { NEEDS_REVIEW } from "./payments/take-payment.ts";

/** A payment that succeeded, or may have, without paying an order: the staff refund it or find its order. */
export interface Problem {
  readonly key: string;
  readonly receivedAt: string;
  readonly uid: string | null;
  readonly outcome: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly message: string | null;
  /** The order, or the payment's tracking id. */
  readonly orderId: string | null;
}

const PLACES = NEEDS_REVIEW.map(() => "?").join(", ");

/** Payments not handled yet, the oldest first. */
export const listProblems = (db: DatabaseSync): Problem[] =>
  db
    .prepare(`
      SELECT *, coalesce(order_id, tracking_id) AS about FROM notifications
      WHERE outcome IN (${PLACES}) AND handled_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM notifications AS paid WHERE paid.uid = notifications.uid AND paid.outcome = 'paid')
      ORDER BY received_at`)
    .all(...NEEDS_REVIEW)
    .map((row) => ({
      key: text(row.key),
      receivedAt: text(row.received_at),
      uid: textOrNull(row.uid),
      outcome: text(row.outcome),
      amount: integerOrNull(row.amount),
      currency: textOrNull(row.currency),
      message: textOrNull(row.message),
      orderId: textOrNull(row.about),
    }));

const MISMATCH = `
  SELECT 1 FROM notifications
  WHERE order_id = ? AND outcome IN ('mismatch', 'contradictory') AND handled_at IS NULL`;

/** Whether a payment for this order did not match it. The customer is not asked to pay again until it is handled. */
export const isUnderReview = (db: DatabaseSync, orderId: string): boolean =>
  db.prepare(MISMATCH).get(orderId) !== undefined;

export function markHandled(db: DatabaseSync, key: string): void {
  db.prepare("UPDATE notifications SET handled_at = ? WHERE key = ?").run(new Date().toISOString(), key);
}
