import { type ClientOptions, ConfigurationError, PaymentsClient } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Finding, failed, ok } from "./finding.ts";

/** Options that the client accepts: with them, only the option under test can be wrong. */
const VALID: ClientOptions = {
  shopId: "1",
  secretKey: "-",
  baseUrl: "https://gateway.invalid",
  checkoutUrl: "https://gateway.invalid",
  gatewayUrl: "https://gateway.invalid",
};

/** Pasted around a value, and kept by readers of `.env` files other than Node's. */
const QUOTES_OR_SPACES = /^\s|\s$|^(["']).*\1$/;

/** What the client says about an option, without its name; undefined for a valid one. */
function problemOf(option: keyof ClientOptions, value: string): string | undefined {
  if (value.trim() === "") return "is empty";
  if (QUOTES_OR_SPACES.test(value)) return "has quotes or spaces around it";
  try {
    new PaymentsClient({ ...VALID, [option]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message.replace(/^\w+ \(\w+\) /, "");
  }
}

const whereOf = (option: keyof ClientOptions): string =>
  option.endsWith("Url")
    ? "It is in the gateway's documentation, or ask its support."
    : "It is in the back office, among the shop's settings.";

/** Why a variable cannot be used; undefined for one that is there and well formed. */
export function problemOfVariable(
  option: keyof ClientOptions,
  name: string,
  value: string | undefined,
): Finding | undefined {
  if (value === undefined) {
    return failed(
      name,
      "is not set",
      `${whereOf(option)} --env FILE reads variables from a file, such as .env.`,
    );
  }
  const problem = problemOf(option, value);
  return problem === undefined ? undefined : failed(name, problem, whereOf(option));
}

/** A key that was put there by mistake must not be printed. */
const shown = (shopId: string | undefined): string =>
  shopId !== undefined && /^\d{1,12}$/.test(shopId) ? `is ${shopId}` : "is set, and no number";

/** The shop's credentials at the gateway. */
export interface Credentials {
  readonly shopId: string;
  readonly secretKey: string;
}

/**
 * Checks the format of shop identifier and secret key; a later request shows whether the gateway accepts them.
 * `credentials` is undefined if one of the two cannot be used.
 */
export function checkCredentials(environment: NodeJS.ProcessEnv) {
  const [shopId, secretKey] = [environment[VARIABLES.shopId], environment[VARIABLES.secretKey]];
  const problemOfId = problemOfVariable("shopId", VARIABLES.shopId, shopId);
  const problemOfKey = problemOfVariable("secretKey", VARIABLES.secretKey, secretKey);
  const isUsable = shopId !== undefined && secretKey !== undefined && !problemOfId && !problemOfKey;
  return {
    findings: [
      problemOfId ?? ok(VARIABLES.shopId, shown(shopId)),
      problemOfKey ?? ok(VARIABLES.secretKey, "is set"),
    ],
    credentials: isUsable ? { shopId, secretKey } : undefined,
  };
}
