import { ConfigurationError } from "../errors/configuration-error.ts";
import { readEnvironment, withVariable } from "../runtime/environment.ts";
import { isSecretKey, isShopId, SECRET_KEY_FORMAT, SHOP_ID_FORMAT } from "../shared/basic-auth.ts";
import { readUnsigned } from "./unsigned.ts";

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
   * Payment methods, such as `erip`, whose payments need no signature: for them the shop's credentials vouch, which then
   * must be sent. Only where your gateway does not sign them. Cards always need a signature. Default: none.
   */
  unsigned?: readonly string[] | undefined;
}

/** Reads each option by name, or from its environment variable. One error names all that are wrong. */
export function readWebhooksOptions(options: WebhooksOptions) {
  const problems: string[] = [];
  const read = <Option extends keyof WebhooksOptions>(option: Option) =>
    options?.[option] ?? readEnvironment(option);
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
  if (publicKey === undefined || problems.length > 0) throw new ConfigurationError(problems.join("; "));
  return { shopId, secretKey, publicKey, unsigned: readUnsigned(options?.unsigned ?? undefined) };
}
