import {
  type NotificationHandlers,
  type PaymentEvent,
  type WebhookHandler,
  Webhooks,
} from "payments-client/webhooks";
import { orders, pay } from "./orders.ts";

/** An exception is answered with 500, so the gateway posts again; one line on stderr gives the reason. */
export function takePayment(event: PaymentEvent): void {
  const order = orders.get(event.summary.trackingId ?? "");
  if (order) event.expect({ amount: order.amount, currency: order.currency, trackingId: order.id });
  pay(order, event); // without an order, it is kept for a person: a repeat would not find one either
}

const keepOrder = (): void => undefined;

/** A function for each outcome. */
export const handlers: NotificationHandlers = {
  paid: takePayment,
  pending: keepOrder, // It stays open: the customer may try again.
  failed: keepOrder,
  expired: keepOrder,
  refunded: keepOrder, // It was paid all the same.
  test: ({ summary }) => console.warn("A test payment, no money moved:", summary.trackingId, summary.uid),
  otherwise: ({ outcome, summary }) =>
    console.warn("Not a payment of an order:", outcome, summary.trackingId, summary.uid),
};

let handler: WebhookHandler | undefined;

/** Created at first use from PAYMENTS_*, since a build has no secrets. */
export const notify: WebhookHandler = (request) => {
  handler ??= new Webhooks().handler(handlers);
  return handler(request);
};
