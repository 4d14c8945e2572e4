/** What `atob` decodes, without spaces: the padding may be missing. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The bytes in base64; undefined for invalid base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === "" || !BASE64.test(text)) return undefined;
  // Small buffers of Node share memory. Each array of bytes costs its garbage collector microseconds.
  if (globalThis.Buffer) return Buffer.from(text, "base64");
  const characters = atob(text);
  // A loop: Uint8Array.from with a callback takes half as long as the verification of the signature.
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
