import { outcome, type Transaction } from "payments-client";
import { expectPayment, notificationKey, type WebhookHandler, type Webhooks } from "payments-client/webhooks";
import type { Orders } from "./orders.ts";

/** Ships an order that a transaction pays. @throws WebhookError for a payment that is not that of the order. */
export function takePayment(orders: Orders, transaction: Transaction): void {
  switch (outcome(transaction)) {
    case "paid": {
      const { id, amount, currency } = orders.find(transaction.tracking_id);
      expectPayment(transaction, { amount, currency, trackingId: id });
      orders.pay(id, transaction.uid, notificationKey(transaction));
      return;
    }
    case "pending":
    case "failed":
    case "expired":
      return;
    case "test":
      console.warn("A test payment, no money moved:", transaction.tracking_id, transaction.uid);
      return;
    default:
      console.warn("Not a payment of an order:", transaction.type, transaction.status, transaction.uid);
  }
}

export const notificationHandler = (webhooks: Webhooks, orders: Orders): WebhookHandler =>
  webhooks.handler({
    otherwise: ({ transaction }) => {
      if (transaction) takePayment(orders, transaction);
    },
  });
