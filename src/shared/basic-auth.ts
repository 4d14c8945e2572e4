/** Format of a secret key, the password of HTTP Basic. */
export const SECRET_KEY_FORMAT = "a non-empty string without line break";

/** Control characters. Not `\p{Cc}`, which takes the engine ten times as long to compile. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

/** Whether a text is a valid secret key. */
export const isSecretKey = (text: string): boolean =>
  text !== "" && text.isWellFormed() && !CONTROL.test(text);

/** Format of a shop identifier, the user name of HTTP Basic, which ends at the first colon (RFC 7617). */
export const SHOP_ID_FORMAT = "a non-empty string without line break or colon";

/** Whether a text is a valid shop identifier. */
export const isShopId = (text: string): boolean => isSecretKey(text) && !text.includes(":");

/** The base64 of a text in UTF-8. */
export const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

/** The `Authorization` header of HTTP Basic, in UTF-8 (RFC 7617). */
export const basicAuthorization = (shopId: string, secretKey: string): string =>
  `Basic ${toBase64(`${shopId}:${secretKey}`)}`;
