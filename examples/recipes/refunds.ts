import { type PaymentsClient, sendOnce } from "payments-client";
import { toReview } from "./orders.ts";

/** A row of your database. Another try after `declined` or `refused` is another row. */
export interface Refund {
  /**
   * Made with the form that your staff sends, so that sending it twice stores one row.
   */
  readonly id: string;
  readonly paymentUid: string; // paidBy of the order
  readonly amount: number;
  readonly reason: string;
  readonly storedAt: number;
  state: "open" | "succeeded" | "declined" | "refused";
  sentAt: number;
  message?: string | undefined; // why it is not done
}

export const refunds = new Map<string, Refund>();

/** The amount that is not refunded yet. Open refunds count as made. */
export function leftOf(uid: string, paid: number): number {
  let left = paid;
  for (const { paymentUid, state, amount } of refunds.values())
    if (paymentUid === uid && (state === "open" || state === "succeeded")) left -= amount;
  return left;
}

/**
 * Stores a refund. Run this function in one transaction that locks the order first, so
 * that two refunds are never more than the payment.
 */
export function storeRefund(
  refund: Omit<Refund, "storedAt" | "state" | "sentAt">,
  paid: number,
): void {
  const stored = refunds.get(refund.id);
  if (stored?.paymentUid === refund.paymentUid && stored.amount === refund.amount) return;
  if (stored) throw new Error(`${refund.id} is another refund. Reload the form`);
  const isChargedBack = [...toReview.values()].some(
    ({ reason, uid, parentUid }) =>
      reason === "charged_back" && [uid, parentUid].includes(refund.paymentUid),
  );
  const left = isChargedBack ? 0 : leftOf(refund.paymentUid, paid);
  if (!Number.isSafeInteger(refund.amount) || refund.amount < 1 || refund.amount > left)
    throw new RangeError(`1 to ${left} of payment ${refund.paymentUid} can be refunded`);
  const storedAt = Date.now();
  refunds.set(refund.id, { ...refund, storedAt, state: "open", sentAt: 0 });
}

/**
 * UPDATE refunds SET sent_at = now()
 * WHERE id = … AND sent_at NOT BETWEEN now() - … AND now() + …
 */
function claim(refund: Refund, milliseconds: number): boolean {
  if (Math.abs(Date.now() - refund.sentAt) < milliseconds) return false;
  refund.sentAt = Date.now();
  return true;
}

async function sendRefund(payments: PaymentsClient, refund: Refund): Promise<void> {
  const { id, paymentUid, amount, reason } = refund;
  const sent = await sendOnce(
    payments,
    "refund",
    { parent_uid: paymentUid, amount, reason },
    { key: id, claim: (milliseconds) => claim(refund, milliseconds) },
  );
  // While an earlier call may still run, its message stays.
  if (sent.is === "unknown" && !sent.error) refund.message ??= sent.reason;
  else refund.message = "reason" in sent ? sent.reason : undefined;
  if (sent.is === "pending" || sent.is === "unknown") return; // the next run calls again
  refund.state = sent.is;
}

/**
 * Sends the open refunds. Let a scheduler call this function every minute, because a
 * response can be lost.
 */
export async function sendRefunds(payments: PaymentsClient): Promise<void> {
  for (const refund of refunds.values()) {
    if (refund.state !== "open") continue;
    // An error of one refund does not keep the job from the others.
    await sendRefund(payments, refund).catch((error) => {
      refund.message = String(error);
      console.error(`Refund ${refund.id}:`, error);
    });
  }
}

/**
 * The refunds that your staff must look at, with their `message`. One whose result is
 * unknown for an hour may stay unknown.
 */
export const refundsForStaff = (): Refund[] =>
  [...refunds.values()].filter(({ state, storedAt }) =>
    state === "open" ? Date.now() - storedAt > 60 * 60_000 : state !== "succeeded",
  );
