import { readFile } from "node:fs/promises";
import { describeError } from "../errors.ts";
import { parseOptions } from "../parse-options.ts";
import { printable } from "../terminal.ts";
import { askGateway, done, OPTIONS, OPTIONS_HELP } from "./ask.ts";

export const HELP = `payments-client resend ID: a running local gateway sends a notification to your shop again.

ID is that of a notification; or a payment token, a uid or the tracking_id of one order, whose newest notification is sent.

  --as WHAT       wrong_amount, wrong_currency, wrong_order, wrong_signature, test, late or twice; default: as it was
  --body FILE     sends what is in this file instead, and signs it
${OPTIONS_HELP}

The exit status is 0 if it was sent, whatever your shop answered, otherwise 1.`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions({
    args,
    options: { ...OPTIONS, as: { type: "string" }, body: { type: "string" } },
    allowPositionals: true,
  });
  const { url, json, as, body: file } = values;
  const [delivery, second] = positionals;
  if (delivery === undefined || second !== undefined) throw new Error("name one notification or order");
  if (as !== undefined && file !== undefined) throw new Error("give --as or --body, not both");
  const body =
    file === undefined
      ? undefined
      : await readFile(file, "utf8").catch((error: unknown) => {
          throw new Error(`--body ${file}: ${describeError(error)}`);
        });
  const answer = done.parse(
    await askGateway({ url, path: "/sandbox/redeliver", form: { delivery, as, body } }),
  );
  console.log(json ? JSON.stringify(answer, null, 2) : printable(answer.message));
  return 0;
}
