import { ConfigurationError } from "../../errors/configuration-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { decodeBase64 } from "./base64.ts";

/** The integers of an RSA public key. */
interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;

/** The algorithm identifier of an RSA key in DER, 1.2.840.113549.1.1.1 and NULL. */
const RSA_ENCRYPTION = "6,9,42,134,72,134,247,13,1,1,1,5,0";

const toInteger = (bytes: Uint8Array): bigint =>
  bytes.reduce((integer, byte) => integer * 256n + BigInt(byte), 0n);

/** Returns the content of the first element, which must have this tag, and the rest. */
function readElement(der: Uint8Array, tag: number): readonly [content: Uint8Array, rest: Uint8Array] {
  const [found, first = 0] = der;
  // Above 128, the excess is the number of bytes of the length.
  const start = 2 + Math.max(0, first - 128);
  const end = start + (first < 128 ? first : Number(toInteger(der.subarray(2, start))));
  if (found !== tag || end > der.byteLength) throw new RangeError();
  return [der.subarray(start, end), der.subarray(end)];
}

/** Returns the content of the only element. Nothing may follow it. */
function readOnly(der: Uint8Array, tag: number): Uint8Array {
  const [content, rest] = readElement(der, tag);
  if (rest.byteLength > 0) throw new RangeError();
  return content;
}

/**
 * Reads the RSA key in a SubjectPublicKeyInfo (RFC 5280, RFC 8017). Undefined for any other DER. WebCrypto would be
 * asynchronous, and a constructor is synchronous.
 */
function readRsaKey(der: Uint8Array): RsaKey | undefined {
  try {
    const [algorithm, key] = readElement(readOnly(der, SEQUENCE), SEQUENCE);
    if (algorithm.join() !== RSA_ENCRYPTION) return undefined;
    const [unusedBits, ...bitString] = readOnly(key, BIT_STRING);
    if (unusedBits !== 0) return undefined;
    const [modulus, rest] = readElement(readOnly(Uint8Array.from(bitString), SEQUENCE), INTEGER);
    return { modulus: toInteger(modulus), exponent: toInteger(readOnly(rest, INTEGER)) };
  } catch {
    return undefined;
  }
}

const mustBe = (expected: string): ConfigurationError =>
  new ConfigurationError(`${withVariable("publicKey")} must be ${expected}`);

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

/** Converts a key in any accepted format to DER. */
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
 * Reads a public key as DER. The minimum sizes are from NIST SP 800-131A and FIPS 186-5. The `ConfigurationError`
 * describes the value, or why the key is too weak.
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
  // Anyone could factor a modulus of 2^n.
  if (modulus % 2n === 0n || exponent % 2n === 0n)
    throw mustBe(
      "an RSA key whose modulus and exponent are odd. This value is not an RSA key, or was changed",
    );
  return der;
}

export function readPublicKeys(publicKey: unknown): Uint8Array<ArrayBuffer>[] {
  const keys: readonly unknown[] = Array.isArray(publicKey) ? publicKey : [publicKey];
  if (keys.length === 0) throw refusal("an empty list");
  return keys.map(readPublicKey);
}
