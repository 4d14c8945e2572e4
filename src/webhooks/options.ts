import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { readEnvironment, withVariable } from "../runtime/environment.ts";
import { isSecretKey, isShopId, SECRET_KEY_FORMAT, SHOP_ID_FORMAT } from "../shared/basic-auth.ts";
import { readOption } from "../shared/read-option.ts";

/** Options of {@link Webhooks}. */
export interface WebhooksOptions {
  /** Shop identifier. Default: `PAYMENTS_SHOP_ID`. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default: `PAYMENTS_SECRET_KEY`. */
  secretKey?: string | undefined;
  /**
   * The gateway's public key from its back office: base64 in one or several lines, or PEM, also with literal `\n` as in
   * environment variables. RSA, at least 2048 bits, exponent at least 65537. With a key, every notification must be
   * signed; `false` checks only the credentials. Default: `PAYMENTS_PUBLIC_KEY`.
   *
   * While keys are changed: a list with the old one and the new one. A signature by either is accepted.
   */
  publicKey?: string | readonly string[] | false | undefined;
  /**
   * Whether a notification without the header `Authorization` is refused. The gateway sends the shop's credentials with every
   * notification. `"optional"` accepts a signed one without them, for a server whose proxy removes the header. Use it only if
   * the signing key belongs to this shop alone. Credentials that are sent must match. Default `"required"`.
   */
  credentials?: "required" | "optional" | undefined;
}

/** Reads each option by name, or from its environment variable. One error names all that are wrong. */
export function readWebhooksOptions(options: WebhooksOptions) {
  const problems: string[] = [];
  refuseUnknown("Webhooks", options, ["shopId", "secretKey", "publicKey", "credentials"], true);
  const read = <Option extends keyof WebhooksOptions>(option: Option) =>
    readOption(options, option) ?? readEnvironment(option);
  const readText = (
    option: "shopId" | "secretKey",
    isValid: (text: string) => boolean,
    format: string,
  ): string => {
    const value = read(option);
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
      `${withVariable("publicKey")} is required: the gateway's RSA public key from its back office, ` +
        "or false to check only the credentials",
    );
  }
  const credentials = readOption(options, "credentials") ?? "required";
  if (credentials !== "required" && credentials !== "optional") {
    problems.push('credentials must be "required" or "optional"');
  } else if (credentials === "optional" && publicKey === false) {
    problems.push('credentials must be "required" with publicKey: false, which checks nothing else');
  }
  if (publicKey === undefined || problems.length > 0) throw new ConfigurationError(problems.join("; "));
  return { shopId, secretKey, publicKey, credentials };
}
