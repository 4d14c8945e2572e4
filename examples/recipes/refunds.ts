import { outcome, type PaymentsClient } from "payments-client";
import { askOnce, UNDER_WAY } from "./ask-once.ts";

/**
 * `asked` by your staff, `sent` to the gateway, then one of three: `refunded`; `declined` by the bank; or `refused` by the
 * gateway. After the last two no money moved, and your staff may ask again: that is another row.
 */
export interface Refund {
  /** From the form that your staff sends, so that a form that is sent twice is one refund: a primary key. */
  readonly id: string;
  readonly paymentUid: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  state: "asked" | "sent" | "refunded" | "declined" | "refused";
  sentAt?: number;
  message?: string;
}

/** A table in your database. */
export const refunds = new Map<string, Refund>();

/** Stores a refund, or does nothing if it is stored. The gateway does not say what is left of a payment: add it up. */
export function askForRefund(refund: Omit<Refund, "state">, paid: number): void {
  if (refunds.has(refund.id)) return;
  const others = [...refunds.values()].filter(
    ({ paymentUid, state }) =>
      paymentUid === refund.paymentUid && state !== "declined" && state !== "refused",
  );
  const left = others.reduce((sum, { amount }) => sum - amount, paid);
  if (refund.amount > left) throw new RangeError(`Only ${left} is left of payment ${refund.paymentUid}`);
  refunds.set(refund.id, { ...refund, state: "asked" });
}

/** In a database one statement: UPDATE … SET state = 'sent', sent_at = now() WHERE id = … AND (state = 'asked' OR …). */
function claim(refund: Refund, underWay: number): boolean {
  const isLate = refund.state === "sent" && Date.now() - (refund.sentAt ?? 0) >= underWay;
  if (refund.state !== "asked" && !isLate) return false;
  Object.assign(refund, { state: "sent", sentAt: Date.now() });
  return true;
}

/** Stores a result, unless another process has. */
function end(refund: Refund, state: Refund["state"], message: string): void {
  if (refund.state === "sent") Object.assign(refund, { state, message });
}

/**
 * Makes what is asked for, and finds out what became of what was sent: a job that runs every minute.
 *
 * @param honoursKeys Whether the gateway is known to honour idempotency keys: `idempotencyKeys` of the client.
 */
export async function makeRefunds(payments: PaymentsClient, honoursKeys = false): Promise<void> {
  for (const refund of refunds.values()) {
    if (refund.state !== "asked" && refund.state !== "sent") continue;
    const { id, paymentUid, amount, currency, reason } = refund;
    const params = {
      parent_uid: paymentUid,
      amount,
      reason,
      tracking_id: id,
      duplicate_check: !honoursKeys, // what the gateway has instead: it refuses an equal refund for 30 seconds
    };
    const answer = await askOnce(
      payments,
      { key: id, type: "refund", parentUid: paymentUid, amount, currency },
      () => claim(refund, honoursKeys ? 0 : UNDER_WAY),
      (options) => payments.transactions.refund(params, options),
    );
    if (answer.is === "unknown") console.error(`Refund ${id} is asked about again:`, answer.reason);
    else if (answer.is === "refused") end(refund, "refused", answer.reason);
    else {
      const result = outcome(answer.transaction);
      const { uid, message } = answer.transaction;
      if (result === "refunded") end(refund, "refunded", message ?? "");
      else if (result === "failed" || result === "expired") end(refund, "declined", message ?? "");
      else console.error(`Refund ${id} is asked about again: ${uid} is ${result}`);
    }
  }
}
