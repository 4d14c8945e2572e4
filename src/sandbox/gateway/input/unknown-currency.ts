import type { Issue } from "../../../api/error-tree.ts";
import { minorUnits } from "../../../payments/currencies.ts";

/** Refuses a currency code of the right form that does not exist. Only the gateway checks this. */
export const unknownCurrency = (currency: unknown, path: string[]): Issue[] =>
  typeof currency === "string" && /^[A-Z]{3}$/.test(currency) && minorUnits(currency) === undefined
    ? [{ path, messages: ["is unknown"] }]
    : [];
