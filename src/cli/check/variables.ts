import { type ClientOptions, ConfigurationError, PaymentsClient } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, NOT_SET, ok } from "./finding.ts";

/** Valid options, so that only the option under test can be wrong. */
const ANY = "https://gateway.invalid";
const VALID = { shopId: "1", secretKey: "-", baseUrl: ANY, checkoutUrl: ANY, gatewayUrl: ANY };

/** Pasted around a value. Only Node's reader of `.env` files removes them. */
const QUOTES_OR_SPACES = /^\s|\s$|^(["']).*\1$/;

type Option = keyof ClientOptions & keyof typeof VARIABLES;

/** Returns what is wrong with the variable of an option, in the words of the client. */
export function problemOfVariable(option: Option, environment: NodeJS.ProcessEnv): Checked | undefined {
  const name = VARIABLES[option];
  const value = environment[name];
  const where = option.endsWith("Url")
    ? "You find it in the gateway's documentation, or ask its support."
    : "You find it in the settings of the shop in the back office.";
  if (value === undefined) return failed(name, NOT_SET, where);
  if (value.trim() === "") return failed(name, "is empty", where);
  if (QUOTES_OR_SPACES.test(value)) return failed(name, "has quotes or spaces around it", where);
  try {
    new PaymentsClient({ ...VALID, [option]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return failed(name, error.message.replace(/^\w+ \(\w+\) /, ""), where);
  }
}

/** Hides anything else than an identifier, because it may be a misplaced key. */
const shown = (shopId: string | undefined): string =>
  shopId !== undefined && /^\d{1,12}$/.test(shopId) ? `is ${shopId}` : "is set, and no number";

export interface Credentials {
  readonly shopId: string;
  readonly secretKey: string;
}

/**
 * Checks the format of the shop id and the secret key. A later request checks that the gateway accepts them.
 * `credentials` is undefined if either is invalid.
 */
export function checkCredentials(environment: NodeJS.ProcessEnv) {
  const [shopId, secretKey] = [environment[VARIABLES.shopId], environment[VARIABLES.secretKey]];
  const problemOfId = problemOfVariable("shopId", environment);
  const problemOfKey = problemOfVariable("secretKey", environment);
  const isUsable = shopId !== undefined && secretKey !== undefined && !problemOfId && !problemOfKey;
  return {
    findings: [
      problemOfId ?? ok(VARIABLES.shopId, shown(shopId)),
      problemOfKey ?? ok(VARIABLES.secretKey, "is set"),
    ],
    credentials: isUsable ? { shopId, secretKey } : undefined,
  };
}
