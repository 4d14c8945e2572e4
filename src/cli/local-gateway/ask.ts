import * as z from "zod/mini";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLocalHost } from "../../runtime/private-address.ts";
import type { OrderSummary, RefusalAnswer } from "../../sandbox/control/create-control.ts";
import { formatAmount } from "../../sandbox/format-amount.ts";
import { toHttpUrl } from "../../shared/parse-url.ts";
import { printable } from "../../shared/printable.ts";
import { messageOf } from "../../shared/values.ts";
import { CommandError, codeOf } from "../errors.ts";
import { integerOption } from "../parse-options.ts";
import type { Color, Terminal } from "../terminal.ts";

/** Formats a time in the terminal's zone, such as `2026-11-20 21:46:07`. */
export const localTime = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString("sv");
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

/** Returns a line that contains which order was chosen, if several orders have the id. */
export const noteLines = (note: string | undefined, { colored, wrapped }: Terminal): string[] =>
  note === undefined ? [] : [colored("yellow", wrapped(printable(note)))];

const GAP = "  ";

const HEADINGS = ["Time", "Order", "Amount", "Outcome", "Notification"];

const cellsOf = (order: OrderSummary): readonly string[] => [
  localTime(order.createdAt).slice(0, 16),
  printable(order.name),
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
    const cut = cell.length > width ? `${cell.slice(0, width - 1)}…` : cell;
    return column === 2 ? cut.padStart(width) : cut.padEnd(width);
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

const tone = z.enum(["good", "bad", "wait", "info", "quiet"]);

const order: z.ZodMiniType<OrderSummary> = z.object({
  token: z.string(),
  uid: z.nullable(z.string()),
  trackingId: z.nullable(z.string()),
  description: z.string(),
  name: z.string(),
  customer: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  method: z.string(),
  status: z.string(),
  outcome: z.string(),
  outcomeTone: tone,
  shop: z.string(),
  shopTone: tone,
  reason: z.string(),
  notification: z.string(),
  createdAt: z.string(),
});

/** Which order was chosen, if several orders have the id. */
const note = z.optional(z.string());

/** The result of an action. It has a guide if the shop accepted a forged notification. */
export const done = z.object({
  message: z.string(),
  note,
  order: z.nullable(order),
  guide: z.optional(z.string()),
});

const refusal: z.ZodMiniType<RefusalAnswer> = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  orders: z.optional(z.array(order)),
});

/** A text, or a time for the terminal's zone. */
const text = z.union([z.string(), z.object({ at: z.string() })]);

export const orderList = z.object({ orders: z.array(order) });

/** The part of an order's file that `orders ID` prints. */
export const orderFile = z.object({
  note,
  order,
  says: z.array(z.array(text)),
  tone,
  commands: z.array(z.string()),
  events: z.array(z.object({ at: z.string(), title: z.string(), tone, text: z.string() })),
});

export const OPTIONS = {
  port: { type: "string" },
  url: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const OPTIONS_HELP = `  --port PORT     port of the local gateway on this machine
  --url URL       or its full address. Default: PAYMENTS_CHECKOUT_URL, or port 4010
  --json          prints JSON, also for an error
  --help          prints this text`;

const DEFAULT_URL = "http://127.0.0.1:4010";

/** Returns the origin of the local gateway. Refuses the address of a real gateway in the environment. */
export const gatewayOrigin = (
  { port, url }: { readonly port?: string | undefined; readonly url?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string => {
  if (port !== undefined && url !== undefined) throw new CommandError("Use --port or --url, but not both.");
  if (port !== undefined) return `http://127.0.0.1:${integerOption("port", port, 1, 65_535)}`;
  const variable = VARIABLES.checkoutUrl;
  const given = url ?? environment[variable] ?? DEFAULT_URL;
  const found = toHttpUrl(given);
  if (url !== undefined && !found)
    throw new CommandError(`--url must be an http or https URL, such as ${DEFAULT_URL}.`);
  if (found && (url !== undefined || isLocalHost(found.hostname))) return found.origin;
  throw new CommandError(`${variable} is not the address of a local gateway. Use --port PORT or --url URL.`);
};

/** Returns the option with which a copied command finds a local gateway, such as ` --port 4011`. Empty for the default. */
export const optionFor = (origin: string): string => {
  if (origin === DEFAULT_URL) return "";
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(origin) ?? [];
  return port === undefined ? ` --url ${origin}` : ` --port ${port}`;
};

const unreachable = (origin: string, error: unknown): CommandError => {
  const { cause } = error instanceof Error ? error : {};
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new CommandError(
    `No local gateway answers at ${origin} (${reason}). Start one with \`payments-client sandbox\`, or use --port PORT.`,
    "no_gateway",
  );
};

/**
 * Sends a request to the control API of a running local gateway, or an action if there are parameters.
 *
 * @throws CommandError with the gateway's refusal, or the reason why no local gateway answers.
 */
export async function askGateway(origin: string, path: string, params?: object): Promise<unknown> {
  const response = await fetch(`${origin}/sandbox/api${path}`, {
    ...(params && { method: "POST", body: JSON.stringify(params) }),
    headers: { "content-type": "application/json" },
    redirect: "manual",
  }).catch((error: unknown) => {
    throw unreachable(origin, error);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body;
  const { data } = refusal.safeParse(body);
  if (!data)
    throw new CommandError(
      `The server at ${origin} answered ${response.status} and is not a local gateway. Use --port PORT.`,
      "no_gateway",
    );
  const { field, orders = [] } = data;
  const message = printable(data.message);
  if (data.code === "not_found")
    throw new CommandError(
      `${message} \`payments-client orders${optionFor(origin)}\` lists them.`,
      "not_found",
    );
  const named = field !== undefined && message.startsWith(`${field} `) ? `--${message}` : message;
  const lines = orders.map(
    ({ createdAt, outcome, token }) => `  ${localTime(createdAt)}  ${outcome}  ${token}`,
  );
  throw new CommandError([named, ...lines].join("\n"), "refused");
}
