import { randomUUID } from "node:crypto";
import {
  type PaymentEvent,
  type PaymentHandlers,
  type WebhookHandler,
  Webhooks,
} from "payments-client/webhooks";
import { type Order, orders, reversals, toReview } from "./orders.ts";

/** Stores refunded money, perhaps before its payment is known. */
function takeBack({ transaction, summary: { uid, amount } }: PaymentEvent<Order>): void {
  const paymentUid = transaction?.parent_uid;
  if (uid && amount && paymentUid) reversals.set(uid, { paymentUid, amount });
}

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

  refunded: takeBack,

  review: ({ key, reason, message, summary, transaction }) => {
    const { uid, trackingId: orderId, amount, currency } = summary;
    const parentUid = transaction?.parent_uid;
    toReview.set(key, { reason, message, uid, orderId, amount, currency, parentUid });
  },
};

let handler: WebhookHandler | undefined;

export const notify: WebhookHandler = (request) => {
  handler ??= new Webhooks().handler(shop); // a build has no secrets
  return handler(request);
};
