import type { ExpectedForm, ZodIssue } from "./issue.ts";
import { integer, type Model, textOrNumber, valueWithout } from "./primitives.ts";
import { sent } from "./wire.ts";

/** An amount in minor units: 3245, 3245n or "3245" for 32.45. */
export type Amount = number | bigint | string;

/** A whole number of 0 or more, or its digits. An empty string counts as no value. */
export type IntegerInput = number | `${bigint}` | "";

/** A literal, because bundlers keep a property that is read at the top of a module. */
const maximum = 9_007_199_254_740_991;

const DIGITS = /^\d+$/;

const SIGNED_DIGITS = /^-?\d+$/;

/** Without a leading zero, because texts that a program adds up are joined: "0" + "1250" + "2490". */
const AMOUNT = /^(?:0|[1-9]\d*)$/;

const SIGNED_AMOUNT = /^(?:0|-?[1-9]\d*)$/;

/** Reads an integer or a string of its digits. Undefined for other values and beyond ±(2^53 - 1). */
export const readSignedInteger = (value: unknown, digits = SIGNED_DIGITS): number | undefined => {
  const isDigits = typeof value === "bigint" || (typeof value === "string" && digits.test(value));
  const number = isDigits ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
};

/** Reads an integer of 0 or more in the same way. Undefined for any other value. */
export const readInteger = (value: unknown): number | undefined => {
  const number = readSignedInteger(value, DIGITS);
  return number !== undefined && number >= 0 ? number : undefined;
};

/** Only short numbers are quoted, because another text may be a card number or a name. */
const SHORT_NUMBER = /^[\d\s.,e+-]{1,12}$/i;

const shown = (value: unknown): string => {
  if (typeof value === "string") return SHORT_NUMBER.test(value) ? JSON.stringify(value) : "another text";
  return typeof value === "object" ? "an object" : String(typeof value === "bigint" ? Number(value) : value);
};

const isInteger = (value: unknown, digits: RegExp): boolean =>
  typeof value === "bigint" || Number.isInteger(value) || (typeof value === "string" && digits.test(value));

const expectedAmount =
  (minimum: number): ExpectedForm =>
  (value) => {
    const given = `(it is ${shown(value)}`;
    if (readSignedInteger(value) === undefined)
      return `an integer in minor units: 32.45 is written 3245 ${given}; toMinorUnits("32.45", currency) converts a price exactly)`;
    const isJoined = readSignedInteger(value, SIGNED_AMOUNT) === undefined;
    return `${isJoined ? "an integer without a leading zero, which a + between texts makes" : `${minimum} or more`} ${given})`;
  };

/** Converts an integer or a string of its digits to a JSON integer. Returns other values unchanged. */
const writeInteger = (value: unknown): unknown => readSignedInteger(value) ?? value;

/** Converts a number or a string of digits to digits without leading zeros. Returns other values unchanged. */
const writeDigits = (value: unknown): unknown => {
  const number = writeInteger(value);
  return typeof number === "number" || typeof number === "bigint" ? String(number) : number;
};

/** An integer from `minimum`, or its digits. */
/* @__NO_SIDE_EFFECTS__ */
function integerFrom<T>(minimum: number, expected?: ExpectedForm, isEmptiable = false): Model<T> {
  const digits = expected ? DIGITS : minimum < 0 ? SIGNED_AMOUNT : AMOUNT;
  const find = (value: unknown): ZodIssue | undefined => {
    if (isEmptiable && value === "") return undefined;
    if ((readSignedInteger(value, digits) ?? Number.NEGATIVE_INFINITY) >= minimum) return undefined;
    if (!isInteger(value, expected ? SIGNED_DIGITS : SIGNED_AMOUNT))
      return { code: "invalid_type", expected: "int", input: value === "" ? undefined : value };
    const limits = { origin: "int", inclusive: true } as const;
    return Number(value) > maximum
      ? { code: "too_big", maximum, ...limits }
      : { code: "too_small", minimum, ...limits };
  };
  const pattern = isEmptiable ? "^\\d*$" : digits.source;
  return valueWithout(find, expected ?? expectedAmount(minimum), {
    type: ["integer", "string"],
    minimum,
    maximum,
    pattern,
  });
}

const EXPECTED_WHOLE = "a whole number, or its digits";

/* @__NO_SIDE_EFFECTS__ */
function integerSchema(minimum: number): object {
  return { type: "integer", minimum, maximum };
}

/* @__NO_SIDE_EFFECTS__ */
function asInteger<T>(minimum: number, expected?: ExpectedForm): Model<T> {
  return sent(integerFrom(minimum, expected), writeInteger, integerSchema(minimum), integer);
}

/** An amount sent as a JSON integer. */
export const amount: Model<Amount> = asInteger(0);

/** An amount of 1 or more, sent as a JSON integer. */
export const positiveAmount: Model<Amount> = asInteger(1);

/** An amount that may be negative, for discounts. Sent as a JSON integer. */
export const signedAmount: Model<Amount> = asInteger(-9_007_199_254_740_991);

/** A whole number sent as a JSON integer. */
export const whole: Model<IntegerInput> = asInteger(0, EXPECTED_WHOLE);

/** A number of 1 or more, sent unchanged. A response can contain any integer. */
export const count: Model<number> = sent(
  valueWithout(
    (value) => {
      if (!Number.isSafeInteger(value)) return { code: "invalid_type", expected: "int" };
      if (Number(value) >= 1) return undefined;
      return { code: "too_small", minimum: 1, origin: "int", inclusive: true };
    },
    "an integer, 1 or more",
    integerSchema(1),
  ),
  (value) => value,
  integerSchema(1),
  integer,
);

const SENT_DIGITS = { type: "string", pattern: "^[0-9]+$" };

/** A price sent as digits. */
export const price: Model<Amount> = sent(integerFrom(0), writeDigits, SENT_DIGITS);

/* @__NO_SIDE_EFFECTS__ */
function wholeOrEmpty<T>(): Model<T> {
  return integerFrom(0, EXPECTED_WHOLE, true);
}

/** Whole numbers sent as digits. An empty string counts as no value. */
export const quantity: Model<IntegerInput> = sent(wholeOrEmpty<IntegerInput>(), writeDigits, {
  anyOf: [SENT_DIGITS, { const: "" }],
});

/** Seconds, sent as digits. The gateway also accepts integers, and may return either. */
export const seconds: Model<string | number> = sent(
  wholeOrEmpty<string | number>(),
  writeDigits,
  { anyOf: [SENT_DIGITS, integerSchema(0), { const: "" }] },
  textOrNumber,
);
