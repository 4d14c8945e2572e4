import {
  type CheckoutStatus,
  outcome,
  paymentSummary,
  type Transaction,
  WebhookError,
} from "payments-client";
import { expectPayment, notificationKey } from "payments-client/webhooks";
import type { Order, Orders } from "./orders.ts";

/** A payment, from its notification or from its token's status: both have the same key. */
export type Payment = Transaction | CheckoutStatus;

/** Why a payment does not pay an order; undefined if it does. */
function mismatchOf(payment: Payment, { id, amount, currency }: Order): string | undefined {
  try {
    expectPayment(payment, { amount, currency, trackingId: id });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
}

/**
 * Records a payment. For a wrong amount or an unknown order it does not throw, since a repeat of the notification would
 * not help: the payment is stored for review.
 */
export async function takePayment(orders: Orders, payment: Payment): Promise<void> {
  const { trackingId = "", uid = "" } = paymentSummary(payment);
  const what = outcome(payment);
  switch (what) {
    case "paid": {
      const order = await orders.find(trackingId);
      const reason = order ? mismatchOf(payment, order) : `there is no order ${trackingId}`;
      const key = notificationKey(payment);
      return order && reason === undefined
        ? orders.pay(order.id, uid, key)
        : orders.review(uid, `${key} ${reason}`, reason ?? ""); // it may be reported again, and match
    }
    case "unknown":
      return orders.review(uid, notificationKey(payment), "its status contradicts itself");
    case "pending":
    case "failed":
    case "expired":
      return;
    case "test":
      console.warn("A test payment, no money moved:", trackingId, uid);
      return;
    default:
      console.warn("Not a payment of an order:", what, trackingId, uid);
  }
}
