import { CommandError } from "../errors.ts";
import { parseOptions } from "../parse-options.ts";
import type { Terminal } from "../terminal.ts";
import { askGateway, gatewayOrigin, OPTIONS, OPTIONS_HELP, optionFor } from "./ask.ts";
import { printDone } from "./print-done.ts";

export const HELP = `payments-client pay TOKEN: pays at a running local gateway as a customer would, and waits for the answer of your shop.

TOKEN is a payment token, the id of a product, or a tracking_id. If several orders have it, the newest that can be paid is paid.

  --card NUMBER   number of a test card. Default: 4200000000000000, which succeeds
  --method NAME   another method, such as google_pay, or erip, with which the payment is pending. After that,
                  \`payments-client pay TOKEN\` completes it
${OPTIONS_HELP}

The exit status is 0 if the payment was processed, even if it was declined. Otherwise it is 1.`;

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, card: { type: "string" }, method: { type: "string" } },
    allowPositionals: true,
  });
  const { json, card, method } = values;
  const [token, second] = positionals;
  const origin = gatewayOrigin(values, terminal.program.env);
  const at = optionFor(origin);
  if (token === undefined || second !== undefined)
    throw new CommandError(
      "usage",
      `Name one payment token, product or order, such as \`payments-client pay 1007${at}\`. \`payments-client orders${at}\` lists the orders.`,
    );
  if (card !== undefined && method !== undefined)
    throw new CommandError("usage", "Use --card or --method, but not both.");
  const params = { order: token, card, method };
  printDone(await askGateway({ origin, path: "/pay", params }), json, terminal);
  return 0;
}
