import * as z from "zod/mini";
import { parseUrl } from "../../shared/parse-url.ts";
import { coded } from "./codes.ts";
import { checked, must, type ZodIssue } from "./issue.ts";
import type { Country, Currency, Language } from "./known-codes.ts";
import type { Empty, Model, Open, Optional, OptionalModel } from "./primitives.ts";
import { sent } from "./wire.ts";

export const text: Model<string> = /* @__PURE__ */ z.string(must("a string"));

/** One of several texts, or any other, because the gateway may add values. */
/* @__NO_SIDE_EFFECTS__ */
export function open<Known extends string>(model: Model<string> = text): Model<Open<Known>> {
  return model;
}

/**
 * A value that is not an empty text. `z.minLength` adds nothing to the JSON Schema of a time, because a time is not a
 * `z.string`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function required<T>(model: Model<T>): Model<T> {
  const find = (value: T): ZodIssue | undefined =>
    value === "" ? { code: "too_small", origin: "string", minimum: 1, inclusive: true } : undefined;
  return checked(model, find, "a string", { minLength: 1 });
}

export const filled: Model<string> = required(text);

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string>(values: readonly T[]): Model<T> {
  return among(values, values);
}

/** One of several texts, or no value. An empty text counts as no value. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalOneOf<const T extends string>(
  values: readonly T[],
): OptionalModel<Optional<T | Empty>> {
  return z.nullish(among<T | Empty>(values, [...values, ""]));
}

/* @__NO_SIDE_EFFECTS__ */
function among<T extends string>(named: readonly T[], values: readonly T[]): Model<T> {
  return z.enum(values, must(`one of ${named.join(", ")}`));
}

/** Counts characters as code points, like JSON Schema. `z.maxLength` counts an emoji as two. */
/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(maximum: number): Model<string> {
  // A code point has one or two code units.
  const find = (value: string): ZodIssue | undefined =>
    value.length <= maximum || (value.length <= 2 * maximum && Array.from(value).length <= maximum)
      ? undefined
      : { code: "too_big", origin: "string", maximum, inclusive: true };
  return checked(text, find, `at most ${maximum} characters`, { maxLength: maximum });
}

/**
 * A text that passes a test. zod's own formats refuse the empty text of an optional field. `z.regex` names its issues
 * "regex". `z.stringFormat` adds the name to the JSON Schema.
 */
/* @__NO_SIDE_EFFECTS__ */
function matching(
  format: string,
  expected: string,
  test: (value: string) => boolean,
  jsonSchema: object,
): Model<string> {
  const find = (value: string): ZodIssue | undefined =>
    test(value) ? undefined : { code: "invalid_format", format, input: value };
  return checked(z.string(must(expected)), find, expected, jsonSchema);
}

/** A text of capital letters, or an empty one, which {@link required} refuses. */
/* @__NO_SIDE_EFFECTS__ */
function capitals(format: string, length: number, expected: string): Model<string> {
  const pattern = `^(?:[A-Z]{${length}})?$`;
  const regex = new RegExp(pattern);
  return matching(format, expected, (value) => regex.test(value), { pattern });
}

export const currency: Model<Currency> = coded(
  capitals("currency", 3, "an ISO 4217 alpha-3 code, such as EUR"),
  "currency",
);

export const country: Model<Country> = coded(
  capitals("country", 2, "an ISO 3166-1 alpha-2 code, such as DE"),
  "country",
);

export const language: Model<Language> = open();

/** Converts a URL to ASCII, percent-encoded. Other values are returned unchanged. */
const writeUrl = (value: unknown): unknown =>
  typeof value === "string" ? (parseUrl(value)?.href ?? value) : value;

const HTTP_URL = "^https?:\\/\\/\\S";

/**
 * Any other scheme except those that run code when a page links to them. A digit after the colon is a port, so the
 * scheme is missing.
 */
const APP_URL = "^(?!(?:https?|(?:java|vb)script|data|blob):)[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\d]";

/** Matches the words of a pattern in both cases, because patterns in JSON Schema have no flags. */
const inAnyCase = (pattern: string): string =>
  pattern.replace(/[a-z]{2,}/g, (word) =>
    word.replace(/./g, (letter) => `[${letter.toUpperCase()}${letter}]`),
  );

/* @__NO_SIDE_EFFECTS__ */
function url(expected: string, ...patterns: readonly string[]): Model<string> {
  const pattern = inAnyCase(patterns.join("|"));
  const known = new RegExp(pattern);
  const test = (value: string): boolean =>
    value === "" || (known.test(value) && parseUrl(value) !== undefined);
  return sent(
    matching("url", expected, test, { anyOf: [{ format: "uri", pattern }, { const: "" }] }),
    writeUrl,
  );
}

/** A URL that the gateway calls. */
export const httpUrl: Model<string> = url("an absolute http(s) URL", HTTP_URL);

/** A URL that the customer's browser opens. Apps have their own schemes. */
export const pageUrl: Model<string> = url(
  "an absolute URL, such as https://shop.example or myapp://paid",
  HTTP_URL,
  APP_URL,
);

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is an existing day in the format YYYY-MM-DD. `Date` converts 30 February to another day. */
export const isDate = (text: string): boolean =>
  CALENDAR_DATE.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

export const calendarDate: Model<string> = matching(
  "date",
  "a real date written YYYY-MM-DD",
  (value) => value === "" || isDate(value),
  { anyOf: [{ format: "date", pattern: "^\\d{4}-\\d\\d-\\d\\d$" }, { const: "" }] },
);
