/** What a merchant's environment has to hold. */
export interface Environment {
  readonly shopId: string;
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl: string;
  readonly publicKey: string;
}

/** A value as both a shell and a `.env` file read it; one with a `'` has no form for both, and gets the shell's. */
const quoted = (value: string): string =>
  /^[\w@%+=:,./•-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** The lines to paste. */
export const environmentLines = (environment: Environment): string[] => {
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl, publicKey } = environment;
  const values = {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: publicKey,
  };
  return Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
};
