import { readFile } from "node:fs/promises";
import { CommandError, describeError } from "../errors.ts";
import { parseOptions } from "../parse-options.ts";
import type { Terminal } from "../terminal.ts";
import { askGateway, gatewayOrigin, OPTIONS, OPTIONS_HELP, optionFor } from "./ask.ts";
import { printDone } from "./print-done.ts";

export const HELP = `payments-client resend ID: sends a notification of a running local gateway to your shop again.

ID is the id of a notification. A payment token, a uid or a tracking_id selects the newest notification of the order. If several orders have the tracking_id, the newest order with a notification is selected.

  --as WHAT       wrong_amount or wrong_signature. Default: unchanged
  --body FILE     sends the content of this file with a new signature instead
${OPTIONS_HELP}

The exit status is 0 if the notification was sent. It is 1 if not, or if your shop accepted a wrong signature.`;

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, as: { type: "string" }, body: { type: "string" } },
    allowPositionals: true,
  });
  const { json, as, body: file } = values;
  const [delivery, second] = positionals;
  const origin = gatewayOrigin(values, terminal.program.env);
  const at = optionFor(origin);
  if (delivery === undefined || second !== undefined)
    throw new CommandError(
      "usage",
      `Name one notification or order, such as \`payments-client resend 1007${at}\`. \`payments-client orders${at}\` lists the orders.`,
    );
  if (as !== undefined && file !== undefined)
    throw new CommandError("usage", "Use --as or --body, but not both.");
  const body =
    file === undefined
      ? undefined
      : await readFile(file, "utf8").catch((error: unknown) => {
          throw new CommandError("usage", `--body ${file}: ${describeError(error)}`);
        });
  const params = { notification: delivery, as, body };
  const { guide } = printDone(await askGateway({ origin, path: "/notify-again", params }), json, terminal);
  return guide === undefined ? 0 : 1;
}
