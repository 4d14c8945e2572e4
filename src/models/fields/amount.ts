import { type Model, satisfying } from "./primitives.ts";

/** Minimal currency units: 3245, 3245n or "3245" for 32.45. */
export type Amount = number | bigint | string;

/** A whole number, 0 or more, or its digits. */
export type Whole = number | string;

const read = (value: unknown, digits: RegExp): number | undefined => {
  const isDigits = typeof value === "bigint" || (typeof value === "string" && digits.test(value));
  const number = isDigits ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
};

const DIGITS = /^\d+$/;

const SIGNED_DIGITS = /^-?\d+$/;

/** The number of an integer or its digits; undefined for what a JSON integer cannot hold exactly. */
export const readSignedInteger = (value: unknown): number | undefined => read(value, SIGNED_DIGITS);

/** The same of one that is 0 or more; undefined for any other. */
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

/** An amount that is sent as a JSON integer. */
export const amount: Model<Amount> = satisfying(expectedAmount, isWhole, WHOLE);

/** An amount of money that moves: 1 or more. Sent as a JSON integer. */
export const positiveAmount: Model<Amount> = satisfying(
  "an integer in minimal units, 1 or more: 32.45 is written 3245",
  (value) => (readInteger(value) ?? 0) > 0,
  { ...WHOLE, minimum: 1 },
);

/** An amount that may be below 0: a discount. Sent as a JSON integer. */
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

/** A price that is sent as digits, so that an empty one passes: it stands for no value. */
export const price: Model<Amount> = satisfying(expectedAmount, isWholeOrEmpty, WHOLE_OR_EMPTY);

/** The price of a new product, which must be there. */
export const requiredPrice: Model<Amount> = satisfying(expectedAmount, isWhole, WHOLE);

/** A whole number that is sent as a JSON integer. */
export const whole: Model<Whole> = satisfying("a whole number, or its digits", isWhole, WHOLE);

/** A whole number that is sent as digits, so that an empty one passes: it stands for no value. */
/* @__NO_SIDE_EFFECTS__ */
function sentAsDigits(): Model<Whole> {
  return satisfying("a whole number, or its digits", isWholeOrEmpty, WHOLE_OR_EMPTY);
}

export const quantity: Model<Whole> = sentAsDigits();

export const seconds: Model<Whole> = sentAsDigits();

/** An integer or its digits as the JSON integer that the wire carries. What is neither stays as it is. */
export const writeInteger = (value: unknown): unknown => readSignedInteger(value) ?? value;

/** The same as the digits that the wire carries, without leading zeros. What is no number stays as it is. */
export const writeDigits = (value: unknown): unknown => {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && DIGITS.test(value) ? value.replace(/^0+(?=\d)/, "") : value;
};
