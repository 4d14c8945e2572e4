import { type CheckoutStatus, NotFoundError, WebhookError } from "payments-client";
import { handlePayment, type PaymentResult } from "payments-client/webhooks";
import type { Shop } from "../shop.ts";
import { closeToken, closeUnknownToken } from "./checkouts.ts";
import { handlersOf, type Sale } from "./handlers.ts";

/** The state of a payment that the customer sees. */
export type PaymentState =
  | "paid"
  | "in review"
  | "processing"
  | "waiting for the customer"
  | "declined"
  | "over";

export interface Answer {
  readonly state: PaymentState;
  /** The order that the payment pays. */
  readonly orderId?: string | undefined;
}

function stateOf({ is }: PaymentResult<Sale>, { status }: CheckoutStatus): PaymentState {
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
export async function askGateway(shop: Shop, token: string): Promise<Answer> {
  try {
    const status = await shop.payments.checkouts.get(token, TIMEOUT);
    const result = await handlePayment(handlersOf(shop), status);
    if (result.isFinal) closeToken(shop.db, token);
    const paid = result.is === "paid" && "id" in result.order ? result.order.id : undefined;
    return { state: stateOf(result, status), orderId: paid };
  } catch (error) {
    // The payment has no identifier. Its token stays open.
    if (error instanceof WebhookError) return { state: "processing" };
    if (!(error instanceof NotFoundError)) throw error;
    closeUnknownToken(shop.db, token);
    return { state: "over" };
  }
}
