import { isSecretKey, isShopId, SECRET_KEY_FORMAT, SHOP_ID_FORMAT } from "../account.ts";
import { readEnvironment } from "../environment.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";

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

function readText(
  name: string,
  value: string | number | undefined,
  isValid: (text: string) => boolean,
  format: string,
): string {
  if (typeof value === "string" && isValid(value)) return value;
  throw new ConfigurationError(`${name} must be ${format}`);
}

/** Reads each option by name, or from its environment variable. */
export function readOptions(options: WebhooksOptions) {
  const { shopId, secretKey, publicKey } = options ?? {};
  const id = shopId ?? readEnvironment("PAYMENTS_SHOP_ID");
  const text = Number.isSafeInteger(id) ? String(id) : id;
  const key = secretKey ?? readEnvironment("PAYMENTS_SECRET_KEY");
  const account = {
    shopId: readText("shopId (PAYMENTS_SHOP_ID)", text, isShopId, SHOP_ID_FORMAT),
    secretKey: readText("secretKey (PAYMENTS_SECRET_KEY)", key, isSecretKey, SECRET_KEY_FORMAT),
  };
  const rsaKey = publicKey ?? readEnvironment("PAYMENTS_PUBLIC_KEY");
  if (rsaKey === undefined) {
    throw new ConfigurationError(
      "publicKey (PAYMENTS_PUBLIC_KEY) must be the gateway's RSA public key, from its back office; " +
        "false checks only the credentials",
    );
  }
  return { ...account, publicKey: rsaKey };
}
