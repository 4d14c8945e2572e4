import { exactText, isNullish } from "../payments/facts.ts";
import { readOption } from "../shared/read-option.ts";
import type { Payable } from "./payment-handlers.ts";

/** The values of an order, in the form in which they are compared. */
export interface OrderTerms {
  readonly amount: string;
  readonly currency: string;
  readonly paidBy: string | null;
  /** Null if the order has none. */
  readonly trackingId: string | null;
  readonly closed: boolean;
  readonly test: boolean;
}

/** Reads an amount without leading zeros, which a column with a fixed width adds. */
export const amountOf = (value: unknown): string | undefined => exactText(value)?.replace(/^0+(?=\d)/, "");

/** Reads a flag, which is 0 or 1 in a database without booleans. Undefined for any other value. */
export const flagOf = (value: unknown): boolean | undefined => {
  if (value === true || value === 1) return true;
  return value === false || value === 0 || isNullish(value) ? false : undefined;
};

/** Reads a text that has this form. Undefined for any other value. */
const textOf =
  (form: RegExp) =>
  (value: unknown): string | undefined =>
    typeof value === "string" && form.test(value) ? value : undefined;

const FLAG = "true, false, 1 or 0";

/** @throws TypeError that names the field of an order that cannot be compared. */
export function readOrder(order: Payable): OrderTerms {
  const read = <Value>(
    field: keyof Payable,
    readAs: (value: unknown) => Value | undefined,
    expected: string,
  ): Value => {
    const value = readAs(readOption(order, field));
    if (value !== undefined) return value;
    throw new TypeError(`The order that findOrder returned cannot be compared: ${field} must be ${expected}`);
  };
  const [digits, code, uid] = [textOf(/^\d+$/), textOf(/^[A-Z]{3}$/), textOf(/./)];
  return {
    amount: read(
      "amount",
      (value) => digits(amountOf(value)),
      "an integer in minor units, such as 3245 for 32.45",
    ),
    currency: read("currency", code, "an alpha-3 code in capitals, such as EUR"),
    paidBy: read("paidBy", (value) => (value === null ? value : uid(value)), "the uid of a payment, or null"),
    trackingId: read(
      "trackingId",
      (value) => (isNullish(value) ? null : exactText(value)),
      "text, or left out",
    ),
    closed: read("closed", flagOf, FLAG),
    test: read("test", flagOf, FLAG),
  };
}
