/** The environment variables of options, by the option's name. */
export const VARIABLES = {
  shopId: "PAYMENTS_SHOP_ID",
  secretKey: "PAYMENTS_SECRET_KEY",
  baseUrl: "PAYMENTS_BASE_URL",
  checkoutUrl: "PAYMENTS_CHECKOUT_URL",
  gatewayUrl: "PAYMENTS_GATEWAY_URL",
  publicKey: "PAYMENTS_PUBLIC_KEY",
  log: "PAYMENTS_LOG",
} as const;

const BY_OPTION: Readonly<Record<string, string>> = VARIABLES;

/** The variable of an option; undefined if it has none. */
export const variableOf = (option: string): string | undefined => BY_OPTION[option];

/** An option as errors name it, such as `shopId (PAYMENTS_SHOP_ID)`. */
export const withVariable = (option: string): string =>
  BY_OPTION[option] ? `${option} (${BY_OPTION[option]})` : option;

/**
 * Reads the environment variable of an option; undefined if it has none or an empty one, without `process.env`, or
 * without permission (Deno's `--allow-env`).
 */
export function readEnvironment(option: string): string | undefined {
  try {
    return globalThis.process?.env?.[BY_OPTION[option] ?? ""] || undefined;
  } catch {
    return undefined;
  }
}
