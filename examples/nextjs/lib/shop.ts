import {
  handlePayment,
  type PaymentEvent,
  type PaymentHandlers,
  type PaymentResult,
} from "payments-client/webhooks";
import { addReview, closeToken, findOrder, markPaid, type Order, takeBack } from "./orders.ts";
import { payments } from "./payments.ts";

/** Stores money that went back, perhaps before its payment is known. */
async function storeReversal({ transaction, summary: { uid, amount } }: PaymentEvent<Order>): Promise<void> {
  const paymentUid = transaction?.parent_uid;
  if (uid && amount && paymentUid) await takeBack(uid, { paymentUid, amount });
}

export const shop: PaymentHandlers<Order> = {
  findOrder,
  paid: ({ order, uid, key }) => markPaid(order, uid, key),
  refunded: storeReversal,
  review: async (payment) => {
    const { key, reason, summary, message } = payment;
    if (reason === "charged_back") await storeReversal(payment);
    await addReview(key, { uid: summary.uid, orderId: summary.trackingId, message });
  },
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
