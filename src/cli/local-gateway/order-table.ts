import { truncate } from "../../api/error-tree.ts";
import type { ListedOrder } from "../../sandbox/explain/order-model.ts";
import { printable } from "../../shared/printable.ts";
import type { Terminal } from "../terminal.ts";
import { amountText, inTone, localTime } from "./ask.ts";

const GAP = "  ";

/** Number of characters with which a token or a uid names its order. */
const SHORT = 8;

export const shortId = (id: string): string => id.slice(0, SHORT);

/**
 * The widths of three columns, from a wide to a narrow terminal. A time loses its year, and then its date. A longer id is
 * printed as a short token, and only the last layout shortens usual ids, because the next command needs them.
 */
const LAYOUTS: readonly (readonly [time: number, id: number, name: number])[] = [
  [16, 24, 24],
  [16, 24, 16],
  [11, 24, 16],
  [11, 24, 1],
  [5, 24, 1],
  [5, SHORT, 1],
];

/** In a file or a pipe, nothing is cut. */
const WHOLE = [16, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

const HEADINGS = ["Time", "Order", "Amount", "Outcome", "Notification"];

const cellsOf = (order: ListedOrder, [ofTime, ofId, ofName]: (typeof LAYOUTS)[number]): string[] => {
  const { id, token, name, money, outcome, notification, createdAt } = order;
  const isShort = (id === token && ofId < id.length) || id.length > ofId;
  const shown = printable(isShort ? shortId(token) : id);
  return [
    localTime(createdAt).slice(0, 16).slice(-ofTime),
    name === id ? shown : `${shown} ${truncate(printable(name), ofName)}`.trim(),
    amountText(money.amount, money.currency),
    printable(outcome),
    printable(notification.reason),
  ];
};

/** Pads the cells of the first layout that fits. Otherwise the last column is cut, and the ids last of all. */
const toTable = (
  orders: readonly ListedOrder[],
  { columns }: Terminal,
  headings: readonly string[][] = [],
): string[][] => {
  const limit = columns ?? Number.POSITIVE_INFINITY;
  const tables = (columns === undefined ? [WHOLE] : LAYOUTS).map((layout) => {
    const rows = [...headings, ...orders.map((order) => cellsOf(order, layout))];
    const widths = HEADINGS.map((_, column) =>
      Math.max(...rows.map((cells) => (cells[column] ?? "").length)),
    );
    const [last = 0, ...others] = widths.toReversed();
    const room = limit - others.reduce((sum, one) => sum + one + GAP.length, 0);
    return { rows, widths, last, room };
  });
  const wide = tables.slice(0, -1);
  const fitting = wide.find(({ last, room }) => last <= room) ?? wide.findLast(({ room }) => room > 0);
  const { rows = [], widths = [], room = 0 } = fitting ?? tables.at(-1) ?? {};
  const toCell = (cell: string, column: number): string => {
    if (column === HEADINGS.length - 1) return truncate(cell, Math.max(room, 1));
    return column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  };
  return rows.map((cells) => cells.map(toCell));
};

const lineOf = (
  { tone, notification }: ListedOrder,
  cells: readonly string[] = [],
  terminal: Terminal,
): string => {
  const [time = "", name = "", amount = "", outcome = "", reason = ""] = cells;
  const states = [inTone(terminal, tone, outcome), inTone(terminal, notification.tone, reason)];
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
