import { toBase64 } from "../shared/basic-auth.ts";

/** Replaces a shop's credentials in a text that a gateway sent. */
export type Redact = (text: string) => string;

/** A shorter key would be found in any text. */
const SHORTEST = 4;

const hex = (code: number, digits = 1): string => code.toString(16).padStart(digits, "0");

const bytesOf = (text: string): string[] =>
  Array.from(new TextEncoder().encode(text), (byte) => hex(byte, 2));

const unitsOf = (text: string): string[] => text.split("").map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);

const NAMED: Readonly<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "'": "apos",
  "<": "lt",
  ">": "gt",
};

/** base64url writes these two characters differently. */
const FOR_URLS: Readonly<Record<string, string>> = { "+": "-", "/": "_" };

/** A row of backslashes, or a character. */
const PARTS = /\\+|./gsu;

/**
 * JSON inside JSON escapes backslashes, quotes and slashes more than once, here up to three times: a row without a limit
 * would take quadratic time.
 */
function plainForm(part: string): string {
  if (part.startsWith("\\")) return `\\\\{${part.length},${8 * part.length}}`;
  const units = unitsOf(part).map((unit) => `\\${unit}`);
  return (part === '"' || part === "/" ? "\\\\{0,7}" : "") + units.join("");
}

/** As HTML writes a character that is neither a letter nor a digit of ASCII. */
function entityForm(part: string): string | undefined {
  const code = part.codePointAt(0) ?? 0;
  if (/[a-z\d]/i.test(part)) return undefined;
  const names = [NAMED[part], `#0{0,6}${code}`, `#x0{0,6}${hex(code)}`].filter(Boolean);
  return `(?:&(?:${names.join("|")});){${Array.from(part).length}}`;
}

/** Matches a part in all its forms: as it is, escaped in JSON, percent-encoded, as an HTML entity, and for URLs. */
function patternOf(part: string): string {
  const escaped = unitsOf(part).map((unit) => `\\\\${unit}`);
  const percent = bytesOf(part).map((byte) => `%${byte}`);
  const forms = [plainForm(part), escaped.join(""), percent.join(""), entityForm(part), FOR_URLS[part]];
  return `(?:${forms.filter(Boolean).join("|")})`;
}

/** The secret key and the content of the `Authorization` header, as texts that may contain them have them. */
function secretsOf(secretKey: string, authorization: string): string[] {
  const texts = [secretKey, toBase64(secretKey), authorization.slice("Basic ".length)];
  const inBase64 = texts.slice(1).map(toBase64);
  return [...texts, ...inBase64, bytesOf(secretKey).join("")].filter(({ length }) => length >= SHORTEST);
}

/**
 * Makes the function that replaces the secret key and the `Authorization` header's content. Its pattern is made when the
 * first error needs it: for each secret the forms of its parts, one after the other, so that a text is read in one pass.
 */
export function redactor(secretKey: string, authorization: string): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    if (!pattern) {
      // The padding of base64 may be left out.
      const forms = secretsOf(secretKey, authorization).map((secret) =>
        secret.replace(/=+$/, "").replace(PARTS, patternOf),
      );
      // Hexadecimal digits may be in upper or lower case.
      pattern = new RegExp(`(${forms.join("|")})${patternOf("=")}*`, "i");
    }
    // Most texts have none: finding that out takes a fraction of the time.
    if (!pattern.test(text)) return text;
    // Escaped backslashes are passed over, so that what follows one is not taken for an escape.
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
