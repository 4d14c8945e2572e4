/** The size of an RSA public key. */
export interface RsaKey {
  /** Bits of the modulus. */
  readonly bits: number;
  readonly exponent: number;
  /** Whether modulus and exponent are odd, as those of a real key are: a modulus of 2^n could be factored by anyone. */
  readonly isOdd: boolean;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;

/** The DER of an RSA key's algorithm: the identifier 1.2.840.113549.1.1.1, and NULL. */
const RSA_ENCRYPTION = "6,9,42,134,72,134,247,13,1,1,1,5,0";

const isOdd = (integer: Uint8Array): boolean => (integer.at(-1) ?? 0) % 2 === 1;

const toNumber = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0);

/** The content of the first element, which must have this tag, and the rest. */
function readElement(der: Uint8Array, tag: number): readonly [content: Uint8Array, rest: Uint8Array] {
  const [found, first = 0] = der;
  // From 128 on, the rest is the number of bytes of the length.
  const start = 2 + Math.max(0, first - 128);
  const end = start + (first < 128 ? first : toNumber(der.subarray(2, start)));
  if (found !== tag || end > der.byteLength) throw new RangeError();
  return [der.subarray(start, end), der.subarray(end)];
}

/** The content of the only element: nothing may follow it. */
function readOnly(der: Uint8Array, tag: number): Uint8Array {
  const [content, rest] = readElement(der, tag);
  if (rest.byteLength > 0) throw new RangeError();
  return content;
}

/** The integer without leading zeros; of a zero the last one stays. */
const withoutZeros = (integer: Uint8Array): Uint8Array =>
  integer.subarray(integer.findIndex((byte) => byte !== 0));

/**
 * Measures the RSA key in a SubjectPublicKeyInfo (RFC 5280, RFC 8017); undefined for any other DER. WebCrypto could do
 * this only asynchronously, and a constructor is synchronous.
 */
export function measureRsaKey(der: Uint8Array): RsaKey | undefined {
  try {
    const [algorithm, key] = readElement(readOnly(der, SEQUENCE), SEQUENCE);
    if (algorithm.join() !== RSA_ENCRYPTION) return undefined;
    const [unusedBits, ...bitString] = readOnly(key, BIT_STRING);
    if (unusedBits !== 0) return undefined;
    const [modulus, rest] = readElement(readOnly(Uint8Array.from(bitString), SEQUENCE), INTEGER);
    const [highest = 0, ...lower] = withoutZeros(modulus);
    const bits = lower.length * 8 + 32 - Math.clz32(highest);
    const exponent = readOnly(rest, INTEGER);
    return { bits, exponent: toNumber(exponent), isOdd: isOdd(modulus) && isOdd(exponent) };
  } catch {
    return undefined;
  }
}
