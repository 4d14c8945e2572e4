import { ConfigurationError } from "../../errors/configuration-error.ts";
import { decodeBase64 } from "./base64.ts";
import { measureRsaKey } from "./rsa-key.ts";

const EXPECTED =
  "publicKey (PAYMENTS_PUBLIC_KEY) must be the gateway's RSA public key: base64 of DER, in one line or more, or PEM";

/** Below these, a signature can be forged: NIST SP 800-131A, FIPS 186-5. */
const SMALLEST = { bits: 2048, exponent: 65_537 };

/** What to say of a key that is another thing. */
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

/** The bytes in a key, written in any of the ways that keys arrive in. */
function toDer(publicKey: unknown): Uint8Array<ArrayBuffer> {
  if (typeof publicKey !== "string") throw refusal(`a value of type ${typeof publicKey}`);
  const text = publicKey.replaceAll("\\n", "\n").trim();
  const pem = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const base64 = (pem ?? text).replace(/\s+/g, "");
  if (pem === undefined) {
    for (const [kind, looksLike] of KINDS) if (kind.test(text)) throw refusal(looksLike);
  }
  const der = decodeBase64(base64);
  if (!der) throw refusal(base64 === "" ? "nothing" : "something that is not base64");
  return der;
}

/** The DER of a public key. Throws a `ConfigurationError` that says what it is instead, or that it is too weak. */
export function readPublicKey(publicKey: unknown): Uint8Array<ArrayBuffer> {
  const der = toDer(publicKey);
  const key = measureRsaKey(der);
  if (!key) throw refusal("a key of another kind, or one that was cut off");
  const { bits, exponent } = key;
  if (bits < SMALLEST.bits || exponent < SMALLEST.exponent) {
    throw new ConfigurationError(
      `publicKey (PAYMENTS_PUBLIC_KEY) must be an RSA key of at least ${SMALLEST.bits} bits, with an exponent of at least ` +
        `${SMALLEST.exponent}. It has ${bits} bits, and the exponent ${exponent}`,
    );
  }
  return der;
}
