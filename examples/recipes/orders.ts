import type { PaymentEvent } from "payments-client/webhooks";

/** An order, written before its payment begins: its `id` is the `tracking_id`. */
export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** The shop that sells it, where there are several. */
  readonly shopId?: string;
  status: "open" | "paid" | "failed";
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

/** Marks an order as paid, once: a repeat changes nothing. A payment of an order that is not open is kept. */
export function pay(order: Order | undefined, { key, summary }: PaymentEvent): void {
  if (keys.has(key)) return;
  keys.add(key);
  if (order?.status === "open") {
    order.status = "paid";
    order.cardToken ??= summary.cardToken;
  } else {
    const { uid = "", trackingId } = summary;
    const reason = `${order ? "a second payment of order" : "there is no order"} ${trackingId}`;
    toReview.push({ uid, reason });
    console.warn("A payment to review:", uid, reason);
  }
}
