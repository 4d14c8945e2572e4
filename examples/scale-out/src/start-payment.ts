import { setTimeout as wait } from "node:timers/promises";
import { PaymentsError } from "payments-client";
import { askGateway } from "./ask-gateway.ts";
import { claimCheckout, dropClaim, findCheckout, storeCheckout } from "./checkouts.ts";
import { findOrder, type Order } from "./orders.ts";
import type { Shop } from "./shop.ts";
import { traceparent } from "./telemetry.ts";

/** A customer who has an address is not kept waiting by a gateway that hangs. In milliseconds. */
const STATUS_TIMEOUT = 2000;
/** Less than the age at which another process takes the claim over. */
const CREATE_TIMEOUT = 20_000;
/** How long to wait for the token that another request creates. */
const PATIENCE = 5000;

/** Another request is creating the token; try again in a moment. */
export class BusyError extends Error {}

/** The address of the open token; undefined if it can no longer be paid. */
async function openAddress(shop: Shop, orderId: string): Promise<string | undefined> {
  const open = await findCheckout(shop.pool, orderId);
  if (!open) return undefined;
  const answer = await askGateway(shop, open, { timeout: STATUS_TIMEOUT, maxRetries: 0 }).catch((error) => {
    if (error instanceof PaymentsError) return "open";
    throw error;
  });
  if (answer === "closed") return undefined;
  return answer === "open" ? open.redirect_url : `/orders/${orderId}`;
}

async function createToken(shop: Shop, { id, product, amount, currency }: Order, claim: string) {
  const notificationUrl = new URL(`${shop.publicUrl}/notifications`);
  notificationUrl.searchParams.set("traceparent", traceparent() ?? "");
  const page = `${shop.publicUrl}/orders/${id}`;
  const { token, redirect_url } = await shop.payments.checkouts.create(
    {
      transaction_type: "payment",
      attempts: 3,
      test: shop.isTestMode,
      order: { amount, currency, description: product, tracking_id: id },
      settings: { return_url: page, cancel_url: page, notification_url: notificationUrl.href },
    },
    { signal: AbortSignal.timeout(CREATE_TIMEOUT) },
  );
  const isStored = await storeCheckout(shop.pool, claim, { order_id: id, token, redirect_url });
  return isStored ? redirect_url : undefined;
}

/**
 * Where the customer pays. An order has one open token, since two could both be paid: the token is created by the
 * request that holds the order's claim, while others wait for it.
 *
 * @throws BusyError
 */
export async function startPayment(shop: Shop, order: Order): Promise<string> {
  const { id } = order;
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await wait(100)) {
    const address = await openAddress(shop, id);
    if (address !== undefined) return address;
    const now = await findOrder(shop.pool, id);
    if (now?.paid || now?.inReview) return `/orders/${id}`;
    const claim = await claimCheckout(shop.pool, id);
    if (claim === undefined) continue;
    try {
      const created = await createToken(shop, order, claim);
      if (created !== undefined) return created;
    } catch (error) {
      await dropClaim(shop.pool, id, claim);
      throw error;
    }
  }
  throw new BusyError("Another request creates the token of this order");
}
