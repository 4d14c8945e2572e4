import { outcome } from "payments-client";
import { expectPayment, notificationKey, type WebhookHandler, type Webhooks } from "payments-client/webhooks";
import type { Orders } from "./orders.ts";

/** Ships paid orders. */
export const notificationHandler = (webhooks: Webhooks, orders: Orders): WebhookHandler =>
  webhooks.handler({
    onTransaction(transaction) {
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
        default:
          console.warn("Not a payment of an order:", transaction.type, transaction.status, transaction.uid);
      }
    },
  });
