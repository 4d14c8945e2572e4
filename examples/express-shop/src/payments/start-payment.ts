import type { Order } from "../orders.ts";
import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { openTokensOf, saveToken, type Token } from "./checkouts.ts";

/** Somewhere to pay; or why there is nothing to pay now. */
export type Payment = Pick<Token, "token" | "redirectUrl"> | "paid" | "processing";

/** How often the customer can try another card before a new token is needed. */
const ATTEMPTS = 3;

/** Milliseconds that a token can be paid; after that, the order asks for a new one. */
const LIFETIME = 3_600_000;

/** A new payment token for an order. The tracking id leads its payments back to the order. */
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
 * Where the customer pays for an order. A token that can still be paid is used again: two open tokens could both
 * be paid. What can't be prevented, two pages open at once, ends as a second payment on the admin page.
 *
 * @throws PaymentsError when the gateway did not answer or refused. Where it may have made a token all the same
 * (`safeToRetry` is false), nobody has that token's address, so nobody can pay it: trying again is safe here.
 */
export async function startPayment(shop: Shop, order: Order): Promise<Payment> {
  for (const open of openTokensOf(shop.db, order.id)) {
    const { state } = await askGateway(shop, open.token);
    if (state === "paid" || state === "processing") return state;
    if (state === "waiting for the customer") return open;
  }
  return createToken(shop, order);
}
