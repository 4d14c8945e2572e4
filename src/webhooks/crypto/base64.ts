/** Decodes base64, whose padding may be missing. Undefined for invalid base64, for spaces and for an empty text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    if (/\s/.test(text)) return undefined;
    const characters = atob(text);
    // A loop, because Uint8Array.from with a callback takes half as long as the verification of the signature.
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
    return bytes.length > 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}
