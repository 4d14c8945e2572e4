import { ConnectionError, type PaymentsClient, ServerError } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { handlersOf } from "./handlers.ts";
import type { NewOrder, Orders } from "./orders.ts";

/** How long an order can be paid, in milliseconds. */
const EXPIRY = 24 * 60 * 60_000;

/** The next step for the customer. */
export type Started =
  | { readonly is: "started"; readonly token: string; readonly url: string }
  | { readonly is: "unavailable" };

/**
 * Starts a payment. The token is stored before its address is shown, so that the job can ask about it. If the gateway does
 * not respond, the customer may try again.
 */
export async function startPayment(
  payments: PaymentsClient,
  orders: Orders,
  order: NewOrder,
): Promise<Started> {
  const { id, description, amount, currency } = order;
  const expiresAt = Date.now() + EXPIRY;
  try {
    const { token, redirect_url } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount, currency, description, tracking_id: id, expired_at: new Date(expiresAt) },
      settings: {
        return_url: `https://shop.example/orders/${id}`,
        notification_url: "https://shop.example/notifications",
      },
    });
    orders.openTokens.set(token, expiresAt);
    return { is: "started", token, url: redirect_url };
  } catch (error) {
    if (error instanceof ServerError || error instanceof ConnectionError) return { is: "unavailable" };
    throw error;
  }
}

/** What the return page shows. The gateway is asked, because anyone can open the address of this page. */
export async function paymentState(
  payments: PaymentsClient,
  orders: Orders,
  token: string,
): Promise<"paid" | "failed" | "open" | "unclear"> {
  const { is } = await handlePayment(handlersOf(orders), await payments.checkouts.get(token));
  if (is === "paid") return "paid";
  if (is === "failed" || is === "expired") return "failed";
  return is === "pending" ? "open" : "unclear";
}
