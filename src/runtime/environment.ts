import { ConfigurationError } from "../errors/configuration-error.ts";
import { isNameIn } from "../shared/values.ts";

/** The environment variables of options, by the option's name. */
export const VARIABLES = {
  shopId: "PAYMENTS_SHOP_ID",
  secretKey: "PAYMENTS_SECRET_KEY",
  baseUrl: "PAYMENTS_BASE_URL",
  checkoutUrl: "PAYMENTS_CHECKOUT_URL",
  gatewayUrl: "PAYMENTS_GATEWAY_URL",
  publicKey: "PAYMENTS_PUBLIC_KEY",
  log: "PAYMENTS_LOG",
  callTimeout: "PAYMENTS_TIMEOUT",
  underWay: "PAYMENTS_UNDER_WAY",
} as const;

/** The variable of an option. Undefined if the option has none. */
export const variableOf = (option: string): string | undefined =>
  isNameIn(VARIABLES, option) ? VARIABLES[option] : undefined;

/** The name of an option in errors, such as `shopId (PAYMENTS_SHOP_ID)`. */
export const withVariable = (option: string): string => {
  const variable = variableOf(option);
  return variable ? `${option} (${variable})` : option;
};

/** Returns advice for an error if neither credential is set: no file is loaded, or no gateway has written them yet. */
export const fileAdvice = (shopId: unknown, secretKey: unknown): string =>
  shopId === undefined && secretKey === undefined
    ? `. Start a local gateway before your shop: payments-client sandbox --env .env writes the variables. ${"Deno" in globalThis ? "deno run --allow-env" : "node"} --env-file=.env loads them`
    : "";

/**
 * Reads the environment variable of an option. Undefined if the option has none or the variable is empty. Also
 * undefined without `process.env`, or without permission (Deno's `--allow-env`).
 */
export function readEnvironment(option: string): string | undefined {
  try {
    const variable = variableOf(option) ?? "";
    const { env } = globalThis.process ?? {};
    return env && Object.hasOwn(env, variable) ? env[variable] || undefined : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a variable of milliseconds. Undefined if it is empty.
 *
 * @throws ConfigurationError that names the variable.
 */
export function readMilliseconds(option: "callTimeout" | "underWay"): number | undefined {
  const text = readEnvironment(option);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${VARIABLES[option]} must be an integer of milliseconds, 1 to 999999999`);
}
