import * as z from "zod/mini";
import { isGiven } from "../../values.ts";
import { type Model, must, type OptionalModel } from "./primitives.ts";

export const text: Model<string> = z.string(must("a string"));

/** A text that is not empty. */
/* @__NO_SIDE_EFFECTS__ */
export function required(model: Model<string>): Model<string> {
  return model.check(
    z.refine((value) => value !== "", must("a string", isGiven)),
    z.meta({ minLength: 1 }),
  );
}

export const filled: Model<string> = required(text);

/** A text that passes a test. */
/* @__NO_SIDE_EFFECTS__ */
export function matching(
  expected: string,
  test: (value: string) => boolean,
  jsonSchema: object = {},
): Model<string> {
  const params = must(expected, isGiven);
  return z.string(params).check(z.refine(test, params), z.meta({ ...jsonSchema }));
}

/** Lets an empty text pass, which means no value in an optional field; {@link required} refuses it. */
const orEmpty =
  (test: (value: string) => boolean) =>
  (value: string): boolean =>
    value === "" || test(value);

/** A text that matches a pattern. The pattern itself has to let an empty text pass. */
/* @__NO_SIDE_EFFECTS__ */
function withPattern(expected: string, pattern: RegExp): Model<string> {
  return matching(expected, (value) => pattern.test(value), { pattern: pattern.source });
}

/** A text with a limit: other types are "not a string", a missing value is left to {@link required}. */
/* @__NO_SIDE_EFFECTS__ */
export function limitedText(
  expected: string,
  test: (value: string) => boolean,
  jsonSchema: object,
): Model<string> {
  return text.check(z.refine(test, must(expected)), z.meta({ ...jsonSchema }));
}

/** Counts characters as code points, like JSON Schema does: an emoji is one. */
/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(limit: number): Model<string> {
  const fits = (value: string): boolean => Array.from(value).length <= limit;
  return limitedText(`at most ${limit} characters`, fits, { maxLength: limit });
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string>(values: readonly T[]): Model<T> {
  return z.literal(values, must(`one of ${values.join(", ")}`, isGiven));
}

/** One of several texts, or no value; an empty text is no value too. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalOneOf<const T extends string>(
  values: readonly T[],
): OptionalModel<T | "" | null | undefined> {
  return z.nullish(z.literal([...values, ""], must(`one of ${values.join(", ")}`)));
}

export const currency: Model<string> = withPattern(
  "an ISO 4217 alpha-3 code, such as EUR",
  /^(?:[A-Z]{3})?$/,
);

export const country: Model<string> = withPattern(
  "an ISO 3166-1 alpha-2 code, such as DE",
  /^(?:[A-Z]{2})?$/,
);

const HTTP_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S+$/;

export const httpUrl: Model<string> = matching(
  "an absolute http(s) URL",
  orEmpty((value) => HTTP_URL.test(value) && URL.canParse(value)),
  { anyOf: [{ format: "uri", pattern: HTTP_URL.source }, { const: "" }] },
);

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is an existing day in the format YYYY-MM-DD. `Date` turns 30 February into another day. */
export const isDate = (text: string): boolean =>
  CALENDAR_DATE.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

export const calendarDate: Model<string> = matching("a real date written YYYY-MM-DD", orEmpty(isDate), {
  anyOf: [{ format: "date", pattern: CALENDAR_DATE.source }, { const: "" }],
});
