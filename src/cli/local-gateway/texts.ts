import type { OrdersAnswer } from "../../sandbox/control/create-control.ts";
import { formatAmount } from "../../sandbox/format-amount.ts";
import { printable } from "../../shared/printable.ts";
import type { Color, Terminal } from "../terminal.ts";

export type OrderSummary = OrdersAnswer["orders"][number];

/** Formats a time in the terminal's zone, such as `2026-11-20 21:46:07`. */
export const localTime = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? ""
    : `${time.toLocaleDateString("sv")} ${time.toLocaleTimeString("sv")}`;
};

type Tone = OrderSummary["outcomeTone"];

const COLORS: Readonly<Record<Tone, Color | undefined>> = {
  good: "green",
  bad: "red",
  wait: "yellow",
  info: "blue",
  quiet: undefined,
};

export const inTone = ({ colored }: Terminal, tone: Tone, text: string): string => {
  const color = COLORS[tone];
  return color === undefined ? text : colored(color, text);
};

export const amountText = ({ amount, currency }: OrderSummary): string =>
  amount === null ? "" : printable(formatAmount(amount, currency, "en").replaceAll("\u00a0", " "));

export const nameOf = ({ trackingId, description, token }: OrderSummary): string =>
  printable(trackingId ?? (description || token));

const toColumn = (text: string, width: number, isRight = false): string => {
  const cut = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  return isRight ? cut.padStart(width) : cut.padEnd(width);
};

/** Returns a line that contains which order was chosen, if several orders have the id. */
export const noteLines = (note: string | undefined, { colored, wrapped }: Terminal): string[] =>
  note === undefined ? [] : [colored("yellow", wrapped(printable(note)))];

const GAP = "  ";

const HEADINGS = ["Time", "Order", "Amount", "Outcome", "Notification"];

const cellsOf = (order: OrderSummary): readonly string[] => [
  localTime(order.createdAt).slice(0, 16),
  nameOf(order),
  amountText(order),
  printable(order.outcome),
  printable(order.reason),
];

/** The columns that are cut if the terminal is too narrow, in this order, with the minimum width of each. An amount is never cut. */
const CUT: readonly (readonly [column: number, minimum: number])[] = [
  [1, 10],
  [4, 12],
  [0, 11],
  [0, 5],
  [3, 8],
  [4, 8],
  [1, 6],
];

const widthsFor = (rows: readonly (readonly string[])[], width: number): number[] => {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const excess = () => widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  for (const [column, minimum] of CUT) {
    const natural = widths[column] ?? 0;
    const least = Math.min(natural, minimum);
    if (excess() > 0) widths[column] = column === 0 ? least : Math.max(least, natural - excess());
  }
  return widths;
};

/** Pads or cuts the cells, so that a row is at most as wide as the terminal. Without a terminal, 80 columns. */
const toTable = (rows: readonly (readonly string[])[], { columns = 80 }: Terminal): string[][] => {
  const widths = widthsFor(rows, columns);
  const toCell = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    // A time loses its year, then its date.
    if (column === 0 && cell.length > width) return cell.slice(-width);
    return toColumn(cell, width, column === 2);
  };
  return rows.map((row) => row.map(toCell));
};

const lineOf = (
  { outcomeTone, shopTone }: OrderSummary,
  cells: readonly string[] = [],
  terminal: Terminal,
): string => {
  const [time = "", name = "", amount = "", outcome = "", reason = ""] = cells;
  const states = [inTone(terminal, outcomeTone, outcome), inTone(terminal, shopTone, reason.trimEnd())];
  return [time, name, amount, ...states].join(GAP);
};

export const orderLine = (order: OrderSummary, terminal: Terminal): string =>
  lineOf(order, toTable([cellsOf(order)], terminal)[0], terminal);

export const orderTable = (orders: readonly OrderSummary[], terminal: Terminal): string[] => {
  const [headings = [], ...rows] = toTable([HEADINGS, ...orders.map(cellsOf)], terminal);
  return [
    terminal.colored("gray", headings.join(GAP).trimEnd()),
    ...orders.map((order, index) => lineOf(order, rows[index], terminal)),
  ];
};
