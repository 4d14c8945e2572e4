import type { SandboxServer } from "payments-client/sandbox";

/** The variables of a merchant's `.env` for a sandbox. */
export const environmentOf = ({
  clientOptions,
}: Pick<SandboxServer, "clientOptions">): Record<string, string> => ({
  PAYMENTS_SHOP_ID: clientOptions.shopId,
  PAYMENTS_SECRET_KEY: clientOptions.secretKey,
  PAYMENTS_BASE_URL: clientOptions.baseUrl,
  PAYMENTS_CHECKOUT_URL: clientOptions.checkoutUrl,
  PAYMENTS_GATEWAY_URL: clientOptions.gatewayUrl,
});
