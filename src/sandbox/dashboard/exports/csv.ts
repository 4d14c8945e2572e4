import { minorUnits } from "../../../payments/currencies.ts";
import { fromMinorUnits } from "../../../payments/money.ts";
import type { OrderSummary } from "../orders/order-summary.ts";

/** A spreadsheet would run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const toCell = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** An amount such as `129.00`; in minor units where the currency is not known. */
const amountOf = ({ amount, currency }: OrderSummary): string => {
  if (amount === null) return "";
  const isKnown = currency !== null && minorUnits(currency) !== undefined && Number.isSafeInteger(amount);
  return isKnown && amount >= 0 ? fromMinorUnits(amount, currency) : String(amount);
};

const COLUMNS: Readonly<Record<string, (order: OrderSummary) => string | null>> = {
  token: ({ token }) => token,
  uid: ({ uid }) => uid,
  tracking_id: ({ trackingId }) => trackingId,
  description: ({ description }) => description,
  amount: amountOf,
  currency: ({ currency }) => currency,
  outcome: ({ outcome }) => outcome,
  shop: ({ shop }) => shop,
  created_at: ({ createdAt }) => createdAt,
};

/** Orders as CSV (RFC 4180). */
export const toCsv = (orders: readonly OrderSummary[]): string =>
  [Object.keys(COLUMNS), ...orders.map((order) => Object.values(COLUMNS).map((cell) => cell(order) ?? ""))]
    .map((row) => `${row.map(toCell).join(",")}\r\n`)
    .join("");
