import type { OrderSummary } from "../../sandbox/dashboard/orders/order-summary.ts";
import { formatAmount } from "../../sandbox/format-amount.ts";
import { printable } from "../terminal.ts";

/** The longest name of an order in a line. */
const MAX_NAME = 40;

/** `2026-11-20 21:46:07`, in the zone of this terminal. */
export const localTime = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? ""
    : `${time.toLocaleDateString("sv")} ${time.toLocaleTimeString("sv")}`;
};

/** A text of the dashboard, whose times are UTC, with those of this terminal. */
export const withLocalTimes = (text: string): string =>
  text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g, (_, day, time) => localTime(`${day}T${time}Z`));

const nameOf = ({ trackingId, description, token }: OrderSummary): string => {
  const name = printable(trackingId ?? (description || token));
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
};

const cellsOf = (order: OrderSummary): string[] => [
  nameOf(order),
  order.amount === null ? "" : formatAmount(order.amount, order.currency, "en"),
  order.outcome,
  order.shop,
  localTime(order.createdAt),
  printable(order.token),
];

/** A line for each order, in columns. */
export const orderLines = (orders: readonly OrderSummary[]): string[] => {
  const rows = orders.map(cellsOf);
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};
