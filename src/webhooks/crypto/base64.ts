/** Base64 that `atob` decodes, without spaces. The padding may be missing. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Decodes base64. Undefined for invalid base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === "" || !BASE64.test(text)) return undefined;
  // `Buffer.from` shares memory between small buffers, which saves garbage collection.
  if (globalThis.Buffer) return Buffer.from(text, "base64");
  const characters = atob(text);
  // A loop, because Uint8Array.from with a callback takes half as long as the verification of the signature.
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
