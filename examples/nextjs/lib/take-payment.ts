import {
  type CheckoutStatus,
  isFinal,
  outcome,
  paymentSummary,
  type Transaction,
  WebhookError,
} from "payments-client";
import { expectPayment, notificationKey } from "payments-client/webhooks";
import { closeToken, failOrder, findOrder, type Order, payOrder, reviewPayment } from "./orders.ts";

/** A payment, from its notification or from its token's status: both have the same key. */
type Payment = Transaction | CheckoutStatus;

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
 * not help. Any other error becomes a 500 and a line on stderr, and the gateway repeats the notification.
 */
export async function takePayment(payment: Payment): Promise<void> {
  const { trackingId = "", uid = "" } = paymentSummary(payment);
  const what = outcome(payment);
  switch (what) {
    case "paid": {
      const order = await findOrder(trackingId);
      const reason = order ? mismatchOf(payment, order) : `there is no order ${trackingId}`;
      const key = notificationKey(payment);
      return order && reason === undefined
        ? payOrder(order.id, uid, key)
        : reviewPayment(uid, `${key} ${reason}`, reason ?? ""); // it may be reported again, and match
    }
    case "unknown":
      return reviewPayment(uid, notificationKey(payment), "its status contradicts itself");
    case "pending":
      return;
    case "failed":
    case "expired":
      return failOrder(trackingId);
    case "test":
      console.warn("A test payment, no money moved:", trackingId, uid);
      return;
    default:
      console.warn("Not a payment of an order:", what, trackingId, uid);
  }
}

/** Records the status of a payment token, and closes the token once it is final. */
export async function takeStatus(status: CheckoutStatus): Promise<void> {
  await takePayment(status);
  if (isFinal(status)) await closeToken(status.token);
}
