import { ConnectionError, outcome, type PaymentsClient, ServerError } from "payments-client";
import type { Order, Orders } from "./orders.ts";

/** The next step for the customer. */
export type Started =
  | { readonly is: "started"; readonly token: string; readonly url: string }
  | { readonly is: "unavailable" };

/**
 * Starts a payment. Its token is stored before its address is shown, so that the job can ask about it. If the gateway does not
 * respond, the customer may try again.
 */
export async function startPayment(payments: PaymentsClient, orders: Orders, order: Order): Promise<Started> {
  const { id, description, amount, currency } = order;
  try {
    const { token, redirect_url } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount, currency, description, tracking_id: id },
      settings: {
        return_url: `https://shop.example/orders/${id}`,
        notification_url: "https://shop.example/notifications",
      },
    });
    orders.openTokens.add(token);
    return { is: "started", token, url: redirect_url };
  } catch (error) {
    if (error instanceof ServerError || error instanceof ConnectionError) return { is: "unavailable" };
    throw error;
  }
}

/** The state that the return page shows. */
export async function paymentState(
  payments: PaymentsClient,
  token: string,
): Promise<"paid" | "failed" | "open" | "unclear"> {
  switch (outcome(await payments.checkouts.get(token))) {
    case "paid":
      return "paid";
    case "failed":
    case "expired":
      return "failed";
    case "pending":
      return "open";
    default:
      return "unclear";
  }
}
