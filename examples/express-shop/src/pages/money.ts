import { fromMinorUnits } from "payments-client";

/** `€129.00` for 12900 and EUR. `Intl` alone would round the decimals of some currencies off: HUF, IDR, PKR, IQD. */
export function money(amount: number, currency: string): string {
  const written = fromMinorUnits(amount, currency);
  const decimals = written.split(".")[1]?.length ?? 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat("en", { style: "currency", currency, ...digits }).format(Number(written));
}
