import { toBase64 } from "./basic-auth.ts";

/** Replaces a shop's credentials in a text. */
export type Redact = (text: string) => string;

/** Shorter keys would occur in any text. */
const MIN_LENGTH = 4;

/** A secret as JSON writes it, also with escaped slashes, as it is, and percent-encoded. */
const formsOf = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  return [json.replaceAll("/", "\\/"), json, secret, encodeURIComponent(secret)];
};

/** Creates the function that replaces the secret key, its base64, and the content of the `Authorization` header. */
export function redactor(secretKey: string, authorization: string): Redact {
  const secrets = [secretKey, toBase64(secretKey), authorization.slice("Basic ".length)];
  const forms = [...new Set(secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(formsOf))];
  return (text) => forms.reduce((found, form) => found.replaceAll(form, "[redacted]"), text);
}

/** The headers of a response, copied if a value was replaced. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  // A mock may lack methods of its type.
  const entries = Symbol.iterator in headers ? Array.from(headers) : [];
  const isClean = entries.every(([, value]) => redact(value) === value);
  return isClean ? headers : new Headers(entries.map(([name, value]) => [name, redact(value)]));
}
