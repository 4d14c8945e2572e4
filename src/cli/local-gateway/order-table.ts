import { truncate } from "../../api/error-tree.ts";
import type { ListedOrder } from "../../sandbox/explain/order-model.ts";
import { printable } from "../../shared/printable.ts";
import type { Terminal } from "../terminal.ts";
import { amountText, inTone, localTime } from "./ask.ts";

const GAP = "  ";

/** Number of characters with which a token or a uid names its order. */
const SHORT = 8;

export const shortId = (id: string): string => id.slice(0, SHORT);

/** The lengths up to which ids are printed whole, from a wide to a narrow terminal. Longer ids become a short token. */
const LONGEST = [24, SHORT];

interface Cells {
  readonly cells: readonly string[];
  /** Number of columns of the id, which is never cut. */
  readonly idWidth: number;
}

const HEADINGS: Cells = { cells: ["Time", "Order", "Amount", "Outcome", "Notification"], idWidth: 0 };

const cellsOf = (order: ListedOrder, longest: number): Cells => {
  const { id, token, name, money, outcome, notification } = order;
  const isShort = id === token || id.length > longest;
  const shown = printable(isShort && longest < Number.POSITIVE_INFINITY ? shortId(token) : id);
  const cells = [
    localTime(order.createdAt).slice(0, 16),
    name === id ? shown : `${shown} ${printable(name)}`,
    amountText(money.amount, money.currency),
    printable(outcome),
    printable(notification.reason),
  ];
  return { cells, idWidth: shown.length };
};

/** The columns that are cut if the terminal is too narrow, in this order, with the minimum width of each. An amount is never cut. */
const CUT: readonly (readonly [column: number, minimum: number])[] = [
  [1, 0],
  [4, 12],
  [0, 11],
  [0, 5],
  [3, 8],
  [4, 8],
];

const widthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);

const widthsFor = (rows: readonly Cells[], width: number): number[] => {
  const widths = HEADINGS.cells.map((_, column) =>
    Math.max(...rows.map(({ cells }) => (cells[column] ?? "").length)),
  );
  const idWidth = Math.max(...rows.map((row) => row.idWidth));
  for (const [column, minimum] of CUT) {
    const natural = widths[column] ?? 0;
    const least = Math.min(natural, column === 1 ? idWidth : minimum);
    const excess = widthOf(widths) - width;
    if (excess > 0) widths[column] = column === 0 ? least : Math.max(least, natural - excess);
  }
  return widths;
};

/** Pads or cuts the cells, so that a row is at most as wide as the terminal. In a file or a pipe, nothing is cut. */
const toTable = (
  orders: readonly ListedOrder[],
  { columns = Number.POSITIVE_INFINITY }: Terminal,
  headings: readonly Cells[] = [],
): string[][] => {
  const lengths = columns < Number.POSITIVE_INFINITY ? LONGEST : [columns];
  const tables = lengths.map((longest) => {
    const rows = [...headings, ...orders.map((order) => cellsOf(order, longest))];
    return { rows, widths: widthsFor(rows, columns) };
  });
  const { rows = [], widths = [] } =
    tables.find((table) => widthOf(table.widths) <= columns) ?? tables.at(-1) ?? {};
  const toCell = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    // A time loses its year, then its date.
    if (column === 0 && cell.length > width) return cell.slice(-width);
    const cut = truncate(cell, width);
    return column === 2 ? cut.padStart(width) : cut.padEnd(width);
  };
  return rows.map(({ cells }) => cells.map(toCell));
};

const lineOf = (
  { tone, notification }: ListedOrder,
  cells: readonly string[] = [],
  terminal: Terminal,
): string => {
  const [time = "", name = "", amount = "", outcome = "", reason = ""] = cells;
  const states = [inTone(terminal, tone, outcome), inTone(terminal, notification.tone, reason.trimEnd())];
  return [time, name, amount, ...states].join(GAP);
};

export const orderLine = (order: ListedOrder, terminal: Terminal): string =>
  lineOf(order, toTable([order], terminal)[0], terminal);

export const orderTable = (orders: readonly ListedOrder[], terminal: Terminal): string[] => {
  const [headings = [], ...rows] = toTable(orders, terminal, [HEADINGS]);
  return [
    terminal.colored("gray", headings.join(GAP).trimEnd()),
    ...orders.map((order, index) => lineOf(order, rows[index], terminal)),
  ];
};
