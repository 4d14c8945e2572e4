import type { DatabaseSync } from "node:sqlite";
import { integerOrNull, text, textOrNull } from "./database/rows.ts";
import { ATTENTION } from "./payments/take-payment.ts";

/** Money that came, or may have, and moved no order: somebody has to give it back, or find out whose it is. */
export interface Problem {
  readonly key: string;
  readonly receivedAt: string;
  readonly uid: string | null;
  readonly outcome: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly message: string | null;
  /** The order, or what the payment said of it. */
  readonly orderId: string | null;
}

const PLACES = ATTENTION.map(() => "?").join(", ");

/** What nobody dealt with yet, the oldest first. */
export const listProblems = (db: DatabaseSync): Problem[] =>
  db
    .prepare(`
      SELECT *, coalesce(order_id, tracking_id) AS about FROM notifications
      WHERE outcome IN (${PLACES}) AND handled_at IS NULL ORDER BY received_at`)
    .all(...ATTENTION)
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

/** Whether money came for an order that did not match it: it is not asked for again before somebody looked. */
export const isInQuestion = (db: DatabaseSync, orderId: string): boolean =>
  db
    .prepare("SELECT 1 FROM notifications WHERE order_id = ? AND outcome = 'mismatch' AND handled_at IS NULL")
    .get(orderId) !== undefined;

export function markHandled(db: DatabaseSync, key: string): void {
  db.prepare("UPDATE notifications SET handled_at = ? WHERE key = ?").run(new Date().toISOString(), key);
}
