import { exactText, isNullish } from "../payments/facts.ts";
import { readOption } from "../shared/read-option.ts";
import type { Payable } from "./payment-handlers.ts";

/** The values of an order, in the form in which they are compared. */
export interface OrderTerms {
  readonly amount: string;
  readonly currency: string;
  readonly paidBy: string | null;
  /** Undefined if the order has none. */
  readonly trackingId: string | undefined;
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

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === "string" && pattern.test(value);

/** @throws TypeError that names the field of an order that cannot be compared. */
export function readOrder(order: Payable): OrderTerms {
  const amount = amountOf(readOption(order, "amount"));
  const currency = readOption(order, "currency");
  const paidBy = readOption(order, "paidBy");
  const given = readOption(order, "trackingId") ?? undefined;
  const trackingId = exactText(given);
  const [closed, test] = [flagOf(readOption(order, "closed")), flagOf(readOption(order, "test"))];
  const refuse = (expected: string): never => {
    throw new TypeError(`The order that findOrder returned cannot be compared: ${expected}`);
  };
  if (!isText(amount, /^\d+$/))
    return refuse("amount must be an integer in minor units, such as 3245 for 32.45");
  if (!isText(currency, /^[A-Z]{3}$/))
    return refuse("currency must be an alpha-3 code in capitals, such as EUR");
  if (paidBy !== null && !isText(paidBy, /./)) return refuse("paidBy must be the uid of a payment, or null");
  if (given !== trackingId && trackingId === undefined) return refuse("trackingId must be text, or left out");
  if (closed === undefined) return refuse("closed must be true, false, 1 or 0");
  if (test === undefined) return refuse("test must be true, false, 1 or 0");
  return { amount, currency, paidBy, trackingId, closed, test };
}
