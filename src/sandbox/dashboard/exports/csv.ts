import { decimalAmount } from "../../format-amount.ts";
import type { OrderSummary } from "../orders/order-summary.ts";

/** A spreadsheet would run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const toCell = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const COLUMNS: Readonly<Record<string, (order: OrderSummary) => string | null>> = {
  token: ({ token }) => token,
  uid: ({ uid }) => uid,
  tracking_id: ({ trackingId }) => trackingId,
  description: ({ description }) => description,
  amount: ({ amount, currency }) => decimalAmount(amount, currency),
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
