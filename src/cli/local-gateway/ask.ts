import * as z from "zod/mini";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLocalHost } from "../../runtime/private-address.ts";
import type { OrderSummary } from "../../sandbox/dashboard/orders/order-summary.ts";
import { toHttpUrl } from "../../sandbox/http/to-http-url.ts";
import { CommandError, codeOf, messageOf } from "../errors.ts";
import { readInteger } from "../parse-options.ts";

const tone = z.enum(["good", "bad", "wait", "info", "quiet"]);

const order: z.ZodMiniType<OrderSummary> = z.object({
  token: z.string(),
  uid: z.nullable(z.string()),
  trackingId: z.nullable(z.string()),
  description: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  method: z.string(),
  outcome: z.string(),
  outcomeTone: tone,
  shop: z.string(),
  shopTone: tone,
  reason: z.string(),
  createdAt: z.string(),
});

/** What an action did, and the order that it was about. */
export const done = z.object({
  message: z.string(),
  order: z.nullable(order),
  isForgeryAccepted: z.boolean(),
});

export const orderList = z.object({ orders: z.array(order) });

/** What `orders ID` prints of an order's file. */
export const orderFile = z.object({
  order,
  says: z.string(),
  tone,
  commands: z.array(z.string()),
  events: z.array(z.object({ at: z.string(), title: z.string(), tone, text: z.string() })),
});

/** The options of the commands that need a running local gateway. */
export const OPTIONS = {
  port: { type: "string" },
  url: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const OPTIONS_HELP = `  --port PORT     the local gateway listens at this port of this machine
  --url URL       or its whole address. Default: PAYMENTS_CHECKOUT_URL, or port 4010
  --json          prints JSON, also for an error
  --help          this text`;

const DEFAULT_URL = "http://127.0.0.1:4010";

interface Where {
  readonly port?: string | undefined;
  readonly url?: string | undefined;
}

/** The origin of the running local gateway. A real gateway in the environment is never asked. */
export const gatewayOrigin = ({ port, url }: Where, environment: NodeJS.ProcessEnv = process.env): string => {
  if (port !== undefined && url !== undefined)
    throw new CommandError("usage", "give --port or --url, not both");
  if (port !== undefined) return `http://127.0.0.1:${readInteger("port", port, 1, 65_535)}`;
  const variable = VARIABLES.checkoutUrl;
  const given = url ?? environment[variable] ?? DEFAULT_URL;
  const found = toHttpUrl(given);
  if (url !== undefined && !found)
    throw new CommandError("usage", `--url must be an http or https URL, such as ${DEFAULT_URL}`);
  if (found && (url !== undefined || isLocalHost(found.hostname))) return found.origin;
  throw new CommandError(
    "usage",
    `${variable} is not the address of a local gateway. Name its port by --port, or its address by --url`,
  );
};

/** What a command wants: what the dashboard shows, or what a form of it does. */
interface Ask {
  readonly origin: string;
  readonly path: string;
  /** The fields of a form, sent by POST; undefined ones are left out. */
  readonly form?: Readonly<Record<string, string | undefined>>;
}

const unreachable = (origin: string, error: unknown): CommandError => {
  const { cause } = error instanceof Error ? error : {};
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new CommandError(
    "no_gateway",
    `no local gateway answers at ${origin} (${reason}). Start one with payments-client sandbox, or name its port by --port`,
  );
};

const bodyOf = (form: NonNullable<Ask["form"]>): URLSearchParams => {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  return body;
};

const messageIn = (body: unknown): string | undefined => {
  const message: unknown = Object(body).message;
  return typeof message === "string" ? message : undefined;
};

/**
 * Asks the dashboard of a running local gateway, through the guard that its forms pass: from this machine, and with its own
 * origin.
 *
 * @throws CommandError with what the gateway refused, or why there is none.
 */
export async function askGateway({ origin, path, form }: Ask): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: form ? "POST" : "GET",
    headers: { accept: "application/json", origin },
    body: form ? bodyOf(form) : null,
    redirect: "manual",
  }).catch((error: unknown) => {
    throw unreachable(origin, error);
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  if (response.ok && isJson) return body;
  const message = messageIn(body);
  if (message === undefined)
    throw new CommandError(
      "no_gateway",
      `what answers at ${origin} with ${response.status} is not a local gateway. Name its port by --port`,
    );
  throw new CommandError(response.status === 404 ? "not_found" : "refused", message);
}
