import { fromMinorUnits, minorUnits } from "../../money.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than using it a hundred times. */
const formatOf = (currency: string): Intl.NumberFormat => {
  const decimals = minorUnits(currency) ?? 0;
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(currency, format);
  return format;
};

/** An amount as people write it, `€32.45`; as it came where it is none. */
export const priceOf = (amount: unknown, currency: unknown): string => {
  const plain = `${String(amount)} ${String(currency)}`;
  if (typeof amount !== "number" || typeof currency !== "string") return plain;
  try {
    return formatOf(currency).format(Number(fromMinorUnits(amount, currency)));
  } catch {
    return plain;
  }
};
