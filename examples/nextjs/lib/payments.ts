import { PaymentsClient } from "payments-client";

/** In milliseconds: a gateway that hangs does not hold a customer for the client's own 30 seconds. */
const TIMEOUT = 10_000;

let client: PaymentsClient | undefined;

/**
 * The client of the process. Created on first use, since `next build` loads every route and has no secrets.
 * It reads PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_BASE_URL and PAYMENTS_CHECKOUT_URL.
 */
export function payments(): PaymentsClient {
  client ??= new PaymentsClient({ timeout: TIMEOUT });
  return client;
}
