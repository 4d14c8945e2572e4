import {
  type CheckoutStatus,
  isFinal,
  NotFoundError,
  type Outcome,
  outcome,
  WebhookError,
} from "payments-client";
import { notificationKey } from "payments-client/webhooks";
import type { Shop } from "../shop.ts";
import { closeToken, closeUnknownToken } from "./checkouts.ts";
import { takePayment } from "./take-payment.ts";

/** State of a payment, as shown to the customer. */
export type PaymentState = "paid" | "processing" | "waiting for the customer" | "declined" | "over";

export interface Answer {
  readonly state: PaymentState;
  /** Key of the recorded payment. */
  readonly key?: string;
}

const OVER: Answer = { state: "over" };

/** State for the customer. If the gateway's data contradicts itself, the customer must not be asked to pay again. */
function stateOf(what: Outcome, { status }: CheckoutStatus): PaymentState {
  switch (what) {
    case "paid":
      return "paid";
    case "failed":
      return status === "failed" ? "declined" : "over";
    case "pending":
      return status === "incomplete" ? "waiting for the customer" : "processing";
    case "unknown":
      return "processing";
    default:
      return "over";
  }
}

/** Records a token's status like its notification: both have the same key. */
export function takeStatus({ config, db, onPaid }: Shop, status: CheckoutStatus): Answer {
  const what = outcome(status, { test: config.isTestMode });
  const isOver = isFinal(status);
  const state = stateOf(what, status);
  if (what !== "paid" && (what !== "unknown" || !isOver)) {
    if (isOver) closeToken(db, status.token);
    return { state };
  }
  try {
    if (takePayment(db, status, config.isTestMode) === "paid") onPaid();
    closeToken(db, status.token);
    return { state, key: notificationKey(status) };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    // Without an identifier it can't be matched to its later notification: the token stays open.
    console.error(`The payment of order ${status.order?.tracking_id} can't be taken yet:`, error.message);
    return { state: "processing" };
  }
}

/** A gateway that hangs does not hold the customer's page for the client's own 30 seconds. */
const TIMEOUT = { timeout: 5000 };

/**
 * Gets the status of a payment token from the gateway, and records a payment.
 *
 * @throws PaymentsError when the gateway can't be reached.
 */
export async function askGateway(shop: Shop, token: string): Promise<Answer> {
  try {
    return takeStatus(shop, await shop.payments.checkouts.get(token, TIMEOUT));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    closeUnknownToken(shop.db, token);
    return OVER;
  }
}
