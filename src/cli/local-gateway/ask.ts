import * as z from "zod/mini";
import type { OrderSummary } from "../../sandbox/dashboard/orders/order-summary.ts";
import { toHttpUrl } from "../../sandbox/http/to-http-url.ts";
import { codeOf, messageOf } from "../errors.ts";

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
export const done = z.object({ message: z.string(), order: z.nullable(order) });

export const orderList = z.object({ orders: z.array(order) });

/** What `orders ID` prints of an order's file. */
export const orderFile = z.object({
  order,
  says: z.string(),
  events: z.array(z.object({ at: z.string(), title: z.string(), text: z.string() })),
});

/** The options of the commands that need a running local gateway. */
export const OPTIONS = {
  url: { type: "string", default: "http://127.0.0.1:4010" },
  json: { type: "boolean", default: false },
} as const;

export const OPTIONS_HELP = `  --url URL       where the local gateway runs; default http://127.0.0.1:4010
  --json          prints JSON
  --help          this text`;

/** What a command wants: what the dashboard shows, or what a form of it does. */
interface Ask {
  readonly url: string;
  readonly path: string;
  /** The fields of a form, sent by POST; undefined ones are left out. */
  readonly form?: Readonly<Record<string, string | undefined>>;
}

const unreachable = (origin: string, error: unknown): Error => {
  const { cause } = error instanceof Error ? error : {};
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new Error(
    `no local gateway answers at ${origin} (${reason}): start one with payments-client sandbox, or give its address by --url`,
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
 * @throws Error with what the gateway refused, or why there is none.
 */
export async function askGateway({ url, path, form }: Ask): Promise<unknown> {
  const origin = toHttpUrl(url)?.origin;
  if (origin === undefined)
    throw new Error("--url must be an http or https URL, such as http://127.0.0.1:4010");
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
  throw new Error(
    messageIn(body) ?? `what answers at ${origin} with ${response.status} is not a local gateway`,
  );
}
