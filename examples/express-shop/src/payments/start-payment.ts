import type { Order } from "../orders.ts";
import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { openTokensOf, saveToken, type Token } from "./checkouts.ts";

/** The token to pay with, or why no payment is needed. */
export type Payment = Pick<Token, "token" | "redirectUrl"> | "paid" | "processing";

/** Card attempts per token. */
const ATTEMPTS = 3;

/** Lifetime of a token in milliseconds; after that, the order needs a new one. */
const LIFETIME = 3_600_000;

/** A new payment token for an order. The tracking id links its payments to the order. */
async function createToken({ config, db, payments, onToken }: Shop, order: Order): Promise<Payment> {
  const address = `${config.publicUrl}/orders/${order.id}`;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create({
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
  });
  saveToken(db, order.id, token, redirectUrl);
  onToken(token);
  return { token, redirectUrl };
}

/**
 * Where the customer pays for an order. An open token is reused, since two open tokens could both be paid. When two
 * open pages are both paid, the second payment is listed on the admin page.
 *
 * @throws PaymentsError when the gateway did not answer or refused. If `safeToRetry` is false, it may have created a
 * token, but nobody has its URL, so it can't be paid: retrying is safe here.
 */
export async function startPayment(shop: Shop, order: Order): Promise<Payment> {
  for (const open of openTokensOf(shop.db, order.id)) {
    const { state } = await askGateway(shop, open.token);
    if (state === "paid" || state === "processing") return state;
    if (state === "waiting for the customer") return open;
  }
  return createToken(shop, order);
}
