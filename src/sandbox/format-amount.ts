import { minorUnits } from "../payments/currencies.ts";
import { fromMinorUnits } from "../payments/money.ts";
import { textOf } from "./gateway/input/section.ts";

const isNumeric = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

const formats = new Map<string, Intl.NumberFormat>();

/** Caches formats, because it takes a hundred times longer to create a format than to use it. */
const formatOf = (currency: string, decimals: number): Intl.NumberFormat => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format =
    formats.get(currency) ?? new Intl.NumberFormat("en", { style: "currency", currency, ...digits });
  formats.set(currency, format);
  return format;
};

/** Converts minor units to a decimal, such as `28.60`. Keeps an amount with an invalid value or currency. */
export const decimalAmount = (amount: unknown, currency: unknown): string => {
  const isValid = typeof currency === "string" && minorUnits(currency) !== undefined;
  return isValid && typeof amount === "number" && Number.isSafeInteger(amount) && amount >= 0
    ? fromMinorUnits(amount, currency)
    : (textOf(amount) ?? "");
};

/** Formats minor units in English without rounding. If the amount or the currency is invalid, returns digits and code. */
export const formatAmount = (amount: unknown, currency: unknown): string => {
  const decimals = typeof currency === "string" ? minorUnits(currency) : undefined;
  const exact = decimalAmount(amount, currency);
  return decimals !== undefined && Number.isSafeInteger(amount) && isNumeric(exact)
    ? formatOf(String(currency), decimals).format(exact)
    : `${textOf(amount) ?? ""} ${textOf(currency) ?? ""}`;
};
