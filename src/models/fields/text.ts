import * as z from "zod/mini";
import { checkFor, type Issue, must } from "./issue.ts";
import type { Empty, Model, OptionalModel } from "./primitives.ts";
import { sent } from "./wire.ts";

export const text: Model<string> = z.string(must("a string"));

/** A text that is not empty. */
/* @__NO_SIDE_EFFECTS__ */
export function required<T>(model: Model<T>): Model<T> {
  const find = (value: T): Issue | undefined =>
    value === "" ? { code: "too_small", origin: "string", minimum: 1, inclusive: true } : undefined;
  return model.check(checkFor(find, "a string", { minLength: 1 }));
}

export const filled: Model<string> = required(text);

/** A text that passes a test. `format` names what it is, in zod's terms where zod has one. */
/* @__NO_SIDE_EFFECTS__ */
export function matching(
  format: string,
  expected: string,
  test: (value: string) => boolean,
  jsonSchema: object = {},
): Model<string> {
  const find = (value: string): Issue | undefined =>
    test(value) ? undefined : { code: "invalid_format", format, input: value };
  return z.string(must(expected)).check(checkFor(find, expected, jsonSchema));
}

/** Lets an empty text pass, which means no value in an optional field; {@link required} refuses it. */
const orEmpty =
  (test: (value: string) => boolean) =>
  (value: string): boolean =>
    value === "" || test(value);

/** A text that matches a pattern. The pattern itself has to let an empty text pass. */
/* @__NO_SIDE_EFFECTS__ */
function withPattern(format: string, expected: string, pattern: RegExp): Model<string> {
  return matching(format, expected, (value) => pattern.test(value), { pattern: pattern.source });
}

/** Counts characters as code points, like JSON Schema does: an emoji is one. `z.maxLength` counts it as two. */
/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(maximum: number): Model<string> {
  // A code point has one or two code units.
  const find = (value: string): Issue | undefined =>
    value.length <= maximum || (value.length <= 2 * maximum && Array.from(value).length <= maximum)
      ? undefined
      : { code: "too_big", origin: "string", maximum, inclusive: true };
  return text.check(checkFor(find, `at most ${maximum} characters`, { maxLength: maximum }));
}

/** One of several texts. `z.literal` does the same, but adds a sixth of a kilobyte to a bundle. */
export function oneOf<const T extends string>(values: readonly T[], allowed?: readonly string[]): Model<T>;
/* @__NO_SIDE_EFFECTS__ */
export function oneOf(values: readonly string[], allowed = values): Model<string> {
  const expected = `one of ${values.join(", ")}`;
  const find = (value: string): Issue | undefined =>
    allowed.includes(value) ? undefined : { code: "invalid_value", values: [...values] };
  return z.string(must(expected)).check(checkFor(find, expected, { enum: [...allowed] }));
}

/** One of several texts, or no value; an empty text counts as no value. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalOneOf<const T extends string>(
  values: readonly T[],
): OptionalModel<T | Empty | null | undefined> {
  return z.nullish(oneOf<T | Empty>(values, [...values, ""]));
}

export const currency: Model<string> = withPattern(
  "currency",
  "an ISO 4217 alpha-3 code, such as EUR",
  /^(?:[A-Z]{3})?$/,
);

export const country: Model<string> = withPattern(
  "country",
  "an ISO 3166-1 alpha-2 code, such as DE",
  /^(?:[A-Z]{2})?$/,
);

/** Converts a URL to ASCII, percent-encoded. Other values are returned unchanged. */
const writeUrl = (value: unknown): unknown =>
  typeof value === "string" && URL.canParse(value) ? new URL(value).href : value;

/* @__NO_SIDE_EFFECTS__ */
function url(expected: string, pattern: RegExp): Model<string> {
  const model = matching(
    "url",
    expected,
    orEmpty((value) => URL.canParse(value) && pattern.test(value)),
    { anyOf: [{ format: "uri", pattern: pattern.source }, { const: "" }] },
  );
  return sent(model, writeUrl);
}

const HTTP_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S/;

/** A URL that the gateway calls. */
export const httpUrl: Model<string> = url("an absolute http(s) URL", HTTP_URL);

/** Schemes that run what the URL contains: a page that links to one would run code of whoever chose the URL. */
const UNSAFE = "(?:[Jj][Aa][Vv][Aa]|[Vv][Bb])[Ss][Cc][Rr][Ii][Pp][Tt]|[Dd][Aa][Tt][Aa]|[Bb][Ll][Oo][Bb]";

/** After the colon of another scheme, a digit is a port: the scheme is missing. */
const PAGE_URL = new RegExp(
  `${HTTP_URL.source}|^(?!(?:[Hh][Tt][Tt][Pp][Ss]?|${UNSAFE}):)[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\d]`,
);

/** A URL that the customer's browser opens: apps have schemes of their own. */
export const pageUrl: Model<string> = url(
  "an absolute URL, such as https://shop.example or myapp://paid",
  PAGE_URL,
);

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is an existing day in the format YYYY-MM-DD. `Date` turns 30 February into another day. */
export const isDate = (text: string): boolean =>
  CALENDAR_DATE.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

export const calendarDate: Model<string> = matching(
  "date",
  "a real date written YYYY-MM-DD",
  orEmpty(isDate),
  {
    anyOf: [{ format: "date", pattern: CALENDAR_DATE.source }, { const: "" }],
  },
);
