import type { DatabaseSync } from "node:sqlite";
import { toMinorUnits } from "payments-client";
import { integer, type Row, text, textOrNull } from "./database/rows.ts";
import { transaction } from "./database/transaction.ts";
import { findOrder } from "./orders.ts";

/** `requested` until the gateway reported the result. */
export type RefundStatus = "requested" | "refunded" | "declined";

export interface Refund {
  /** The refund's `tracking_id`. */
  readonly id: string;
  readonly paymentUid: string;
  readonly amount: number;
  readonly reason: string;
  readonly status: RefundStatus;
  readonly message: string | null;
  readonly createdAt: string;
}

const toRefund = (row: Row): Refund => ({
  id: text(row.id),
  paymentUid: text(row.payment_uid),
  amount: integer(row.amount),
  reason: text(row.reason),
  status: row.status === "refunded" || row.status === "declined" ? row.status : "requested",
  message: textOrNull(row.message),
  createdAt: text(row.created_at),
});

/** The oldest first. */
export const refundsOf = (db: DatabaseSync, orderId: string): Refund[] =>
  db.prepare("SELECT * FROM refunds WHERE order_id = ? ORDER BY rowid").all(orderId).map(toRefund);

/** Refunds without a result yet. */
export const listRequested = (db: DatabaseSync): Refund[] =>
  db.prepare("SELECT * FROM refunds WHERE status = 'requested' ORDER BY rowid").all().map(toRefund);

/** Amount refunded or requested, without declined refunds. */
export const refundedOf = (refunds: readonly Refund[]): number =>
  refunds.filter(({ status }) => status !== "declined").reduce((sum, { amount }) => sum + amount, 0);

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
 * Records the result of a refund. A final result does not change, except that a refund refused as a duplicate of its own
 * earlier call is `declined` until the result of that call arrives.
 */
export function saveRefund(db: DatabaseSync, id: string, status: RefundStatus, message: string | null): void {
  db.prepare(`
    UPDATE refunds SET status = ?1, message = ?2
    WHERE id = ?3 AND (status = 'requested' OR (status = 'declined' AND ?1 = 'refunded'))`).run(
    status,
    message,
    id,
  );
}
