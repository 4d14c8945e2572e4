import { outcome, type Transaction } from "payments-client";
import { expectPayment, notificationKey, type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { findOrder, payOrder } from "../../lib/orders.ts";

/** An error here causes a 500 and a line on stderr, and the gateway retries. */
async function takePayment(transaction: Transaction): Promise<void> {
  switch (outcome(transaction)) {
    case "paid": {
      const order = await findOrder(transaction.tracking_id);
      if (order === undefined) throw new Error(`Unknown order ${transaction.tracking_id}`);
      expectPayment(transaction, { amount: order.amount, currency: order.currency, trackingId: order.id });
      return payOrder(order.id, transaction.uid, notificationKey(transaction));
    }
    case "pending":
    case "failed":
    case "expired":
      return;
    default:
      console.warn("Not a payment of an order:", transaction.type, transaction.status, transaction.uid);
  }
}

let handler: WebhookHandler | undefined;

/** Created on first use from PAYMENTS_*: `next build` loads every route and has no secrets. */
export function POST(request: Request): Promise<Response> {
  handler ??= new Webhooks().handler({ onTransaction: takePayment });
  return handler(request);
}
