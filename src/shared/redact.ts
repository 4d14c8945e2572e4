import { toBase64 } from "./basic-auth.ts";

/** Replaces a shop's credentials in a text. */
export type Redact = (text: string) => string;

/** Shorter keys would occur in any text. */
const MIN_LENGTH = 4;

/** Characters that form encoding (the space) and base64 for URLs write as another. */
const OTHERS: Readonly<Record<string, string>> = { " ": "|\\+", "+": "|-", "/": "|_" };

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** A pattern of a character as it is, percent-encoded, and escaped as in JSON, also of JSON in JSON. */
function formsOf(character: string): string {
  const units = Array.from(character.split(""), (unit) => `\\\\{1,2}u${hex(unit.charCodeAt(0), 4)}`);
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte, 2)}`);
  const plain = `\\\\{0,3}\\u{${character.codePointAt(0)?.toString(16)}}`;
  return `(?:${plain}|${units.join("")}|${bytes.join("")}${OTHERS[character] ?? ""})`;
}

/** The pattern of a secret, without the padding of base64, which may be missing. */
const patternOf = (secret: string): string =>
  `${Array.from(secret.replace(/=+$/, ""), formsOf).join("")}(?:=|%3d){0,2}`;

/**
 * Creates the function that replaces the secret key, its base64, and the content of the `Authorization` header. Their
 * characters may be encoded in any mixture, because servers and proxies encode different ones.
 */
export function redactor(secretKey: string, authorization: string): Redact {
  const secrets = [authorization.slice("Basic ".length), toBase64(secretKey), secretKey];
  const patterns = secrets.filter(({ length }) => length >= MIN_LENGTH).map(patternOf);
  const pattern = new RegExp(patterns.join("|"), "giu");
  return (text) => text.replace(pattern, "[redacted]");
}

/** The headers of a response, copied if a value was replaced. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  // A mock may lack methods of its type.
  const entries = Symbol.iterator in headers ? Array.from(headers) : [];
  const isClean = entries.every(([, value]) => redact(value) === value);
  return isClean ? headers : new Headers(entries.map(([name, value]) => [name, redact(value)]));
}
