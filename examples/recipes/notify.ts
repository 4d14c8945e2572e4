import { WebhookError } from "payments-client";
import {
  type NotificationHandlers,
  type PaymentEvent,
  type WebhookHandler,
  Webhooks,
} from "payments-client/webhooks";
import { type Order, orders, pay } from "./orders.ts";

/** Why a payment does not pay this order; undefined if it does. */
function problemOf(event: PaymentEvent, { id: trackingId, amount, currency }: Order): string | undefined {
  try {
    event.expect({ amount, currency, trackingId });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
}

/** A payment without an order, or of another amount, is kept for a person: a repeat of it would be no better. */
export function takePayment(event: PaymentEvent): void {
  const order = orders.get(event.summary.trackingId ?? "");
  pay(order, event, order && problemOf(event, order));
}

const keepOrder = (): void => undefined;

/** A function for each outcome. An exception is answered with 500, so that the gateway posts again. */
export const handlers: NotificationHandlers = {
  paid: takePayment,
  pending: keepOrder, // It stays open: the customer may try again.
  failed: keepOrder,
  expired: keepOrder,
  refunded: keepOrder, // It was paid all the same.
  unknown: (event) => pay(undefined, event, "it contradicts itself"),
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
