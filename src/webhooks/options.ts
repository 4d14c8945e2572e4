import { readEnvironment } from "../environment.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";

/** What `Webhooks` are made from. */
export interface WebhooksOptions {
  /** Shop identifier. Default: `PAYMENTS_SHOP_ID`. */
  shopId?: string | number | undefined;
  /** The shop's secret key. Default: `PAYMENTS_SECRET_KEY`. */
  secretKey?: string | undefined;
  /**
   * The gateway's public key from its back office: base64 in one line or more, or PEM, also with literal `\n`
   * as environment variables have it. RSA, at least 2048 bits. With it, every notification has to be signed; false
   * checks the credentials alone. Default: `PAYMENTS_PUBLIC_KEY`.
   */
  publicKey?: string | false | undefined;
}

/** Text that the `Authorization` header can hold. */
function readText(text: unknown, pattern: RegExp, expected: string): string {
  if (typeof text !== "string" || !pattern.test(text)) throw new ConfigurationError(expected);
  return text;
}

/** Reads the options by name, with what is left out from the environment. */
export function readOptions(options: WebhooksOptions) {
  const { shopId, secretKey, publicKey } = options ?? {};
  const id = shopId ?? readEnvironment("PAYMENTS_SHOP_ID");
  const account = {
    shopId: readText(
      Number.isSafeInteger(id) ? String(id) : id,
      /^[^:\p{Cc}\p{Cs}]+$/u,
      "shopId (PAYMENTS_SHOP_ID) must be an integer or a string, not empty, without colon and line break",
    ),
    secretKey: readText(
      secretKey ?? readEnvironment("PAYMENTS_SECRET_KEY"),
      /^[^\p{Cc}\p{Cs}]+$/u,
      "secretKey (PAYMENTS_SECRET_KEY) must be a string, not empty, without line break",
    ),
  };
  const key = publicKey ?? readEnvironment("PAYMENTS_PUBLIC_KEY");
  if (key === undefined) {
    throw new ConfigurationError(
      "publicKey (PAYMENTS_PUBLIC_KEY) must be the gateway's RSA public key, from its back office; " +
        "false checks the credentials alone",
    );
  }
  return { ...account, publicKey: key };
}
