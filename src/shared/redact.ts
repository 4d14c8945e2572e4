import { toBase64 } from "./basic-auth.ts";

/** Replaces a shop's credentials in a text. */
export type Redact = (text: string) => string;

/** Shorter keys would occur in any text. */
const MIN_LENGTH = 4;

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "'": "apos",
  "<": "lt",
  ">": "gt",
};

/** base64url writes two characters of base64 differently. */
const BASE64URL: Readonly<Record<string, string>> = { "+": "-", "/": "_" };

const hex = (value: number, digits = 1): string => value.toString(16).padStart(digits, "0");

const hexBytes = (text: string): string[] =>
  Array.from(new TextEncoder().encode(text), (byte) => hex(byte, 2));

/** The pattern of a character in each form in which a gateway may write it. */
function characterPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split("").map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);
  const literal = units.map((unit) => `\\${unit}`).join("");
  const jsonEscape = units.map((unit) => `\\\\${unit}`).join("");
  const percentEncoded = hexBytes(character).map((byte) => `%${byte}`);
  const forms = [jsonEscape, percentEncoded.join("")];
  // JSON inside JSON escapes these two characters more than once.
  if (character === '"' || character === "/") forms.push(`\\\\{1,7}${literal}`);
  if (!/[a-z\d]/i.test(character)) forms.push(`&#0{0,6}${code};`, `&#x0{0,6}${hex(code)};`);
  if (character in HTML_ENTITIES) forms.push(`&${HTML_ENTITIES[character]};`);
  if (character in BASE64URL) forms.push(`${BASE64URL[character]}`);
  // Last, because a backslash, "%" or "&" begins its own escape. Backslashes come in rows.
  if (character !== "\\") forms.push(literal);
  return `(?:${forms.join("|")})`;
}

/**
 * The pattern of a row of backslashes, which JSON inside JSON doubles up to three times. Separate patterns for each
 * backslash would take quadratic time.
 */
const backslashesPattern = (count: number): string =>
  `(?:${characterPattern("\\")}{${count}}|\\\\{${count},${8 * count}})`;

function secretPattern(secret: string): string {
  return secret
    .replace(/=+$/, "") // The padding of base64 may be left out.
    .replace(/\\+|./gsu, (part) =>
      part.startsWith("\\") ? backslashesPattern(part.length) : characterPattern(part),
    );
}

function createPattern(secretKey: string, authorization: string): RegExp {
  const credentials = authorization.slice("Basic ".length);
  const keyInBase64 = toBase64(secretKey);
  const secrets = [
    secretKey,
    keyInBase64,
    credentials,
    toBase64(keyInBase64),
    toBase64(credentials),
    hexBytes(secretKey).join(""),
  ].filter(({ length }) => length >= MIN_LENGTH);
  // Hexadecimal digits may be in upper or lower case.
  return new RegExp(`(${secrets.map(secretPattern).join("|")})${characterPattern("=")}*`, "i");
}

/**
 * Creates the function that replaces the secret key and the content of the `Authorization` header, encoded or not. The
 * pattern is created when the first error needs it.
 */
export function redactor(secretKey: string, authorization: string): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    pattern ??= createPattern(secretKey, authorization);
    // A fast check, because most texts contain no secret.
    if (!pattern.test(text)) return text;
    // Skips escaped backslashes, so that the next character is not read as an escape.
    const each = new RegExp(`${pattern.source}|\\\\\\\\`, "gi");
    return text.replace(each, (found, secret) => (secret ? "[redacted]" : found));
  };
}

/** The headers of a response, copied if a value was replaced. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  // A mock may lack methods of its type.
  const entries = Symbol.iterator in headers ? Array.from(headers) : [];
  const isClean = entries.every(([, value]) => redact(value) === value);
  return isClean ? headers : new Headers(entries.map(([name, value]) => [name, redact(value)]));
}
