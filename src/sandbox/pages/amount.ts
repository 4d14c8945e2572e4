import { fromMinorUnits, minorUnits } from "../../money.ts";

const isNumeric = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

/** An amount in minimal units as the language writes it. Exact: it goes through no floating-point number. */
export const formatAmount = (amount: number, currency: string, language: string): string => {
  const decimals = minorUnits(currency);
  const exact = fromMinorUnits(amount, currency);
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return isNumeric(exact) ? format.format(exact) : `${exact} ${currency}`;
};
