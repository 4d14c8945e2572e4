import { findOrder, type Order } from "../orders.ts";
import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { latestToken, openTokensOf, saveToken, type Token } from "./checkouts.ts";

/** The token to pay with, or why no payment is needed. */
export type Payment = Token | "paid" | "in review" | "processing";

/** Card attempts per token. */
const ATTEMPTS = 3;

/** Lifetime of a token in milliseconds. After that, the order needs a new token. */
const LIFETIME = 3_600_000;

/** The customer can try again. */
const OPTIONS = { timeout: 20_000, maxRetries: 0 };

/** A new payment token for an order. The tracking id links its payments to the order. */
async function createToken({ config, payments }: Shop, order: Order): Promise<Token> {
  const address = `${config.publicUrl}/orders/${order.id}`;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create(
    {
      transaction_type: "payment",
      attempts: ATTEMPTS,
      test: config.isTestMode,
      order: {
        amount: order.amount,
        currency: order.currency,
        description: order.lines
          .map(({ name, quantity }) => `${quantity} × ${name}`)
          .join(", ")
          .slice(0, 255),
        tracking_id: order.id,
        expired_at: new Date(Date.now() + LIFETIME),
      },
      settings: {
        return_url: `${address}/return`,
        cancel_url: address,
        notification_url: `${config.publicUrl}/notifications`,
        auto_return: 0,
        button_next_text: "Back to the shop",
        language: "en",
      },
      customer: { email: order.email },
    },
    OPTIONS,
  );
  return { token, redirectUrl };
}

/**
 * Returns the open token of an order, or a new one.
 *
 * @throws PaymentsError if the gateway did not answer or refused. If `safeToRetry` is false, it may have created a token. No
 * customer has its URL, so it can't be paid, and a retry is safe here.
 */
export async function startPayment(shop: Shop, order: Order): Promise<Payment> {
  const { db } = shop;
  if (findOrder(db, order.id)?.paidBy) return "paid";
  const before = latestToken(db, order.id);
  for (const open of openTokensOf(db, order.id)) {
    const state = await askGateway(shop, open.token);
    if (state === "waiting for the customer") return open;
    if (state !== "declined" && state !== "over") return state;
  }
  return saveToken(db, order.id, await createToken(shop, order), before);
}
