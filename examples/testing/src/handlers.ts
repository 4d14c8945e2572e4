import type { PaymentHandlers } from "payments-client/webhooks";
import type { Order, Orders } from "./orders.ts";

/** The functions of the shop for payments. The notification, the return page and the job call the same functions. */
export const handlersOf = (orders: Orders): PaymentHandlers<Order> => ({
  findOrder: (trackingId) => orders.find(trackingId),
  paid: ({ order, uid }) => {
    order.paidBy ??= uid; // in a database: UPDATE orders SET paid_by = … WHERE id = … AND paid_by IS NULL
  },
  review: ({ key, reason, summary: { trackingId: id, uid } }) => orders.review(key, { id, uid, reason }),
});
