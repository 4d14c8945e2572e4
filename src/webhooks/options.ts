import { isSecretKey, isShopId, SECRET_KEY_FORMAT, SHOP_ID_FORMAT } from "../credentials.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { readEnvironment } from "../runtime/environment.ts";

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
   */
  publicKey?: string | false | undefined;
}

/** Reads each option by name, or from its environment variable. One error names all that are wrong. */
export function readOptions(options: WebhooksOptions) {
  const given = options ?? {};
  const problems: string[] = [];
  const readText = (
    name: string,
    value: string | number | undefined,
    isValid: (text: string) => boolean,
    format: string,
  ): string => {
    if (typeof value === "string" && isValid(value)) return value;
    problems.push(value === undefined ? `${name} is required` : `${name} must be ${format}`);
    return "";
  };
  const id = given.shopId ?? readEnvironment("PAYMENTS_SHOP_ID");
  const key = given.secretKey ?? readEnvironment("PAYMENTS_SECRET_KEY");
  const account = {
    shopId: readText(
      "shopId (PAYMENTS_SHOP_ID)",
      Number.isSafeInteger(id) ? String(id) : id,
      isShopId,
      SHOP_ID_FORMAT,
    ),
    secretKey: readText("secretKey (PAYMENTS_SECRET_KEY)", key, isSecretKey, SECRET_KEY_FORMAT),
  };
  const publicKey = given.publicKey ?? readEnvironment("PAYMENTS_PUBLIC_KEY");
  if (publicKey === undefined) {
    problems.push(
      "publicKey (PAYMENTS_PUBLIC_KEY) is required: the gateway's RSA public key from its back office, " +
        "or false to check only the credentials",
    );
  }
  if (publicKey === undefined || problems.length > 0) throw new ConfigurationError(problems.join("; "));
  return { ...account, publicKey };
}
