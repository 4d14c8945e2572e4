import type { PaymentEvent } from "payments-client/webhooks";

/** An order, written before its payment begins: its `id` is the `tracking_id`. */
export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** The shop that sells it, where there are several. */
  readonly shopId?: string;
  status: "open" | "paid" | "failed";
  /** The key of the payment that paid it. */
  paidBy?: string;
  /** Charges the customer's card again. Undefined unless the payment asked for it with `contract`. Keep it secret. */
  cardToken?: string | undefined;
  /** When the saved card was charged for it: of a renewal. */
  sentAt?: number;
}

/** A payment that paid no order, and why. A person refunds it, or finds its order. */
export interface PaymentToReview {
  readonly uid: string;
  readonly reason: string;
}

/** In memory here. In a database, `pay` is one transaction, and `keys` a unique index. */
export const orders = new Map<string, Order>();
export const toReview: PaymentToReview[] = [];
const keys = new Set<string>();

/** Payment tokens that may still be paid, those of paid orders too. Store a token before you show its address. */
export const openTokens = new Set<string>();

/**
 * Marks an order as paid, once: a repeat changes nothing. A payment of an order that is not open, or that has a problem, is
 * kept for a person.
 */
export function pay(order: Order | undefined, { key, summary }: PaymentEvent, problem?: string): void {
  const once = problem === undefined ? key : `${key} ${problem}`; // the same payment may come without the problem
  // The status of a token, which the job may have seen first, does not have the saved card: its notification does.
  if (order?.paidBy === key) order.cardToken ??= summary.cardToken;
  if (keys.has(once)) return;
  keys.add(once);
  const { uid = "", trackingId } = summary;
  if (order?.status === "open" && problem === undefined) {
    order.status = "paid";
    order.paidBy = key;
    order.cardToken ??= summary.cardToken;
  } else {
    const reason = problem ?? (order ? "its order is not open" : "there is no such order");
    toReview.push({ uid, reason: `Payment of ${trackingId}: ${reason}` });
    console.warn("A payment to review:", uid, trackingId, reason);
  }
}
