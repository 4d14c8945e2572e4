import { toBase64 } from "../basic-auth.ts";

/** Replaces a shop's credentials in a text that a gateway sent. */
export type Redact = (text: string) => string;

/** A shorter key would be found in any text. */
const SHORTEST = 4;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** A row of backslashes, or a character. */
const PARTS = /\\+|./gsu;

/**
 * Matches a part as it is, escaped in JSON, percent-encoded, and in the alphabet of base64 for URLs. JSON inside JSON
 * escapes backslashes, quotes and slashes more than once, here three times: without an end, a long row would take quadratic
 * time.
 */
function patternOf(part: string): string {
  const units = part.split("").map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  const bytes = Array.from(new TextEncoder().encode(part), (byte) => `%${hex(byte, 2)}`);
  const forURLs = { "+": "|-", "/": "|_" }[part] ?? "";
  const escaped = units.map((unit) => `\\${unit}`);
  let plain = units.join("");
  if (part.startsWith("\\")) plain = `\\\\{${part.length},${8 * part.length}}`;
  if (part === '"' || part === "/") plain = `\\\\{0,7}${plain}`;
  return `(?:${plain}|${escaped.join("")}|${bytes.join("")}${forURLs})`;
}

/**
 * Makes the function that replaces the secret key and the `Authorization` header's content. Its pattern is made when the
 * first error needs it.
 */
export function redactor(secretKey: string, authorization: string): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    if (!pattern) {
      const secrets = [secretKey, toBase64(secretKey), authorization.slice("Basic ".length)];
      const forms = secrets
        .filter(({ length }) => length >= SHORTEST)
        .map((secret) => secret.replace(/=+$/, "").replace(PARTS, patternOf));
      // In either case: hexadecimal digits have both. The padding of base64 may be left out.
      pattern = new RegExp(`(${forms.join("|")})${patternOf("=")}*`, "i");
    }
    if (!pattern.test(text)) return text;
    // With escaped backslashes, so that what follows one is not taken for an escape.
    const each = new RegExp(`${pattern.source}|\\\\\\\\`, "gi");
    return text.replace(each, (found, credential) => (credential ? "[redacted]" : found));
  };
}

/** The headers of a response; a copy if there was something to replace. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  // A mock may have less than its type says.
  const entries = Symbol.iterator in headers ? Array.from(headers) : [];
  const isClean = entries.every(([, value]) => redact(value) === value);
  return isClean ? headers : new Headers(entries.map(([name, value]) => [name, redact(value)]));
}
