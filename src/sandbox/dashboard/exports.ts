import type { Context, Hono } from "hono";
import { didYouMean } from "../../shared/nearest-name.ts";
import { orderFacts, ordersNamed } from "../explain/order-facts.ts";
import { filterNames, listOrders } from "../explain/order-list.ts";
import { type OrderSummary, summarizeOrder, summarizeRow } from "../explain/order-summary.ts";
import { type Step, stepsOf, textOfSentence } from "../explain/sentence.ts";
import { storyOf } from "../explain/story.ts";
import { verdictOf } from "../explain/verdict.ts";
import { decimalAmount } from "../format-amount.ts";
import { type LoggedCall, toApiCall } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { callsAbout } from "../gateway/history.ts";
import { headersOf } from "../gateway/orders/delivery.ts";
import type { Order } from "../gateway/orders/order.ts";
import { originOf } from "../http/origin.ts";
import { newestOrder } from "./actions/named-order.ts";
import { listCalls } from "./lists/call-list.ts";

/** Converts to JSON and redacts the shop's secret key, because a shop's own code may have sent it. */
export const toJsonWithoutKey = (value: unknown, { settings: { redact } }: Gateway): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? redact(inner) : inner), 2);

/** Matches cells that a spreadsheet would run as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

const toCell = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const COLUMNS: Readonly<Record<string, (order: OrderSummary) => string | null>> = {
  token: ({ token }) => token,
  uid: ({ uid }) => uid,
  tracking_id: ({ trackingId }) => trackingId,
  description: ({ description }) => description,
  amount: ({ amount, currency }) => decimalAmount(amount, currency),
  currency: ({ currency }) => currency,
  outcome: ({ outcome }) => outcome,
  method: ({ method }) => method,
  shop: ({ shop }) => shop,
  reason: ({ reason }) => reason,
  created_at: ({ createdAt }) => createdAt,
};

/** Converts orders to CSV (RFC 4180). */
const toCsv = (orders: readonly OrderSummary[]): string =>
  [Object.keys(COLUMNS), ...orders.map((order) => Object.values(COLUMNS).map((cell) => cell(order) ?? ""))]
    .map((row) => `${row.map(toCell).join(",")}\r\n`)
    .join("");

const JSON_TYPE = "application/json";

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;

const toEntry = (
  { at, durationMs, method, path, bodyText, status, answerText }: LoggedCall,
  origin: string,
) => {
  const { href, searchParams } = new URL(path, origin);
  // Headers are not stored, because they contain credentials.
  const common = { httpVersion: "HTTP/1.1", cookies: [], headers: [], headersSize: -1 };
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      ...common,
      method,
      url: href,
      queryString: Array.from(searchParams, ([name, value]) => ({ name, value })),
      bodySize: sizeOf(bodyText),
      ...(bodyText !== "" && { postData: { mimeType: JSON_TYPE, text: bodyText } }),
    },
    response: {
      ...common,
      status,
      statusText: "",
      content: { size: sizeOf(answerText), mimeType: JSON_TYPE, text: answerText },
      redirectURL: "",
      bodySize: sizeOf(answerText),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
};

/** Converts API calls to an HTTP archive (HAR 1.2), which browsers can open. */
const toHar = (calls: readonly LoggedCall[], origin: string) => ({
  log: {
    version: "1.2",
    creator: { name: "payments-client sandbox", version: "1" },
    entries: calls.map((call) => toEntry(call, origin)),
  },
});

/** Returns the command for a step, if there is one. */
const commandOf = ({ press }: Step, id: string): string[] => {
  if (press === "Pay" || press === "Complete") return [`pay ${id}`];
  return press === "Send again" ? [`resend ${id}`] : [];
};

/** Returns the tracking id of an order if no other order has it. Otherwise returns another id for commands. */
const commandId = (order: Order, gateway: Gateway): string => {
  const { trackingId } = orderFacts(order);
  const isUnique =
    trackingId !== undefined &&
    /^[\w.:-]+$/.test(trackingId) &&
    ordersNamed(gateway, trackingId).length === 1;
  return isUnique ? trackingId : order.id;
};

/** Returns why the shop did or did not mark an order as paid, with the next commands. */
const toVerdict = (order: Order, gateway: Gateway) => {
  const { tone, sentences } = verdictOf(order, gateway);
  const id = commandId(order, gateway);
  return {
    says: sentences.map(textOfSentence).join("\n"),
    tone,
    commands: sentences.flatMap(stepsOf).flatMap((step) => commandOf(step, id)),
  };
};

/** Returns all facts of an order, for a bug report and the command line. */
const toOrderFile = (order: Order, gateway: Gateway) => ({
  order: summarizeOrder(order, gateway),
  ...toVerdict(order, gateway),
  events: storyOf(order, gateway).map(({ at, title, tone, text = "" }) => ({ at, title, tone, text })),
  request: order.fields,
  transactions: order.transactions.map(({ transaction }) => transaction),
  calls: callsAbout(gateway, order).map(toApiCall),
  notifications: order.deliveries.map((delivery) => ({
    ...delivery,
    headers: headersOf(delivery.signature, "Basic [redacted]"),
  })),
});

const file = (context: Context, name: string, type: string, content: string): Response =>
  context.body(content, 200, {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`,
  });

/** Returns why an address has no known filter. Pages ignore unknown filters, but scripts would take all orders for a few. */
const filterProblem = (wanted = ""): string | undefined => {
  const names = filterNames();
  if (wanted === "" || names.includes(wanted)) return undefined;
  const hint = didYouMean(wanted, names);
  return `There is no state ${wanted}. ${hint && `${hint} `}The states are ${names.join(", ")}.`;
};

/** Serves the lists of the dashboard as files. Search and filter apply to them. */
export const serveExports = (dashboard: Hono, gateway: Gateway): void => {
  const urlOf = (context: Context): URL => new URL(context.req.url);
  const json = (context: Context, name: string, value: unknown): Response =>
    file(context, name, JSON_TYPE, toJsonWithoutKey(value, gateway));

  dashboard.get("/sandbox/export/orders.csv", (context) => {
    const { shown } = listOrders(gateway, urlOf(context));
    return file(context, "orders.csv", "text/csv", toCsv(shown.map(summarizeRow)));
  });

  dashboard.get("/sandbox/export/orders.json", (context) => {
    const message = filterProblem(context.req.query("show"));
    if (message !== undefined) return context.json({ message }, 409);
    const { shown } = listOrders(gateway, urlOf(context));
    return json(context, "orders.json", { orders: shown.map(summarizeRow) });
  });

  dashboard.get("/sandbox/export/calls.har", (context) => {
    const { shown } = listCalls(gateway, urlOf(context));
    return json(context, "calls.har", toHar(shown.toReversed(), originOf(context)));
  });

  dashboard.get("/sandbox/export/orders/:id", (context) => {
    const id = context.req.param("id");
    const named = newestOrder(gateway, id);
    if (!named) return context.json({ message: `There is no order ${id}.` }, 404);
    const { order, note } = named;
    return json(context, `order-${orderFacts(order).name.slice(0, 60)}.json`, {
      note,
      ...toOrderFile(order, gateway),
    });
  });
};
