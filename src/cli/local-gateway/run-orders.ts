import { printable } from "../../shared/printable.ts";
import { CommandError } from "../errors.ts";
import { parseOptions } from "../parse-options.ts";
import { withProgram } from "../program.ts";
import { colored, wrapped } from "../terminal.ts";
import { askGateway, gatewayOrigin, OPTIONS, OPTIONS_HELP, optionFor, orderFile, orderList } from "./ask.ts";
import { amountText, inTone, localTime, nameOf, noteLines, orderTable, withLocalTimes } from "./texts.ts";

export const HELP = `payments-client orders [ID]: lists the orders of a running local gateway, or prints the events of one order.

ID is a payment token, a uid, the id of a notification, or a tracking_id. If several orders have it, the newest is printed.

  --search TEXT   lists the orders that the dashboard finds by this text
${OPTIONS_HELP.replace("prints JSON,", "prints JSON with tokens and uids, or with all calls and notifications of ID,")}

Prints the newest 25 orders, or all of them with --json.`;

const MAX_ORDERS = 25;

const firstOrderText = (origin: string): string =>
  `Create one on the dashboard, ${origin}/, or run the shop in the README.`;

async function listText(origin: string, query: string, isJson: boolean): Promise<string> {
  const path = `/sandbox/export/orders.json?${new URLSearchParams({ q: query })}`;
  const answer = orderList.parse(await askGateway({ origin, path }));
  if (isJson) return JSON.stringify(answer, null, 2);
  if (answer.orders.length === 0)
    return query === "" ? `0 orders\n${wrapped(firstOrderText(origin))}` : "0 orders";
  const shown = answer.orders.slice(0, MAX_ORDERS);
  const more = answer.orders.length - shown.length;
  const count = answer.orders.length === 1 ? "1 order" : `${answer.orders.length} orders`;
  return [
    ...orderTable(shown),
    more > 0 ? `${count}, of which the oldest ${more} are not printed` : count,
  ].join("\n");
}

/** Number of columns of a time and the gap after it. */
const INDENT = 21;

async function orderText(origin: string, id: string, isJson: boolean): Promise<string> {
  const answer = await askGateway({ origin, path: `/sandbox/export/orders/${encodeURIComponent(id)}` });
  if (isJson) return JSON.stringify(answer, null, 2);
  const { note, order, says, tone, commands, events } = orderFile.parse(answer);
  const { description, method, outcome, outcomeTone, reason, shopTone, token, uid } = order;
  const name = nameOf(order);
  const facts = [
    [description === name ? "" : description, "description"],
    [method, "method"],
    [token, "token"],
    [uid ?? "", "uid"],
  ];
  return [
    ...noteLines(note),
    [name, amountText(order), inTone(outcomeTone, outcome), inTone(shopTone, reason)]
      .filter(Boolean)
      .join("  "),
    ...facts.flatMap(([value = "", label = ""]) =>
      value === "" ? [] : wrapped(`  ${label.padEnd(12)}${printable(value)}`, 14),
    ),
    "",
    ...says.split("\n").map((line, index) => {
      const text = wrapped(printable(withLocalTimes(line)));
      return index === 0 ? inTone(tone, text) : text;
    }),
    ...(commands.length > 0
      ? [
          "",
          "Next:",
          ...commands.map((command) => withProgram(`  payments-client ${command}${optionFor(origin)}`)),
        ]
      : []),
    "",
    ...events.map(({ at, title, tone: ofEvent, text }) => {
      const what = text === "" ? "" : `: ${printable(text)}`;
      return wrapped(
        `${colored("gray", localTime(at))}  ${inTone(ofEvent, printable(title))}${what}`,
        INDENT,
      );
    }),
  ].join("\n");
}

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, search: { type: "string" } },
    allowPositionals: true,
  });
  const { json, search } = values;
  const [id, second] = positionals;
  if (second !== undefined)
    throw new CommandError(
      "usage",
      "Name one order, such as `payments-client orders 1007`, or none to list all orders.",
    );
  if (id !== undefined && search !== undefined)
    throw new CommandError("usage", "Use an order or --search, but not both.");
  const origin = gatewayOrigin(values);
  console.log(
    id === undefined ? await listText(origin, search ?? "", json) : await orderText(origin, id, json),
  );
  return 0;
}
