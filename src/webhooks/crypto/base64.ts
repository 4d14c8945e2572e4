/** The bytes in base64; undefined for invalid base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    const characters = atob(text);
    // A loop: Uint8Array.from with a callback takes half as long as the verification of the signature.
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
    return bytes;
  } catch {
    // Invalid padding.
    return undefined;
  }
}
