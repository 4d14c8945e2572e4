import { type Model, satisfying } from "./primitives.ts";

/** An amount in minimal currency units: 3245, 3245n or "3245" for 32.45. */
export type Amount = number | bigint | string;

/** A whole number, 0 or more, as a number or a string of digits. */
export type Whole = number | string;

const read = (value: unknown, digits: RegExp): number | undefined => {
  const isDigits = typeof value === "bigint" || (typeof value === "string" && digits.test(value));
  const number = isDigits ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
};

const DIGITS = /^\d+$/;

const SIGNED_DIGITS = /^-?\d+$/;

/** Reads an integer or a string of its digits; undefined if it is neither, or exceeds ±(2^53 - 1). */
export const readSignedInteger = (value: unknown): number | undefined => read(value, SIGNED_DIGITS);

/** Reads an integer that is 0 or more in the same way; undefined for any other value. */
export const readInteger = (value: unknown): number | undefined => {
  const number = read(value, DIGITS);
  return number !== undefined && number >= 0 ? number : undefined;
};

const isWhole = (value: unknown): boolean => readInteger(value) !== undefined;

const isWholeOrEmpty = (value: unknown): boolean => value === "" || isWhole(value);

const LIMITS = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const WHOLE = { type: ["integer", "string"], ...LIMITS, pattern: DIGITS.source };

const WHOLE_OR_EMPTY = { type: ["integer", "string"], ...LIMITS, pattern: "^\\d*$" };

const IN_MINIMAL_UNITS = "an integer in minimal units: 32.45 is written 3245";

const expectedAmount = (value: unknown): string =>
  (readSignedInteger(value) ?? 0) < 0 ? "0 or more" : IN_MINIMAL_UNITS;

/** An amount sent as a JSON integer. */
export const amount: Model<Amount> = satisfying(expectedAmount, isWhole, WHOLE);

/** An amount of 1 or more, sent as a JSON integer. */
export const positiveAmount: Model<Amount> = satisfying(
  "an integer in minimal units, 1 or more: 32.45 is written 3245",
  (value) => (readInteger(value) ?? 0) > 0,
  { ...WHOLE, minimum: 1 },
);

/** An amount that may be negative, for discounts; sent as a JSON integer. */
export const signedAmount: Model<Amount> = satisfying(
  IN_MINIMAL_UNITS,
  (value) => readSignedInteger(value) !== undefined,
  {
    type: ["integer", "string"],
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: SIGNED_DIGITS.source,
  },
);

/** A price sent as digits. An empty string passes as no value. */
export const price: Model<Amount> = satisfying(expectedAmount, isWholeOrEmpty, WHOLE_OR_EMPTY);

/** The price of a new product: sent as digits, required. */
export const requiredPrice: Model<Amount> = satisfying(expectedAmount, isWhole, WHOLE);

/** A whole number sent as a JSON integer. */
export const whole: Model<Whole> = satisfying("a whole number, or its digits", isWhole, WHOLE);

/** A whole number sent as digits. An empty string passes as no value. */
/* @__NO_SIDE_EFFECTS__ */
function sentAsDigits(): Model<Whole> {
  return satisfying("a whole number, or its digits", isWholeOrEmpty, WHOLE_OR_EMPTY);
}

export const quantity: Model<Whole> = sentAsDigits();

export const seconds: Model<Whole> = sentAsDigits();

/** Converts an integer or a string of its digits to a JSON integer. Other values are returned unchanged. */
export const writeInteger = (value: unknown): unknown => readSignedInteger(value) ?? value;

/** Converts a number or a string of digits to digits without leading zeros. Other values are returned unchanged. */
export const writeDigits = (value: unknown): unknown => {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && DIGITS.test(value) ? value.replace(/^0+(?=\d)/, "") : value;
};
