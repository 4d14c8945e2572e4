import { type Order, orders, reversals, toReview } from "./orders.ts";
import { leftOf } from "./refunds.ts";

/** Cancels an order that is not paid. A payment after that goes to manual review. */
export function cancelOrder(id: string): boolean {
  // UPDATE orders SET closed = true WHERE id = … AND paid_by IS NULL
  const order = orders.get(id);
  if (!order || order.paidBy !== null) return false;
  order.closed = true;
  return true;
}

/**
 * Whether an order is paid, and not all of its money went back or goes back now. Your
 * staff decide about a chargeback.
 */
function isDue({ paidBy, closed, amount }: Order): boolean {
  if (paidBy === null || closed) return false;
  for (const { parentUid, done } of toReview.values())
    if (parentUid === paidBy && !done) return false;
  let left = amount;
  for (const back of reversals.values())
    if (back.paymentUid === paidBy) left -= back.amount;
  return left > 0 && leftOf(paidBy, amount) > 0;
}

/**
 * Ships the paid orders. Let a scheduler call this function every minute, one run after
 * the other.
 *
 * @param ship Must ignore an id that it has shipped, because a run that was killed
 * leaves its mark, and the next run ships this order again.
 */
export async function shipOrders(ship: (id: string) => Promise<void>): Promise<void> {
  for (const order of orders.values()) {
    // Checked before each try, because the payment may be refunded between them.
    if (order.shipping === "done" || !isDue(order)) continue;
    order.shipping = "now";
    try {
      await ship(order.id);
      order.shipping = "done";
    } catch (error) {
      console.error(`Order ${order.id}:`, error); // the next run tries again
    }
  }
}
