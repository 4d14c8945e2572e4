import { setTimeout as wait } from "node:timers/promises";
import { transaction } from "../database/transaction.ts";
import { findOrder, type Order } from "../orders.ts";
import type { Shop } from "../shop.ts";
import { askGateway } from "./ask-gateway.ts";
import { openTokensOf, saveToken, type Token } from "./checkouts.ts";
import { claimOrder, hasClaim, releaseOrder } from "./claim.ts";

/** The token to pay with, or why no payment is needed. */
export type Payment = Pick<Token, "token" | "redirectUrl"> | "paid" | "processing";

/** Card attempts per token. */
const ATTEMPTS = 3;

/** Lifetime of a token in milliseconds; after that, the order needs a new one. */
const LIFETIME = 3_600_000;

/** Less than the age at which another request takes the claim over, in milliseconds. */
const TIMEOUT = { timeout: 20_000, maxRetries: 0 };

/** How long a request waits for one that has the claim, in milliseconds. */
const PATIENCE = 5000;

/** Another request is creating the token: the customer should try again in a moment. */
export class BusyError extends Error {}

/** A new payment token for an order. The tracking id links its payments to the order. */
async function createToken(shop: Shop, order: Order, claim: string): Promise<Payment> {
  const { config, db, payments, onToken } = shop;
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
    TIMEOUT,
  );
  transaction(db, () => {
    // Another request took the claim over, so nobody may get to know this token.
    if (!hasClaim(db, order.id, claim)) throw new BusyError("Another request creates the token");
    saveToken(db, order.id, token, redirectUrl);
  });
  onToken(token);
  return { token, redirectUrl };
}

/** The open token of an order, or a new one. */
async function findOrCreate(shop: Shop, order: Order, claim: string): Promise<Payment> {
  if (findOrder(shop.db, order.id)?.isPaid) return "paid";
  for (const open of openTokensOf(shop.db, order.id)) {
    const { state } = await askGateway(shop, open.token);
    if (state === "paid" || state === "processing") return state;
    if (state === "waiting for the customer") return open;
  }
  return createToken(shop, order, claim);
}

/**
 * Where the customer pays for an order. The order is claimed first, so that two presses at once get one token: two open
 * tokens could both be paid. When two are paid all the same, the second payment is listed on the admin page.
 *
 * @throws PaymentsError when the gateway did not answer or refused. If `safeToRetry` is false, it may have created a
 * token, but nobody has its URL, so it can't be paid: retrying is safe here.
 * @throws BusyError
 */
export async function startPayment(shop: Shop, order: Order): Promise<Payment> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await wait(50)) {
    const claim = claimOrder(shop.db, order.id);
    if (claim === undefined) continue;
    try {
      return await findOrCreate(shop, order, claim);
    } finally {
      releaseOrder(shop.db, order.id, claim);
    }
  }
  throw new BusyError("Another request creates the token");
}
