import type { FaultyGateway } from "../faulty-gateway.ts";

/** The shop's environment. */
export async function variablesOf({ sandbox }: FaultyGateway) {
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = sandbox.clientOptions;
  return {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  };
}
