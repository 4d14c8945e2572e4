import type { DatabaseSync } from "node:sqlite";
import { toMinorUnits } from "payments-client";
import { integer, type Row, text, textOrNull } from "./database/rows.ts";
import { transaction } from "./database/transaction.ts";
import { findOrder, type Order } from "./orders.ts";

/** `open` until the result is known, then the result of `sendOnce`. */
const STATUSES = ["open", "succeeded", "declined", "refused"] as const;

export type RefundStatus = (typeof STATUSES)[number];

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
  status: STATUSES.find((status) => status === row.status) ?? "open",
  message: textOrNull(row.message),
  createdAt: text(row.created_at),
});

/** The oldest first. */
export const refundsOf = (db: DatabaseSync, orderId: string): Refund[] =>
  db.prepare("SELECT * FROM refunds WHERE order_id = ? ORDER BY rowid").all(orderId).map(toRefund);

/** Refunds without a result yet. */
export const listOpenRefunds = (db: DatabaseSync): Refund[] =>
  db.prepare("SELECT * FROM refunds WHERE status = 'open' ORDER BY rowid").all().map(toRefund);

/** The order of a refund, whose tracking id is the id of the refund. */
export function findRefundedOrder(db: DatabaseSync, id: string): Order | undefined {
  const row = db.prepare("SELECT order_id FROM refunds WHERE id = ?").get(id);
  return row && findOrder(db, text(row.order_id));
}

/** Amount that is refunded, or may be. A refund that was declined or refused moved no money. */
export const refundedOf = (refunds: readonly Refund[]): number =>
  refunds
    .filter(({ status }) => status === "open" || status === "succeeded")
    .reduce((sum, { amount }) => sum + amount, 0);

/** A refund can't be requested. The message is for the staff. */
export class RefundError extends Error {}

/** A form's amount, such as `40.00`, in minor units. */
function readAmount(written: string, currency: string): number {
  try {
    return toMinorUnits(written, currency);
  } catch {
    throw new RefundError(`Enter the amount as 40.00, not ${written || "nothing"}.`);
  }
}

export interface RefundForm {
  readonly id: string;
  readonly orderId: string;
  readonly amount: string;
  readonly reason: string;
}

/**
 * Stores a refund before it is sent to the gateway. The same id twice is one refund. The total is limited to the paid
 * amount.
 *
 * @throws RefundError
 */
export const requestRefund = (db: DatabaseSync, { id, orderId, amount: written, reason }: RefundForm): void =>
  transaction(db, () => {
    const order = findOrder(db, orderId);
    if (!order?.paidBy) throw new RefundError("This order was not paid.");
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
      VALUES (?, ?, ?, ?, ?, 'open', ?)`).run(
      id,
      orderId,
      order.paidBy,
      amount,
      reason,
      new Date().toISOString(),
    );
  });

/**
 * Stores that a refund is sent now, unless it was sent less than `milliseconds` ago, or an equal refund of the same payment
 * was. The gateway would refuse it as a repeat, and remember this refusal for a day.
 */
export function claimRefund(db: DatabaseSync, id: string, milliseconds: number): boolean {
  const at = (offset: number): string => new Date(Date.now() + offset).toISOString();
  // A time in the future is of a wrong clock, which must not block the refund.
  const { changes } = db
    .prepare(`
      UPDATE refunds SET sent_at = ?1
      WHERE id = ?2 AND status = 'open' AND NOT EXISTS (
        SELECT 1 FROM refunds AS equal
        WHERE equal.payment_uid = refunds.payment_uid AND equal.amount = refunds.amount
          AND equal.sent_at > ?3 AND equal.sent_at <= ?4)`)
    .run(at(0), id, at(-milliseconds), at(milliseconds));
  return changes === 1;
}

/**
 * Stores the result of a refund, or why it is not known yet. A result does not change, unless the gateway sends that the
 * money went back after all.
 */
export function saveRefund(db: DatabaseSync, id: string, status: RefundStatus, message = ""): void {
  db.prepare(`
    UPDATE refunds SET status = ?1, message = ?2
    WHERE id = ?3 AND (status = 'open' OR (status <> 'succeeded' AND ?1 = 'succeeded'))`).run(
    status,
    message,
    id,
  );
}
