import type { DatabaseSync } from "node:sqlite";
import { toMinorUnits } from "payments-client";
import { integer, type Row, text, textOrNull } from "./database/rows.ts";
import { transaction } from "./database/transaction.ts";
import { findOrder } from "./orders.ts";

/** `requested` until the result is known: the bank can decline it, the gateway can refuse it. */
const STATUSES = ["requested", "refunded", "declined", "refused"] as const;

export type RefundStatus = (typeof STATUSES)[number];

export interface Refund {
  /** The refund's `tracking_id`. */
  readonly id: string;
  readonly paymentUid: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: RefundStatus;
  readonly message: string | null;
  readonly createdAt: string;
}

const toRefund = (row: Row): Refund => ({
  id: text(row.id),
  paymentUid: text(row.payment_uid),
  amount: integer(row.amount),
  currency: text(row.currency),
  reason: text(row.reason),
  status: STATUSES.find((status) => status === row.status) ?? "requested",
  message: textOrNull(row.message),
  createdAt: text(row.created_at),
});

const SELECT = "SELECT refunds.*, currency FROM refunds JOIN orders ON orders.id = order_id";

/** The oldest first. */
export const refundsOf = (db: DatabaseSync, orderId: string): Refund[] =>
  db.prepare(`${SELECT} WHERE order_id = ? ORDER BY refunds.rowid`).all(orderId).map(toRefund);

/** Refunds without a result yet. */
export const listRequested = (db: DatabaseSync): Refund[] =>
  db.prepare(`${SELECT} WHERE refunds.status = 'requested' ORDER BY refunds.rowid`).all().map(toRefund);

/** Amount refunded or requested. Of a declined or refused refund, no money moved. */
export const refundedOf = (refunds: readonly Refund[]): number =>
  refunds
    .filter(({ status }) => status === "requested" || status === "refunded")
    .reduce((sum, { amount }) => sum + amount, 0);

/** The gateway's identifier of the payment that paid for an order. */
const paymentOf = (db: DatabaseSync, orderId: string): string | undefined => {
  const row = db
    .prepare("SELECT uid FROM notifications WHERE order_id = ? AND outcome = 'paid'")
    .get(orderId);
  return textOrNull(row?.uid ?? null) ?? undefined;
};

/** Why a refund can't be requested; the message is for the staff. */
export class RefundError extends Error {}

/** A form's amount, such as `40.00`, in minor units. */
function readAmount(written: string, currency: string): number {
  try {
    return toMinorUnits(written, currency);
  } catch {
    throw new RefundError(`Enter the amount as 40.00, not ${written || "nothing"}.`);
  }
}

/** The fields of a refund form. */
export interface RefundForm {
  readonly id: string;
  readonly orderId: string;
  readonly amount: string;
  readonly reason: string;
}

/**
 * Records a refund before it is sent to the gateway. The same id twice is one refund. The total is limited to the paid
 * amount.
 *
 * @throws RefundError
 */
export const requestRefund = (db: DatabaseSync, { id, orderId, amount: written, reason }: RefundForm): void =>
  transaction(db, () => {
    const order = findOrder(db, orderId);
    const paymentUid = paymentOf(db, orderId);
    if (!order || paymentUid === undefined) throw new RefundError("This order was not paid.");
    // The prefix keeps it apart from the tracking ids of payments, among which it is looked for.
    if (!/^refund-[\w-]{1,200}$/.test(id))
      throw new RefundError("Reload the page: the refund has no valid id.");
    if (reason === "" || reason.length > 255)
      throw new RefundError("Enter a reason of up to 255 characters.");
    const refunds = refundsOf(db, orderId);
    if (refunds.some((refund) => refund.id === id)) return;
    const amount = readAmount(written, order.currency);
    const left = order.amount - refundedOf(refunds);
    if (amount < 1 || amount > left)
      throw new RefundError("The amount must be above 0 and at most what is left to refund.");
    db.prepare(`
      INSERT INTO refunds (id, order_id, payment_uid, amount, reason, status, created_at)
      VALUES (?, ?, ?, ?, ?, 'requested', ?)`).run(
      id,
      orderId,
      paymentUid,
      amount,
      reason,
      new Date().toISOString(),
    );
  });

/**
 * Claims a refund for this process, in one statement. False while a call for it may be under way, or for an equal one, which
 * the gateway would take for a repeat.
 */
export function claimRefund(db: DatabaseSync, { id }: Refund, underWay: number): boolean {
  const { changes } = db
    .prepare(`
      UPDATE refunds SET sent_at = ?1
      WHERE id = ?2 AND status = 'requested' AND NOT EXISTS (
        SELECT 1 FROM refunds AS equal WHERE equal.payment_uid = refunds.payment_uid
          AND equal.amount = refunds.amount AND equal.sent_at > ?3)`)
    .run(new Date().toISOString(), id, new Date(Date.now() - underWay).toISOString());
  return changes === 1;
}

/** Why the result of a refund is not known yet. */
export function noteRefund(db: DatabaseSync, id: string, message: string): void {
  db.prepare("UPDATE refunds SET message = ? WHERE id = ? AND status = 'requested'").run(message, id);
}

/** Records the result of a refund. It does not change, unless the gateway reports that the money went back after all. */
export function saveRefund(db: DatabaseSync, id: string, status: RefundStatus, message: string | null): void {
  db.prepare(`
    UPDATE refunds SET status = ?1, message = ?2
    WHERE id = ?3 AND (status = 'requested' OR (status <> 'refunded' AND ?1 = 'refunded'))`).run(
    status,
    message,
    id,
  );
}
