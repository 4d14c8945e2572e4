const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The bytes in base64; undefined for what is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === "" || !BASE64.test(text)) return undefined;
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
