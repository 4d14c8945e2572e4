import { fromMinorUnits, minorUnits } from "../../money.ts";

const isNumeric = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

/**
 * An amount in minimal units as the language writes it. Exact: it goes through no floating-point number. A product
 * whose price or currency was taken away by an update has none; its page opens all the same.
 */
export const formatAmount = (amount: number, currency: string, language: string): string => {
  const decimals = minorUnits(currency);
  if (decimals === undefined || !Number.isSafeInteger(amount)) return `${amount} ${currency}`;
  const exact = fromMinorUnits(amount, currency);
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return isNumeric(exact) ? format.format(exact) : `${exact} ${currency}`;
};
