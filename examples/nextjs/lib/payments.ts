import { PaymentsClient } from "payments-client";

let client: PaymentsClient | undefined;

/**
 * The one client of the process. Made at its first use: `next build` loads every route, and has no secrets.
 * It reads PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_BASE_URL and PAYMENTS_CHECKOUT_URL.
 */
export function payments(): PaymentsClient {
  client ??= new PaymentsClient();
  return client;
}
