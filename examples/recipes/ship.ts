import { orders, reversals } from "./orders.ts";
import { leftOf } from "./refunds.ts";

/** Cancels an order that is not paid. A payment after that goes to manual review. */
export function cancelOrder(id: string): boolean {
  // UPDATE orders SET closed = true WHERE id = … AND paid_by IS NULL
  const order = orders.get(id);
  if (!order || order.paidBy !== null) return false;
  order.closed = true;
  return true;
}

/** Whether the whole payment went back, or goes back now. */
function isBack(uid: string, paid: number): boolean {
  let back = 0;
  for (const { paymentUid, amount } of reversals.values())
    if (paymentUid === uid) back += amount;
  return back >= paid || leftOf(uid, paid) <= 0;
}

/**
 * Ships the paid orders. Let a scheduler call this function every minute, one run after
 * the other.
 *
 * @param ship Must ignore an id that it has shipped, because a run that was killed
 * leaves its mark, and the next run ships this order again.
 */
export async function shipOrders(ship: (id: string) => Promise<void>): Promise<void> {
  // UPDATE orders SET shipping = 'now'
  // WHERE paid_by IS NOT NULL AND NOT closed AND shipping IS NULL
  //   AND amount > (SELECT coalesce(sum(amount), 0) FROM reversals
  //     WHERE payment_uid = paid_by), and the same for open refunds
  for (const order of orders.values()) {
    const { paidBy, closed, amount } = order;
    if (paidBy !== null && !closed && !isBack(paidBy, amount)) order.shipping ??= "now";
  }

  for (const order of orders.values()) {
    if (order.shipping !== "now") continue;
    try {
      await ship(order.id);
      order.shipping = "done";
    } catch (error) {
      console.error(`Order ${order.id}:`, error); // the next run ships it
    }
  }
}
