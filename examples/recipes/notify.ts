import { outcome, type Transaction } from "payments-client";
import { expectPayment, type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { orders, pay } from "./orders.ts";

/** An exception is answered with 500, so the gateway posts again; one line on stderr gives the reason. */
export function takePayment(transaction: Transaction): void {
  switch (outcome(transaction)) {
    case "paid": {
      const order = orders.get(String(transaction.tracking_id));
      if (order) {
        const { amount, currency, id: trackingId } = order;
        expectPayment(transaction, { amount, currency, trackingId });
      }
      pay(order, transaction); // without an order, it is kept for a person: a repeat would not find one either
      return;
    }
    case "pending":
    case "failed":
    case "expired":
      return; // The order stays open: the customer may try again.
    case "refunded":
      return; // The order was paid all the same.
    case "test":
      console.warn("A test payment, no money moved:", transaction.tracking_id, transaction.uid);
      return;
    default:
      console.warn("Not a payment of an order:", transaction.type, transaction.status, transaction.uid);
  }
}

let handler: WebhookHandler | undefined;

/** Created at first use from PAYMENTS_*, since a build has no secrets. */
export const notify: WebhookHandler = (request) => {
  handler ??= new Webhooks().handler({ onTransaction: takePayment });
  return handler(request);
};
