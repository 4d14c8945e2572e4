import { parseOptions } from "../parse-options.ts";
import { printable } from "../terminal.ts";
import { askGateway, done, OPTIONS, OPTIONS_HELP } from "./ask.ts";
import { orderLines } from "./texts.ts";

export const HELP = `payments-client pay TOKEN: pays at a running local gateway, as a customer would, and waits for your shop's answer.

TOKEN is a payment token, a product's id, or the tracking_id of one order.

  --card NUMBER   number of a test card; default 4200000000000000, which succeeds
  --method NAME   another method, such as erip, which is then pending, or google_pay
${OPTIONS_HELP}

The exit status is 0 if the payment was processed, also if it was declined, otherwise 1.`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, card: { type: "string" }, method: { type: "string" } },
    allowPositionals: true,
  });
  const { url, json, card, method } = values;
  const [token, second] = positionals;
  if (token === undefined || second !== undefined)
    throw new Error("name one payment token, product or order");
  if (card !== undefined && method !== undefined) throw new Error("give --card or --method, not both");
  const answer = done.parse(await askGateway({ url, path: "/sandbox/pay", form: { token, card, method } }));
  if (json) console.log(JSON.stringify(answer, null, 2));
  else console.log([printable(answer.message), ...orderLines(answer.order ? [answer.order] : [])].join("\n"));
  return 0;
}
