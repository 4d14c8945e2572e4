import type { PaymentEvent, PaymentHandlers } from "payments-client/webhooks";
import type { Order, Orders } from "./orders.ts";

/** Stores money that went back, perhaps before its payment is known. */
function takeBack(orders: Orders, { transaction, summary: { uid, amount } }: PaymentEvent<Order>): void {
  const paymentUid = transaction?.parent_uid;
  if (uid && amount && paymentUid) orders.reversals.set(uid, { paymentUid, amount });
}

/** The functions of the shop for payments. The notification, the return page and the job call the same functions. */
export const handlersOf = (orders: Orders): PaymentHandlers<Order> => ({
  findOrder: (trackingId) => orders.find(trackingId),
  paid: ({ order, uid }) => {
    order.paidBy ??= uid; // in a database: UPDATE orders SET paid_by = … WHERE id = … AND paid_by IS NULL
  },
  refunded: (event) => takeBack(orders, event),
  review: (payment) => {
    const { key, reason, summary } = payment;
    if (reason === "charged_back") takeBack(orders, payment);
    orders.review(key, { id: summary.trackingId, uid: summary.uid, reason });
  },
});
