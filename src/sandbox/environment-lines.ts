/** The values of a merchant's environment variables. */
export interface Environment {
  readonly shopId: string;
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl: string;
  readonly publicKey: string;
}

/** Quotes a value for a shell and for a `.env` file. A value with `'` has no form for both: it is quoted for a shell. */
export const shellQuoted = (value: string): string =>
  /^[\w@%+=:,./•-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** The variables of a merchant's environment. */
export const environmentOf = (environment: Environment): Record<string, string> => {
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl, publicKey } = environment;
  return {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: publicKey,
  };
};

/** The lines of a `.env` file. */
export const environmentLines = (environment: Environment): string[] =>
  Object.entries(environmentOf(environment)).map(([name, value]) => `${name}=${shellQuoted(value)}`);
