import { ConfigurationError } from "../../errors/configuration-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { decodeBase64 } from "./base64.ts";

/** The integers of an RSA public key. */
interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

/** The algorithm identifier of an RSA key in DER, 1.2.840.113549.1.1.1 and NULL, in hexadecimal. */
const RSA_ENCRYPTION = "300d06092a864886f70d0101010500";

const hexOf = (bytes: Iterable<number>, digits = 2): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(digits, "0")).join("");

/**
 * Reads the RSA key in a SubjectPublicKeyInfo (RFC 5280, RFC 8017). Undefined for any other DER, and for a key so short
 * that its lengths have one byte. WebCrypto would be asynchronous, and a constructor is synchronous.
 */
function readRsaKey(der: Uint8Array): RsaKey | undefined {
  // The two sequences and the bit string end where the key ends.
  const [all, bits, integers] = [4, 23, 28].map((start) => hexOf([der.length - start], 4));
  const start = `3082${all}${RSA_ENCRYPTION}0382${bits}003082${integers}0282`;
  const hex = hexOf(der);
  const rest = hex.slice(start.length + 4);
  const size = 2 * Number(`0x${hex.slice(start.length, -rest.length)}`);
  const [, length, exponent] = /^02([0-7].)((?:..)+)$/.exec(rest.slice(size)) ?? [];
  if (!hex.startsWith(start) || exponent?.length !== 2 * Number(`0x${length}`)) return undefined;
  return { modulus: BigInt(`0x0${rest.slice(0, size)}`), exponent: BigInt(`0x${exponent}`) };
}

const mustBe = (expected: string): ConfigurationError =>
  new ConfigurationError(`${withVariable("publicKey")} must be ${expected}`);

const refusal = (looksLike: string): ConfigurationError =>
  mustBe(
    `the gateway's RSA public key: base64 of DER, in one or several lines, or PEM. It looks like ${looksLike}`,
  );

/** Converts a key in any accepted format to DER. */
function toDer(publicKey: unknown): Uint8Array<ArrayBuffer> {
  if (typeof publicKey !== "string") throw refusal(`a value of type ${typeof publicKey}`);
  const text = publicKey.replaceAll("\\n", "").trim();
  const pem = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const base64 = (pem ?? text).replace(/\s/g, "");
  const [, label] = pem === undefined ? (/-----BEGIN ([A-Z ]+)/.exec(text) ?? []) : [];
  if (label?.includes("PRIVATE")) throw refusal("a private key, which must be kept secret");
  if (label) throw refusal(`truncated PEM, or PEM of another kind: ${label}`);
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
  if (!key) throw refusal("a key of another kind, a truncated one, or a short one");
  const { modulus, exponent } = key;
  const bits = modulus.toString(2).length;
  // Even numbers are no RSA key, and anyone could factor a modulus of 2^n.
  if (bits < 2048 || exponent < 65_537 || modulus % 2n === 0n || exponent % 2n === 0n) {
    throw mustBe(
      "an RSA key of at least 2048 bits, with an exponent of at least 65537, and both odd. " +
        `It has ${bits} bits, and the exponent ${exponent}`,
    );
  }
  return der;
}

export function readPublicKeys(publicKey: unknown): Uint8Array<ArrayBuffer>[] {
  const keys: readonly unknown[] = Array.isArray(publicKey) ? publicKey : [publicKey];
  if (keys.length === 0) throw refusal("an empty list");
  return keys.map(readPublicKey);
}
