import { parseOptions } from "../parse-options.ts";
import { printable } from "../terminal.ts";
import { askGateway, OPTIONS, OPTIONS_HELP, orderFile, orderList } from "./ask.ts";
import { localTime, orderLines, withLocalTimes } from "./texts.ts";

export const HELP = `payments-client orders [ID]: lists the orders of a running local gateway, or tells what happened to one.

ID is a payment token, a uid, the id of a notification, or the tracking_id of one order.

  --search TEXT   lists the orders that have this text, as the dashboard's search does
${OPTIONS_HELP.replace("prints JSON", "prints JSON; with ID, all calls, notifications and answers too")}

The newest 25 orders are printed, with --json all of them.`;

const MAX_ORDERS = 25;

async function listText(url: string, query: string, isJson: boolean): Promise<string> {
  const path = `/sandbox/export/orders.json?${new URLSearchParams({ q: query })}`;
  const answer = orderList.parse(await askGateway({ url, path }));
  if (isJson) return JSON.stringify(answer, null, 2);
  const shown = answer.orders.slice(0, MAX_ORDERS);
  const more = answer.orders.length - shown.length;
  const count = answer.orders.length === 1 ? "1 order" : `${answer.orders.length} orders`;
  return [...orderLines(shown), more > 0 ? `${count}; ${more} older ones are not printed` : count].join("\n");
}

async function orderText(url: string, id: string, isJson: boolean): Promise<string> {
  const answer = await askGateway({ url, path: `/sandbox/export/orders/${encodeURIComponent(id)}` });
  if (isJson) return JSON.stringify(answer, null, 2);
  const { order, says, events } = orderFile.parse(answer);
  const lines = events.map(({ at, title, text }) => {
    const what = printable(text === "" ? title : `${title}: ${text}`);
    return `${localTime(at)}  ${what}`;
  });
  return [...orderLines([order]), "", printable(withLocalTimes(says)), "", ...lines].join("\n");
}

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, search: { type: "string" } },
    allowPositionals: true,
  });
  const { url, json, search } = values;
  const [id, second] = positionals;
  if (second !== undefined) throw new Error("name one order, or none to list them");
  if (id !== undefined && search !== undefined) throw new Error("give an order or --search, not both");
  console.log(id === undefined ? await listText(url, search ?? "", json) : await orderText(url, id, json));
  return 0;
}
