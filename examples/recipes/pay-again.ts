import type { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { shop } from "./notify.ts";
import { type Order, openTokens, orders } from "./orders.ts";

/** Stands for the columns `token` and `pay_url` of your orders. */
const latest = new Map<string, { readonly token: string; readonly url: string }>();

const MINUTES = 60_000;

/**
 * Returns the page on which the customer can pay an order now, or undefined if it takes
 * no payment. Each press of "Pay" calls this function.
 */
export async function payAgain(payments: PaymentsClient, id: string) {
  const before = latest.get(id);
  if (before) {
    const status = await payments.checkouts.get(before.token);
    const { isFinal } = await handlePayment(shop, status);
    if (!isFinal) return before.url; // a second token could be paid, too
  }
  const order = orders.get(id);
  if (!order || order.paidBy !== null || order.closed) return undefined;
  const made = await createToken(payments, order);
  // UPDATE orders SET token = :token, pay_url = :url
  // WHERE id = :id AND token IS NOT DISTINCT FROM :before AND paid_by IS NULL
  if (latest.get(id) === before) latest.set(id, made);
  // After two presses at once, both show the same page.
  return latest.get(id)?.url;
}

async function createToken(payments: PaymentsClient, { id, amount, currency }: Order) {
  const expiresAt = Date.now() + 30 * MINUTES;
  const { token, redirect_url: url } = await payments.checkouts.create({
    transaction_type: "payment",
    attempts: 3,
    order: {
      amount,
      currency,
      description: `Order ${id}`,
      tracking_id: id,
      expired_at: new Date(expiresAt),
    },
    settings: { notification_url: "https://shop.example/notify" },
  });
  // The job still requests the earlier tokens, because a final one may be paid.
  openTokens.set(token, expiresAt);
  return { token, url };
}
