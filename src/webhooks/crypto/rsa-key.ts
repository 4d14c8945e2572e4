/** The integers of an RSA public key. */
export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;

/** The DER of an RSA key's algorithm: the identifier 1.2.840.113549.1.1.1, and NULL. */
const RSA_ENCRYPTION = "6,9,42,134,72,134,247,13,1,1,1,5,0";

const toInteger = (bytes: Uint8Array): bigint =>
  bytes.reduce((integer, byte) => integer * 256n + BigInt(byte), 0n);

/** The content of the first element, which must have this tag, and the rest. */
function readElement(der: Uint8Array, tag: number): readonly [content: Uint8Array, rest: Uint8Array] {
  const [found, first = 0] = der;
  // From 128 on, the rest is the number of bytes of the length.
  const start = 2 + Math.max(0, first - 128);
  const end = start + (first < 128 ? first : Number(toInteger(der.subarray(2, start))));
  if (found !== tag || end > der.byteLength) throw new RangeError();
  return [der.subarray(start, end), der.subarray(end)];
}

/** The content of the only element: nothing may follow it. */
function readOnly(der: Uint8Array, tag: number): Uint8Array {
  const [content, rest] = readElement(der, tag);
  if (rest.byteLength > 0) throw new RangeError();
  return content;
}

/**
 * Reads the RSA key in a SubjectPublicKeyInfo (RFC 5280, RFC 8017); undefined for any other DER. WebCrypto could do
 * this only asynchronously, and a constructor is synchronous.
 */
export function readRsaKey(der: Uint8Array): RsaKey | undefined {
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
