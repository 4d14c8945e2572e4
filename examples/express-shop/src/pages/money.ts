import { fromMinorUnits } from "payments-client";

/** `€129.00` for 12900 and EUR. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(
    Number(fromMinorUnits(amount, currency)),
  );
