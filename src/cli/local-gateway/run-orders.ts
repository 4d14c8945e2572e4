import { type NextStep, type OrderView, phraseText } from "../../sandbox/explain/order-model.ts";
import { printable } from "../../shared/printable.ts";
import { CommandError } from "../errors.ts";
import { parseOptions, rowsOf, TEXT } from "../parse-options.ts";
import { type Terminal, toJson } from "../terminal.ts";
import {
  amountText,
  askGateway,
  gatewayOrigin,
  inTone,
  localTime,
  noteLines,
  OPTIONS,
  OPTIONS_HELP,
  optionFor,
  orderFile,
  orderList,
} from "./ask.ts";
import { orderTable, shortId } from "./order-table.ts";

export const HELP = `payments-client orders [ID]: lists the orders of a running local gateway, or prints the events of one order.

ID is a payment token, a uid, the id of a notification, or a tracking_id. If several orders have it, the newest is printed.

  --search TEXT   lists the orders that the dashboard finds by this text
  --show STATE    lists the orders with a state, such as paid, open, declined or not-delivered
  --limit N       prints the newest N orders, or all. Default: 25, or all with --json
${OPTIONS_HELP.replace("prints JSON,", "prints JSON with tokens and uids, or with all calls and notifications of ID,")}`;

const DEFAULT_LIMIT = 25;

const ALL = "all";

/** @throws CommandError that names the option. */
function readLimit(text: string): number {
  if (text === ALL) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new CommandError(`--limit must be ${ALL} or a number from 1, not ${text}.`);
}

const countText = (count: number, hidden: number): string => {
  const orders = count === 1 ? "1 order" : `${count} orders`;
  if (hidden === 0) return orders;
  return `${orders}. The oldest ${hidden === 1 ? "is" : `${hidden} are`} not printed. Use --limit ${ALL}, --search TEXT or --show STATE, such as --show paid.`;
};

async function listText(
  origin: string,
  query: URLSearchParams,
  limit: number | undefined,
  isJson: boolean,
  terminal: Terminal,
): Promise<string> {
  const { wrapped } = terminal;
  const { orders } = orderList.parse(await askGateway(origin, `/orders?${query}`));
  if (isJson) return toJson({ orders: orders.slice(0, limit) });
  const first = `Create one on the dashboard, ${origin}/, or run the shop in the README.`;
  if (orders.length === 0) return query.size === 0 ? `0 orders\n${wrapped(first)}` : "0 orders";
  const shown = orders.slice(0, limit ?? DEFAULT_LIMIT);
  const count = countText(orders.length, orders.length - shown.length);
  return [...orderTable(shown, terminal), wrapped(count)].join("\n");
}

/** Number of columns of a time and the gap after it. */
const INDENT = 21;

/** Returns the command for an action. A payment that waits is completed by `pay`. Tokens and uids are short. */
const commandOf = ({ action, params }: NextStep, { id, token }: OrderView): string => {
  const { order, uid, notification, ...others } = params;
  const name = id === token ? shortId(token) : id;
  if (action === "pay" || params["outcome"] === "successful") return `pay ${name}`;
  if (notification !== undefined) return `resend ${notification}`;
  const options = Object.entries({
    ...(order && { order: name }),
    ...(uid && { uid: shortId(uid) }),
    ...others,
  });
  return ["act", action, ...options.flatMap(([name, value]) => [`--${name}`, value])].join(" ");
};

async function orderText(origin: string, id: string, isJson: boolean, terminal: Terminal): Promise<string> {
  const { colored, withProgram, wrapped } = terminal;
  const answer = await askGateway(origin, `/orders/${encodeURIComponent(id)}`);
  if (isJson) return toJson(answer);
  const { note, order } = orderFile.parse(answer);
  const { description, method, money, outcome, tone, notification, token } = order;
  const name = printable(order.name);
  const states = [
    inTone(terminal, tone, printable(outcome)),
    inTone(terminal, notification.tone, printable(notification.reason)),
  ];
  const transactions = order.transactions.map((each): [string, string] => [
    each.name,
    `${each.uid}  ${amountText(each.amount, money.currency)}  ${each.state}`,
  ]);
  const facts = [
    ["description", description === order.name ? "" : description],
    ["tracking_id", order.trackingId === order.name ? "" : order.trackingId],
    ["method", method],
    ["token", token],
    ...transactions,
  ] as const;
  const next = order.next.map((step) =>
    withProgram(`  payments-client ${printable(commandOf(step, order))}${optionFor(origin)}`),
  );
  return [
    ...noteLines(note, terminal),
    [name, amountText(money.amount, money.currency), ...states].filter(Boolean).join("  "),
    ...facts.flatMap(([label, value]) =>
      value ? wrapped(`  ${printable(label).padEnd(14)}${printable(value)}`, 16) : [],
    ),
    "",
    ...order.says.map((line) =>
      inTone(
        terminal,
        line.tone,
        wrapped(printable(line.text.map((phrase) => phraseText(phrase, localTime)).join(""))),
      ),
    ),
    ...(next.length > 0 ? ["", "Next:", ...next] : []),
    "",
    ...order.events.map(({ at, title, tone: ofEvent, text }) => {
      const what = text === "" ? "" : `: ${printable(text)}`;
      const told = inTone(terminal, ofEvent, printable(title)) + what;
      return wrapped(`${colored("gray", localTime(at))}  ${told}`, INDENT);
    }),
  ].join("\n");
}

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const options = { ...OPTIONS, ...rowsOf(TEXT, "search", "show", "limit") };
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
  const { json, search, show, limit } = values;
  const [id, second] = positionals;
  if (second !== undefined)
    throw new CommandError(
      "Name one order, such as `payments-client orders 1007`, or none to list all orders.",
    );
  if (id !== undefined && (search ?? show ?? limit) !== undefined)
    throw new CommandError("Use an order, or --search, --show and --limit, but not both.");
  const count = limit === undefined ? undefined : readLimit(limit);
  const query = new URLSearchParams({ ...(search && { q: search }), ...(show && { show }) });
  const origin = gatewayOrigin(values, terminal.program.env);
  terminal.print(
    id === undefined
      ? await listText(origin, query, count, json, terminal)
      : await orderText(origin, id, json, terminal),
  );
  return 0;
}
