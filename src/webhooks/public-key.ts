import { ConfigurationError } from "../errors/configuration-error.ts";

const EXPECTED = "publicKey must be the gateway's RSA public key: base64 of DER, in one line or more, or PEM";

const refusal = (looksLike: string): ConfigurationError =>
  new ConfigurationError(`${EXPECTED}. It looks like ${looksLike}`);

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/PRIVATE KEY/, "a private key, which should not be here at all"],
  [/CERTIFICATE/, "a certificate: openssl x509 -pubkey -noout prints its key"],
  [/RSA PUBLIC KEY/, "PKCS#1: openssl rsa -RSAPublicKey_in -pubout converts it"],
  [/^ssh-/, "an OpenSSH key: ssh-keygen -e -m PKCS8 converts it"],
  [/^\{/, "a JSON Web Key"],
  [/-----BEGIN/, "PEM of another kind, or without its end"],
];

/** The DER in a key, written in any of the ways that keys arrive in. Throws a `ConfigurationError` that says what it is instead. */
export function readPublicKey(publicKey: unknown): Uint8Array<ArrayBuffer> {
  if (typeof publicKey !== "string") throw refusal(`a value of type ${typeof publicKey}`);
  const text = publicKey.replaceAll("\\n", "\n").trim();
  const pem = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const base64 = (pem ?? text).replace(/\s+/g, "");
  if (pem === undefined) {
    for (const [kind, looksLike] of KINDS) if (kind.test(text)) throw refusal(looksLike);
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 === 1) {
    throw refusal(base64 === "" ? "nothing" : "something that is not base64");
  }
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The key for WebCrypto. Throws a `ConfigurationError` for what is no RSA public key. */
export async function importPublicKey(der: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  try {
    return await crypto.subtle.importKey("spki", der, algorithm, false, ["verify"]);
  } catch {
    throw refusal("a key of another kind, or one that was cut off");
  }
}
