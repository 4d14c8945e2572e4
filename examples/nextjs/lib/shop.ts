import { handlePayment, type PaymentHandlers, type PaymentResult } from "payments-client/webhooks";
import { addReview, closeToken, findOrder, markPaid, type Order } from "./orders.ts";
import { payments } from "./payments.ts";

export const shop: PaymentHandlers<Order> = {
  findOrder,
  paid: ({ order, uid, key }) => markPaid(order, uid, key),
  review: ({ key, summary, message }) =>
    addReview(key, { uid: summary.uid, orderId: summary.trackingId, message }),
};

/**
 * Requests the status of a token, because its notification can be late or lost. The token is closed when its order is paid
 * or over, because a gateway may call a token final whose customer can try another card.
 */
export async function checkToken(token: string): Promise<PaymentResult<Order>> {
  const result = await handlePayment(shop, await payments().checkouts.get(token));
  if (result.isFinal) await closeToken(token, result.is === "paid");
  return result;
}
