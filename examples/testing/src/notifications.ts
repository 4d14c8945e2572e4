import { WebhookError } from "payments-client";
import type { NotificationHandlers, PaymentEvent, WebhookHandler, Webhooks } from "payments-client/webhooks";
import type { Order, Orders } from "./orders.ts";

/** Why a payment does not pay this order; undefined if it does. */
function problemOf(event: PaymentEvent, order: Order | undefined): string | undefined {
  if (order === undefined) return "there is no such order";
  try {
    event.expect({ amount: order.amount, currency: order.currency, trackingId: order.id });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
}

/** Ships the order that a payment pays. Any other payment is kept for a person: a repeat of it would be no better. */
function takePayment(orders: Orders, event: PaymentEvent): void {
  const { uid = "", trackingId = "" } = event.summary;
  const problem = problemOf(event, orders.find(trackingId));
  if (problem === undefined) orders.pay(trackingId, uid, event.key);
  else orders.review(trackingId, uid, `${event.key} ${problem}`, problem); // it may be reported again, and match
}

/** What to do for each outcome, whether a notification or the job tells of it. */
export function handlersOf(orders: Orders): NotificationHandlers {
  const keepOrder = (): void => undefined;
  const warn = ({ outcome, summary }: PaymentEvent): void =>
    console.warn(`Not a payment of an order, but ${outcome}:`, summary.trackingId, summary.uid);
  return {
    paid: (event) => takePayment(orders, event),
    pending: keepOrder,
    failed: keepOrder,
    expired: keepOrder,
    refunded: keepOrder,
    unknown: ({ key, summary: { uid = "", trackingId = "" } }) =>
      orders.review(trackingId, uid, key, "it contradicts itself"),
    otherwise: warn,
  };
}

export const notificationHandler = (webhooks: Webhooks, orders: Orders): WebhookHandler =>
  webhooks.handler(handlersOf(orders));
