import { ConfigurationError } from "../../errors/configuration-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { decodeBase64 } from "./base64.ts";
import { readRsaKey } from "./rsa-key.ts";

/** A sentence about the option. */
const mustBe = (expected: string): ConfigurationError =>
  new ConfigurationError(`${withVariable("publicKey")} must be ${expected}`);

/** The error for a value that is not a public key. */
const refusal = (looksLike: string): ConfigurationError =>
  mustBe(
    `the gateway's RSA public key: base64 of DER, in one or several lines, or PEM. It looks like ${looksLike}`,
  );

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/PRIVATE KEY/, "a private key, which must be kept secret"],
  [/CERTIFICATE/, "a certificate: openssl x509 -pubkey -noout prints its key"],
  [/RSA PUBLIC KEY/, "PKCS#1: openssl rsa -RSAPublicKey_in -pubout converts it"],
  [/^ssh-/, "an OpenSSH key: ssh-keygen -e -m PKCS8 converts it"],
  [/^\{/, "a JSON Web Key"],
  [/-----BEGIN/, "PEM of another kind, or truncated PEM"],
];

/** The DER of a key in any accepted format. */
function toDer(publicKey: unknown): Uint8Array<ArrayBuffer> {
  if (typeof publicKey !== "string") throw refusal(`a value of type ${typeof publicKey}`);
  const text = publicKey.replaceAll("\\n", "").trim();
  const pem = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const base64 = (pem ?? text).replace(/\s/g, "");
  if (pem === undefined) {
    for (const [kind, looksLike] of KINDS) if (kind.test(text)) throw refusal(looksLike);
  }
  const der = decodeBase64(base64);
  if (!der) throw refusal(base64 === "" ? "an empty string" : "something that is not base64");
  return der;
}

/**
 * The DER of a public key. The minimum sizes are those of NIST SP 800-131A and FIPS 186-5. Throws a `ConfigurationError` that says what the value is instead, or that it is too weak.
 */
function readPublicKey(publicKey: unknown): Uint8Array<ArrayBuffer> {
  const der = toDer(publicKey);
  const key = readRsaKey(der);
  if (!key) throw refusal("a key of another kind, or a truncated one");
  const { modulus, exponent } = key;
  const bits = modulus.toString(2).length;
  if (bits < 2048 || exponent < 65_537) {
    throw mustBe(
      "an RSA key of at least 2048 bits, with an exponent of at least 65537. " +
        `It has ${bits} bits, and the exponent ${exponent}`,
    );
  }
  // A modulus of 2^n could be factored by anyone.
  if (modulus % 2n === 0n || exponent % 2n === 0n)
    throw mustBe("an RSA key whose modulus and exponent are odd: this one is none, or was changed");
  return der;
}

/** The DER of one or several public keys. */
export function readPublicKeys(publicKey: unknown): Uint8Array<ArrayBuffer>[] {
  const keys: readonly unknown[] = Array.isArray(publicKey) ? publicKey : [publicKey];
  if (keys.length === 0) throw refusal("an empty list");
  return keys.map(readPublicKey);
}
