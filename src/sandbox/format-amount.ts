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

/** An amount in minor units as a decimal, such as `28.60`; as it is where it or the currency is not valid. */
export const decimalAmount = (amount: unknown, currency: unknown): string => {
  const isValid = typeof currency === "string" && minorUnits(currency) !== undefined;
  return isValid && typeof amount === "number" && Number.isSafeInteger(amount) && amount >= 0
    ? fromMinorUnits(amount, currency)
    : (textOf(amount) ?? "");
};

/**
 * An amount in minor units as the language writes it, without rounding; digits and code where either is not
 * valid.
 */
export const formatAmount = (amount: unknown, currency: unknown, language: string): string => {
  const decimals = typeof currency === "string" ? minorUnits(currency) : undefined;
  const exact = decimalAmount(amount, currency);
  return decimals !== undefined && Number.isSafeInteger(amount) && isNumeric(exact)
    ? formatOf(String(currency), decimals, language).format(exact)
    : `${textOf(amount) ?? ""} ${textOf(currency) ?? ""}`;
};
