import { NotFoundError, PaymentsError } from "payments-client";
import { handlePayment, type PaymentResult } from "payments-client/webhooks";
import { findCheckout, type OpenCheckout, storeCheckout } from "./checkouts.ts";
import { findOrder, type Order } from "./orders.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import type { Shop } from "./shop.ts";
import { traceparent } from "./telemetry.ts";

/** A customer who has an address does not wait for a gateway that hangs. In milliseconds. */
const STATUS_TIMEOUT = 2000;
/** With the client's retries. In milliseconds. The customer can press again. */
const CREATE_TIMEOUT = 20_000;

/**
 * What became of a token. Undefined if the gateway does not have it, or does not answer while it can still be paid.
 *
 * @throws PaymentsError if the gateway does not answer for a token that expired, because it may have been paid.
 */
export async function readToken(
  shop: Shop,
  { token, isExpired }: OpenCheckout,
): Promise<PaymentResult<Order> | undefined> {
  try {
    const status = await shop.payments.checkouts.get(token, { timeout: STATUS_TIMEOUT, maxRetries: 0 });
    return await handlePayment(paymentHandlers(shop, true), status);
  } catch (error) {
    if (error instanceof NotFoundError || (error instanceof PaymentsError && !isExpired)) return undefined;
    throw error;
  }
}

async function createToken(shop: Shop, { id, product, amount, currency }: Order) {
  const page = `${shop.publicUrl}/orders/${id}`;
  const { token, redirect_url: redirectUrl } = await shop.payments.checkouts.create(
    {
      transaction_type: "payment",
      attempts: 3,
      test: shop.isTestMode,
      order: { amount, currency, description: product, tracking_id: id },
      settings: {
        return_url: page,
        cancel_url: page,
        notification_url: `${shop.publicUrl}/notifications`,
      },
    },
    { signal: AbortSignal.timeout(CREATE_TIMEOUT) },
  );
  return { token, redirectUrl };
}

/** Returns where the customer pays. An order has one open token, because two could both be paid. */
export async function startPayment(shop: Shop, { id }: Order): Promise<string> {
  const page = `/orders/${id}`;
  const open = await findCheckout(shop.pool, id);
  const result = open && (await readToken(shop, open));
  if (open && !(result ? result.isFinal : open.isExpired)) return open.redirectUrl;
  const order = await findOrder(shop.pool, id);
  if (!order || order.paidBy !== null || order.inReview) return page;
  const made = await createToken(shop, order);
  if (await storeCheckout(shop.pool, id, open?.token, made, traceparent())) return made.redirectUrl;
  return (await findCheckout(shop.pool, id))?.redirectUrl ?? page;
}
