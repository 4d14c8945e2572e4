import { type CheckoutStatus, NotFoundError, WebhookError } from "payments-client";
import { handlePayment, type PaymentResult } from "payments-client/webhooks";
import type { Order } from "../orders.ts";
import type { Shop } from "../shop.ts";
import { closeToken, closeUnknownToken } from "./checkouts.ts";
import { handlersOf } from "./handlers.ts";

/** The state of a payment that the customer sees. */
export type PaymentState =
  | "paid"
  | "in review"
  | "processing"
  | "waiting for the customer"
  | "declined"
  | "over";

function stateOf({ is }: PaymentResult<Order>, { status }: CheckoutStatus): PaymentState {
  switch (is) {
    case "paid":
      return "paid";
    case "review":
      return "in review";
    case "failed":
      return status === "failed" ? "declined" : "over";
    case "pending":
      return status === "incomplete" ? "waiting for the customer" : "processing";
    default:
      return "over";
  }
}

/** A gateway that hangs does not hold the customer's page for the client's own 30 seconds. */
const TIMEOUT = { timeout: 5000 };

/**
 * Gets the status of a payment token from the gateway, and handles it like its notification.
 *
 * @throws PaymentsError if the gateway can't be reached.
 */
export async function askGateway(shop: Shop, token: string): Promise<PaymentState> {
  try {
    const status = await shop.payments.checkouts.get(token, TIMEOUT);
    const result = await handlePayment(handlersOf(shop), status);
    if (result.isFinal) closeToken(shop.db, token);
    return stateOf(result, status);
  } catch (error) {
    // The payment has no identifier. Its token stays open.
    if (error instanceof WebhookError) return "processing";
    if (!(error instanceof NotFoundError)) throw error;
    closeUnknownToken(shop.db, token);
    return "over";
  }
}
