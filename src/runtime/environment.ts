/** The environment variables of options, by the option's name. */
export const VARIABLES: Readonly<Record<string, string>> = {
  shopId: "PAYMENTS_SHOP_ID",
  secretKey: "PAYMENTS_SECRET_KEY",
  baseUrl: "PAYMENTS_BASE_URL",
  checkoutUrl: "PAYMENTS_CHECKOUT_URL",
  gatewayUrl: "PAYMENTS_GATEWAY_URL",
  publicKey: "PAYMENTS_PUBLIC_KEY",
  log: "PAYMENTS_LOG",
};

/** An option as errors name it, such as `shopId (PAYMENTS_SHOP_ID)`. */
export const withVariable = (option: string): string =>
  VARIABLES[option] ? `${option} (${VARIABLES[option]})` : option;

/**
 * Reads the environment variable of an option; undefined if it has none or an empty one, without `process.env`, or
 * without permission (Deno's `--allow-env`).
 */
export function readEnvironment(option: string): string | undefined {
  try {
    return globalThis.process?.env?.[VARIABLES[option] ?? ""] || undefined;
  } catch {
    return undefined;
  }
}
