/** An order, written before its payment begins: its `id` is the `tracking_id`. */
export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  status: "open" | "paid";
}

/** A payment that paid no order, and why: it has to be refunded. */
export interface PaymentToRefund {
  readonly uid: string;
  readonly reason: string;
}

/** In memory here. In a database, `pay` is one transaction, and `keys` a unique index. */
export const orders = new Map<string, Order>();
export const toRefund: PaymentToRefund[] = [];
const keys = new Set<string>();

/** Marks an order as paid, once: a repeat changes nothing, and a second payment of it is kept. */
export function pay(order: Order, uid: string, key: string): void {
  if (keys.has(key)) return;
  keys.add(key);
  if (order.status === "open") order.status = "paid";
  else toRefund.push({ uid, reason: `a second payment of order ${order.id}` });
}
