import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown, SHARED } from "../errors/refuse-unknown.ts";
import { fileAdvice, readEnvironment, withVariable } from "../runtime/environment.ts";
import { isSecretKey, isShopId, SECRET_KEY_FORMAT, SHOP_ID_FORMAT } from "../shared/basic-auth.ts";
import { readOption } from "../shared/read-option.ts";

/** Options of {@link Webhooks}. */
export interface WebhooksOptions {
  /** Shop identifier. Default: `PAYMENTS_SHOP_ID`. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default: `PAYMENTS_SECRET_KEY`. */
  secretKey?: string | undefined;
  /**
   * The RSA public key of the shop, from the gateway's back office. Base64 in one or several lines, or PEM. Environment
   * variables may contain literal `\n`. At least 2048 bits, exponent at least 65537. Default: `PAYMENTS_PUBLIC_KEY`.
   * With a key, every notification must be signed. `false` checks only the credentials.
   *
   * While you change keys, pass a list with the old and the new key. A signature by either is accepted.
   */
  publicKey?: string | readonly string[] | false | undefined;
  /**
   * Whether a notification without the header `Authorization` is refused. Default `"required"`. The gateway sends the
   * shop's credentials with every notification. `"optional"` accepts a signed notification without them, for a server
   * whose proxy removes the header. Use it only if the signing key belongs to this shop alone. Credentials that are
   * sent must match.
   */
  credentials?: "required" | "optional" | undefined;
}

const NAMES: Readonly<Record<keyof WebhooksOptions, unknown>> = {
  shopId: 0,
  secretKey: 0,
  publicKey: 0,
  credentials: 0,
};

/** A new option of `Webhooks` does not compile until the client accepts it. */
const ALSO: typeof NAMES = SHARED;

/** Reads each option by name, or from its environment variable. One error names all invalid options. */
export function readWebhooksOptions(options: WebhooksOptions) {
  const problems: string[] = [];
  refuseUnknown("The options of Webhooks", options, Object.keys(NAMES), ALSO);
  const read = <Option extends keyof WebhooksOptions>(option: Option) =>
    readOption(options, option) ?? readEnvironment(option);
  const given = { shopId: read("shopId"), secretKey: read("secretKey") };
  const readText = (
    option: keyof typeof given,
    isValid: (text: string) => boolean,
    format: string,
  ): string => {
    const value = given[option];
    const text = option === "shopId" && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === "string" && isValid(text)) return text;
    problems.push(`${withVariable(option)} ${value === undefined ? "is required" : `must be ${format}`}`);
    return "";
  };
  const shopId = readText("shopId", isShopId, SHOP_ID_FORMAT);
  const secretKey = readText("secretKey", isSecretKey, SECRET_KEY_FORMAT);
  const publicKey = read("publicKey");
  if (publicKey === undefined) {
    problems.push(
      `${withVariable("publicKey")} is required. Pass the gateway's RSA public key from its back office`,
    );
  }
  const credentials = readOption(options, "credentials") ?? "required";
  if (credentials !== "required" && credentials !== "optional") {
    problems.push('credentials must be "required" or "optional"');
  } else if (credentials === "optional" && publicKey === false) {
    problems.push('credentials must be "required" if publicKey is false');
  }
  if (publicKey === undefined || problems.length > 0)
    throw new ConfigurationError(problems.join("; ") + fileAdvice(given.shopId, given.secretKey));
  return { shopId, secretKey, publicKey, credentials };
}
