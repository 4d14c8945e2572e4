import { randomUUID } from "node:crypto";
import {
  type PaymentHandlers,
  type WebhookHandler,
  Webhooks,
} from "payments-client/webhooks";
import { type Order, orders, toReview } from "./orders.ts";

export const shop: PaymentHandlers<Order> = {
  findOrder: (trackingId) => orders.get(trackingId),

  paid: ({ order, uid, summary }) => {
    if (order.paidBy === null && !order.closed) {
      order.paidBy = uid;
      order.cardToken = summary.cardToken;
      order.renewalSecret = randomUUID();
    }
    for (const [key, review] of toReview) if (review.uid === uid) toReview.delete(key);
  },

  review: ({ key, reason, order, transaction, summary, message }) => {
    // An order that was charged back is not shipped.
    const isOfPayment = transaction?.parent_uid === order?.paidBy;
    if (reason === "charged_back" && order && isOfPayment) order.closed = true;
    toReview.set(key, { uid: summary.uid, orderId: summary.trackingId, message });
  },
};

let handler: WebhookHandler | undefined;

export const notify: WebhookHandler = (request) => {
  handler ??= new Webhooks().handler(shop); // a build has no secrets
  return handler(request);
};
