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
import { closeToken } from "./checkouts.ts";
import { takePayment } from "./take-payment.ts";

/** Where a payment stands. */
export type PaymentState = "paid" | "processing" | "waiting for the customer" | "declined" | "over";

export interface Answer {
  readonly state: PaymentState;
  /** The key of the payment that was taken. */
  readonly key?: string;
}

const OVER: Answer = { state: "over" };

/** What a customer is told. Where the gateway contradicts itself, nobody must be asked to pay again. */
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

/** Takes what a token's status tells of, as the notification of it is taken: the two have one key. */
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
    // Without an identifier nothing tells it from its own notification, which is to come: the token stays open.
    console.error(`The payment of order ${status.order?.tracking_id} can't be taken yet:`, error.message);
    return { state: "processing" };
  }
}

/**
 * Asks the gateway what became of a payment token, and takes what was paid.
 *
 * @throws PaymentsError when the gateway can't be asked.
 */
export async function askGateway(shop: Shop, token: string): Promise<Answer> {
  try {
    return takeStatus(shop, await shop.payments.checkouts.get(token));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    closeToken(shop.db, token);
    return OVER;
  }
}
