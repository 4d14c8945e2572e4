import { readFile } from "node:fs/promises";
import type { ActionName } from "../../sandbox/control/create-control.ts";
import { didYouMean } from "../../shared/nearest-name.ts";
import { printable } from "../../shared/printable.ts";
import { CommandError, describeError } from "../errors.ts";
import { parseOptions, rowsOf, TEXT } from "../parse-options.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { askGateway, done, gatewayOrigin, noteLines, OPTIONS, OPTIONS_HELP, optionFor } from "./ask.ts";
import { orderLine } from "./order-table.ts";

const readBody = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(`--body ${file}: ${describeError(error)}`);
  });

/** Runs an action, and prints its answer. Returns the exit status, which is 1 if the shop accepted a forged notification. */
async function runAction(
  origin: string,
  action: string,
  params: object,
  isJson: boolean,
  terminal: Terminal,
): Promise<number> {
  const { colored, print, wrapped } = terminal;
  const answer = await askGateway(origin, `/${encodeURIComponent(action)}`, params);
  const { message, note, order, guide } = done.parse(answer);
  const text = wrapped(printable(message));
  const lines = [
    ...noteLines(note, terminal),
    guide === undefined ? text : colored("red", `${text}\nRead ${guide}`),
    ...(order ? [orderLine(order, terminal)] : []),
  ];
  print(isJson ? toJson(answer) : lines.join("\n"));
  return guide === undefined ? 0 : 1;
}

/** Parses the arguments of a command whose other options are parameters of an action. */
const readArguments = (args: string[], names: readonly string[], { program }: Terminal) => {
  const options = { ...rowsOf(TEXT, ...names), ...OPTIONS };
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
  const { port, url, json: isJson, ...others } = values;
  const params: Readonly<Record<string, string | undefined>> = others;
  return { origin: gatewayOrigin({ port, url }, program.env), isJson, params, positionals };
};

/** Creates a command for an action. Its argument is a parameter, and so is one of two options. */
const command =
  (name: string, what: string, action: string, subject: string, options: readonly [string, string]) =>
  async (args: string[], terminal: Terminal): Promise<number> => {
    const { origin, isJson, params, positionals } = readArguments(args, options, terminal);
    const at = optionFor(origin);
    const [id, second] = positionals;
    if (id === undefined || second !== undefined)
      throw new CommandError(
        `Name one ${what}, such as \`payments-client ${name} 1007${at}\`. \`payments-client orders${at}\` lists the orders.`,
      );
    if (Object.keys(params).length > 1)
      throw new CommandError(`Use --${options.join(" or --")}, but not both.`);
    const body = params["body"] !== undefined && { body: await readBody(params["body"]) };
    return runAction(origin, action, { [subject]: id, ...params, ...body }, isJson, terminal);
  };

export const pay = {
  HELP: `payments-client pay TOKEN: pays at a running local gateway as a customer would, and waits for the answer of your shop.

TOKEN is a payment token, the id of a product, or a tracking_id. If several orders have it, the newest that can be paid is paid.

  --card NUMBER   number of a test card. Default: 4200000000000000, which succeeds.
                  4005550000000019 is declined
  --method NAME   another method, such as google_pay, or erip, with which the payment is pending. After that,
                  \`payments-client pay TOKEN\` completes it
${OPTIONS_HELP}

The exit status is 0 if the payment was processed, even if it was declined. Otherwise it is 1.`,
  run: command("pay", "payment token, product or order", "pay", "order", ["card", "method"]),
};

export const resend = {
  HELP: `payments-client resend ID: sends a notification of a running local gateway to your shop again.

ID is the id of a notification. A payment token, a uid or a tracking_id selects the newest notification of the order. If several orders have the tracking_id, the newest order with a notification is selected.

  --as WHAT       wrong_amount or wrong_signature. Default: unchanged
  --body FILE     sends the content of this file with a new signature instead
${OPTIONS_HELP}

The exit status is 0 if the notification was sent. It is 1 if not, or if your shop accepted a wrong signature.`,
  run: command("resend", "notification or order", "notify-again", "notification", ["as", "body"]),
};

/** Matches an option for a parameter. The local gateway checks its name. */
const PARAMETER = /^--(?!(?:port|url|json)\b)(\w+)/;

const FOLLOW_UP = "--uid UID [--amount 28.60] [--outcome failed]";

/** The actions with their most important parameters. The types make an action without a row an error. */
const ACTIONS: Readonly<Record<Exclude<ActionName, "follow-up">, string>> = {
  pay: "--order ID [--card NUMBER]",
  complete: "--uid UID --outcome successful, failed or deleted",
  capture: FOLLOW_UP,
  void: FOLLOW_UP,
  refund: `${FOLLOW_UP} [--reason TEXT]`,
  chargeback: `${FOLLOW_UP} [--reason TEXT]`,
  expire: "--order ID",
  "notify-again": "--notification ID [--as wrong_amount]",
  "create-order": "--amount 28.60 --currency EUR --description TEXT",
  "create-again": "--order ID",
  "create-product": "",
  "plan-calls": "--status 503 [--times 2]",
  "plan-notifications": "--notification lost [--times 2]",
  "plan-payments": "[--reason 51] [--times 2]",
  "cancel-plan": "[--id NUMBER]",
  clear: "",
};

const ACTIONS_HELP = Object.entries(ACTIONS)
  .map(([name, parameters]) => `  ${name.padEnd(20)}${parameters}`.trimEnd())
  .join("\n");

const checkAction = (action: string): void => {
  const names = [...Object.keys(ACTIONS), "follow-up"];
  if (names.includes(action)) return;
  const hint = didYouMean(action, names);
  throw new CommandError(
    `There is no action ${action}. ${hint && `${hint} `}\`payments-client act --help\` lists the actions.`,
  );
};

export const act = {
  HELP: `payments-client act ACTION: runs an action of a running local gateway, such as \`payments-client act expire --order 1007\`.

${ACTIONS_HELP}

An option is a parameter of the action. \`payments-client orders ID\` prints the uids of an order, and the commands that are possible now. docs/reference/sandbox.md lists all parameters.

${OPTIONS_HELP}

The exit status is 0 if the action was done. It is 1 if not, or if your shop accepted a wrong signature.`,
  run: async (args: string[], terminal: Terminal): Promise<number> => {
    const names = args.flatMap((arg) => PARAMETER.exec(arg)?.[1] ?? []);
    const { origin, isJson, params, positionals } = readArguments(args, names, terminal);
    const [action, second] = positionals;
    if (action === undefined || second !== undefined)
      throw new CommandError(
        "Name one action, such as `payments-client act expire --order 1007`, with its parameters as options. `payments-client act --help` lists the actions.",
      );
    checkAction(action);
    return runAction(origin, action, params, isJson, terminal);
  },
};
