import { ConnectionError, outcome, type PaymentsClient, ServerError } from "payments-client";
import type { Order } from "./orders.ts";

/** Where the customer goes next. */
export type Started =
  | { readonly is: "started"; readonly token: string; readonly url: string }
  | { readonly is: "unavailable" };

/** Starts a payment. A gateway that does not answer is no reason for an error page: the customer may try again. */
export async function startPayment(payments: PaymentsClient, order: Order): Promise<Started> {
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
    return { is: "started", token, url: redirect_url };
  } catch (error) {
    if (error instanceof ServerError || error instanceof ConnectionError) return { is: "unavailable" };
    throw error;
  }
}

/** What the page says that the customer comes back to. */
export async function paymentState(
  payments: PaymentsClient,
  token: string,
): Promise<"paid" | "failed" | "open" | "in question"> {
  switch (outcome(await payments.checkouts.get(token))) {
    case "paid":
      return "paid";
    case "failed":
    case "expired":
      return "failed";
    case "pending":
      return "open";
    default:
      return "in question";
  }
}
