import * as z from "zod/mini";
import { isGiven, isRecord } from "../values.ts";

/** A zod model of exactly `T`: what goes in is what comes out. */
export type Model<T> = z.ZodMiniType<T, T> & {
  /** Never there: it makes a model of more or less than `T` a compile error. */
  readonly exact?: (value: T) => void;
};

/** A model for every field of `T`: one that stands in only one of the two does not compile. */
export type Shape<T> = { readonly [Field in keyof T]-?: Model<T[Field]> };

/**
 * A field that may be left out. `undefined` is not sent, `null` and `""` are sent as they are, and where
 * a rule asks whether the field is there, none of the three counts.
 */
export type Optional<T> = T | null | "" | undefined;

/** Minimal currency units, 0 or more: 3245, 3245n or "3245" for 32.45. */
export type Amount = number | bigint | string;

/** A whole number, 0 or more, or its digits. */
export type Whole = number | string;

/** A `Date`, or an ISO 8601 string with a zone: `2026-03-02T10:00:00+03:00`. Fractions of a second are dropped. */
export type Time = Date | string;

/** What a model says of a value that is not what it must be. */
/* @__NO_SIDE_EFFECTS__ */
function must(be: string) {
  return {
    abort: false,
    error: (issue: { input?: unknown }) => (isGiven(issue.input) ? `must be ${be}` : "is required"),
  };
}

/** The bare value where it is given, and otherwise whatever stands for nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(model: Model<T>): Model<Optional<T>> {
  return z.optional(z.union([model, z.literal(["", null])]));
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(model: Model<T>): Model<T | null> {
  return z.union([model, z.literal([null])]);
}

/** What the gateway returns as null, or not at all, where it has no value. */
/* @__NO_SIDE_EFFECTS__ */
export function nullish<T>(model: Model<T>): Model<T | null | undefined> {
  return z.optional(nullable(model));
}

/** An object whose undocumented fields stay. */
/* @__NO_SIDE_EFFECTS__ */
export function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.looseObject(shape, must("an object"));
}

/** An object whose inside the reference does not describe. */
export const anyObject: Model<Record<string, unknown>> = section({});

/** Anything at all: the reference does not show the type. */
export const anything: Model<unknown> = z.optional(z.unknown());

/** Whatever passes a test. */
/* @__NO_SIDE_EFFECTS__ */
export function satisfying<T>(be: string, test: (value: unknown) => boolean): Model<T> {
  return z.custom<T>(test, must(be));
}

/** A string that passes a test. */
/* @__NO_SIDE_EFFECTS__ */
export function matching(be: string, test: (value: string) => boolean): Model<string> {
  return z.string(must(be)).check(z.refine(test, must(be)));
}

export const text: Model<string> = z.string(must("a string"));

export const flag: Model<boolean> = z.literal([true, false], must("true or false"));

export const integer: Model<number> = satisfying("an integer", Number.isSafeInteger);

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(model: Model<T>): Model<T[]> {
  return z.array(model, must("an array"));
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string>(values: readonly T[]): Model<T> {
  return z.literal(values, must(`one of ${values.join(", ")}`));
}

/** A string that has something in it. */
export const filled: Model<string> = matching("a string", isGiven);

/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(limit: number): Model<string> {
  return matching(`at most ${limit} characters`, (value) => Array.from(value).length <= limit);
}

export const currency: Model<string> = matching("an ISO 4217 alpha-3 code, such as EUR", (value) =>
  /^[A-Z]{3}$/.test(value),
);

export const country: Model<string> = matching("an ISO 3166-1 alpha-2 code, such as DE", (value) =>
  /^[A-Z]{2}$/.test(value),
);

export const httpUrl: Model<string> = matching(
  "an absolute http(s) URL",
  (value) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value),
);

/** Whether a text is a day that exists, written YYYY-MM-DD: 30 February would come back as another. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

export const calendarDate: Model<string> = matching("a real date written YYYY-MM-DD", isDate);

/** The number of a whole number or its digits; undefined for what a JSON integer cannot hold exactly. */
export const readInteger = (value: unknown): number | undefined => {
  const isDigits = typeof value === "bigint" || (typeof value === "string" && /^\d+$/.test(value));
  const number = isDigits ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

const isWhole = (value: unknown): boolean => readInteger(value) !== undefined;

export const amount: Model<Amount> = satisfying(
  "an integer in minimal units: 32.45 is written 3245",
  isWhole,
);

export const whole: Model<Whole> = satisfying("a whole number, or its digits", isWhole);

/** `amount` or `whole` as the JSON integer that the wire carries. What is neither stays as it is. */
export const writeInteger = (value: unknown): unknown => readInteger(value) ?? value;

/** `amount` or `whole` as the digits that the wire carries. What is no number stays as it is. */
export const writeDigits = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "bigint" ? String(value) : value;

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d)(?:(:\d\d)(?:[.,]\d+)?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

/** A time as the wire carries it, YYYY-MM-DDThh:mm:ss+hh:mm; undefined for one that does not exist or has no zone. */
const readTime = (value: unknown): string | undefined => {
  const text = value instanceof Date ? value.toJSON() : value;
  const match = typeof text === "string" ? ISO_TIME.exec(text) : null;
  const [, date = "", time, seconds = ":00", zoneHours = "+00", zoneMinutes = "00"] = match ?? [];
  const written = `${date}${time}${seconds}${zoneHours}:${zoneMinutes}`;
  return isDate(date) && !Number.isNaN(Date.parse(written)) ? written : undefined;
};

export const time: Model<Time> = satisfying(
  "a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm",
  (value) => readTime(value) !== undefined,
);

/** `time` as the wire carries it. What is none stays as it is. */
export const writeTime = (value: unknown): unknown => readTime(value) ?? value;

/** Writes the named fields of an object, or of each in an array. Other fields stay, and so does anything else. */
export const writing = (fields: Readonly<Record<string, (value: unknown) => unknown>>) => {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isRecord(value)) return value;
    const written = { ...value };
    for (const [field, writeField] of Object.entries(fields)) {
      if (field in written) written[field] = writeField(written[field]);
    }
    return written;
  };
  return write;
};

/** A cross-field rule: it sees the object as it is, right or wrong, and names the field that breaks it. */
export type Rule<T> = (
  value: { readonly [Field in keyof T]?: unknown },
  refuse: (path: readonly PropertyKey[], message: string) => void,
) => void;

/** Binds rules to an object. They are asked also when a field of it is wrong, so that all problems show at once. */
/* @__NO_SIDE_EFFECTS__ */
export function withRules<T>(model: Model<T>, ...rules: readonly Rule<T>[]): Model<T> {
  const ask = ({ value, issues }: z.core.ParsePayload<T>): void => {
    if (!isRecord(value)) return;
    for (const rule of rules) {
      rule(value, (path, message) => {
        issues.push({ code: "custom", path: [...path], message, input: value, continue: true });
      });
    }
  };
  return model.check(z.check<T>(ask, { when: () => true }));
}
