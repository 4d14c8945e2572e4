import * as z from "zod/mini";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLocalHost } from "../../runtime/private-address.ts";
import {
  type ListedOrder,
  listedOrder,
  orderView,
  refusalAnswer,
} from "../../sandbox/explain/order-model.ts";
import { formatAmount } from "../../sandbox/format-amount.ts";
import { toHttpUrl } from "../../shared/parse-url.ts";
import { printable } from "../../shared/printable.ts";
import { messageOf } from "../../shared/values.ts";
import { CommandError, codeOf } from "../errors.ts";
import { FLAG, integerOption, rowsOf, TEXT } from "../parse-options.ts";
import type { Color, Terminal } from "../terminal.ts";

/** Formats a time in the terminal's zone, such as `2026-11-20 21:46:07`. */
export const localTime = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString("sv");
};

type Tone = ListedOrder["tone"];

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

export const amountText = (amount: number | null, currency: string | null): string =>
  amount === null ? "" : printable(formatAmount(amount, currency).replaceAll("\u00a0", " "));

/** Returns a line that contains which order was chosen, if several orders have the id. */
export const noteLines = (note: string | undefined, { colored, wrapped }: Terminal): string[] =>
  note === undefined ? [] : [colored("yellow", wrapped(printable(note)))];

/** Which order was chosen, if several orders have the id. */
const note = z.optional(z.string());

/** The result of an action. It has a guide if the shop accepted a forged notification. */
export const done = z.object({
  message: z.string(),
  note,
  order: z.nullable(listedOrder),
  guide: z.optional(z.string()),
});

export const orderList = z.object({ orders: z.array(listedOrder) });

/** The part of an order's file that `orders ID` prints. */
export const orderFile = z.object({ note, order: orderView });

export const OPTIONS = { ...rowsOf(TEXT, "port", "url"), json: FLAG };

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
  const { data } = refusalAnswer.safeParse(body);
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
