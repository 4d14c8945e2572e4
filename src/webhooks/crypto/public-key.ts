import { ConfigurationError } from "../../errors/configuration-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { decodeBase64 } from "./base64.ts";

/** The integers of an RSA public key. */
interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

/**
 * The hexadecimal of an RSA key in a SubjectPublicKeyInfo (RFC 5280, RFC 8017), to its modulus. The groups are the length
 * of the key, the length of the modulus, and the rest. A key so short that its lengths have one byte does not match.
 */
const RSA_KEY = /^3082(.{4})300d06092a864886f70d01010105000382.{4}003082.{4}0282(.{4})(.+)/;

/** Undefined for anything but an RSA key in DER. WebCrypto would be asynchronous, and a constructor is synchronous. */
function readRsaKey(der: Uint8Array): RsaKey | undefined {
  const hex = Array.from(der, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const [, all, size, rest = ""] = RSA_KEY.exec(hex) ?? [];
  const end = 2 * Number(`0x${size}`);
  const [, length, exponent] = /^02([0-7].)(.+)/.exec(rest.slice(end)) ?? [];
  const isWhole = Number(`0x${all}`) === der.length - 4 && exponent?.length === 2 * Number(`0x${length}`);
  return isWhole
    ? { modulus: BigInt(`0x0${rest.slice(0, end)}`), exponent: BigInt(`0x${exponent}`) }
    : undefined;
}

const mustBe = (expected: string): ConfigurationError =>
  new ConfigurationError(`${withVariable("publicKey")} must be ${expected}`);

const refusal = (looksLike: string): ConfigurationError =>
  mustBe(`the gateway's RSA public key: base64 of DER, or PEM. It looks like ${looksLike}`);

/** Converts a key in any accepted format to DER. */
function toDer(publicKey: unknown): Uint8Array<ArrayBuffer> {
  if (typeof publicKey !== "string") throw refusal(`a value of type ${typeof publicKey}`);
  const text = publicKey.replaceAll("\\n", "").trim();
  const pem = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const base64 = (pem ?? text).replace(/\s/g, "");
  const label = /-----BEGIN ([A-Z ]+)/.exec(text)?.[1];
  if (label?.includes("PRIVATE")) throw refusal("a private key, which must be kept secret");
  if (label && pem === undefined) throw refusal(`truncated PEM, or PEM of another kind: ${label}`);
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
  if (bits < 2048 || exponent < 65_537) {
    throw mustBe(
      `an RSA key of at least 2048 bits, with an exponent of at least 65537. It has ${bits} bits, and the exponent ${exponent}`,
    );
  }
  return der;
}

export function readPublicKeys(publicKey: unknown): Uint8Array<ArrayBuffer>[] {
  const keys: readonly unknown[] = Array.isArray(publicKey) ? publicKey : [publicKey];
  if (keys.length === 0) throw refusal("an empty list");
  return keys.map(readPublicKey);
}
