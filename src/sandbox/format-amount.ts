import { minorUnits } from "../payments/currencies.ts";
import { fromMinorUnits } from "../payments/money.ts";
import { textOf } from "./gateway/input/section.ts";

const isNumeric = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes longer than using it a hundred times. */
const formatOf = (currency: string, decimals: number, language: string): Intl.NumberFormat => {
  const key = `${language} ${currency}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format;
};

/**
 * An amount in minor units as the language writes it, without rounding; digits and code where either is not
 * valid.
 */
export const formatAmount = (amount: unknown, currency: unknown, language: string): string => {
  const plain = `${textOf(amount) ?? ""} ${textOf(currency) ?? ""}`;
  if (typeof amount !== "number" || typeof currency !== "string") return plain;
  const decimals = minorUnits(currency);
  if (decimals === undefined || !Number.isSafeInteger(amount) || amount < 0) return plain;
  const exact = fromMinorUnits(amount, currency);
  return isNumeric(exact) ? formatOf(currency, decimals, language).format(exact) : plain;
};
