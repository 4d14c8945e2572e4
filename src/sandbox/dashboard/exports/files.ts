import { decimalAmount } from "../../format-amount.ts";
import { type LoggedCall, toApiCall } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { callsAbout } from "../../gateway/history.ts";
import { headersOf } from "../../gateway/records/delivery.ts";
import { type OrderSummary, summarizeOrder } from "../orders/order-summary.ts";
import type { Order } from "../orders/orders.ts";
import { textOfSentence } from "../orders/sentence.ts";
import { storyOf } from "../orders/story.ts";
import { verdictOf } from "../orders/verdict.ts";

/** JSON without the shop's secret key in any of its texts, where a shop's own code may have put it. */
export const toJsonWithoutKey = (value: unknown, { settings: { redact } }: Gateway): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? redact(inner) : inner), 2);

/** A spreadsheet would run a cell that begins so as a formula. */
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
  shop: ({ shop }) => shop,
  created_at: ({ createdAt }) => createdAt,
};

/** Orders as CSV (RFC 4180). */
export const toCsv = (orders: readonly OrderSummary[]): string =>
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
  // Headers are not kept: that of the credentials is one of them.
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

/** API calls as an HTTP archive (HAR 1.2), which browsers and other tools open. */
export const toHar = (calls: readonly LoggedCall[], origin: string) => ({
  log: {
    version: "1.2",
    creator: { name: "payments-client sandbox", version: "1" },
    entries: calls.map((call) => toEntry(call, origin)),
  },
});

/** All that is known of an order, for a bug report. */
export const toOrderFile = (order: Order, gateway: Gateway) => ({
  order: summarizeOrder(order, gateway),
  /** Why the shop did or did not mark it as paid. */
  says: textOfSentence(verdictOf(order, gateway).sentence),
  events: storyOf(order, gateway).map(({ at, title, text = "" }) => ({ at, title, text })),
  request: order.checkout?.fields,
  transactions: order.transactions.map(({ transaction }) => transaction),
  calls: callsAbout(gateway, order.token).map(toApiCall),
  notifications: order.deliveries.map((delivery) => ({
    ...delivery,
    headers: headersOf(delivery.signature, "Basic [redacted]"),
  })),
});
