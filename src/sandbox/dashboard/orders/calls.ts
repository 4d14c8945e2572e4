import { tryDecodeURIComponent } from "hono/utils/url";
import { OPERATIONS } from "../../../api/operations.ts";
import type { LoggedCall } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { factsOf, type Order } from "./orders.ts";

/** The last segment of an address such as `/products/{product_id}`. */
const idInPath = ({ operation, path }: LoggedCall): string | undefined => {
  if (!operation || !OPERATIONS[operation].path.endsWith("}")) return undefined;
  const [, id = ""] = /([^/?]+)\/?(?:\?|$)/.exec(path) ?? [];
  return tryDecodeURIComponent(id);
};

/** Undefined for objects and null: a refused request can have an object that cannot be converted to text. */
const scalar = (value: unknown): unknown => (typeof value === "object" ? undefined : value);

const scalarText = (value: unknown): string | undefined => textOf(scalar(value));

/** What the dashboard shows of a call's bodies. */
const summarize = (record: LoggedCall) => {
  const { checkout, transaction, transactions, ...answered } = sectionOf(parseJson(record.answerText));
  const { checkout: sentCheckout, request, ...sent } = sectionOf(parseJson(record.bodyText));
  // A refused request is all there is of an order.
  const asked = sectionOf(sentCheckout ?? request ?? sent);
  const of = sectionOf(checkout ?? transaction ?? (scalarText(answered["id"]) ? answered : asked));
  const order = { ...of, ...sectionOf(of["order"]) };
  const trackingId = scalarText(order["tracking_id"]);
  const found = Array.isArray(transactions)
    ? transactions.map((one) => scalarText(sectionOf(one)["uid"]))
    : [];
  const id =
    idInPath(record) ??
    scalarText(of["token"] ?? of["uid"] ?? of["parent_uid"] ?? answered["id"]) ??
    trackingId;
  return {
    /** The ids of what it is about: a token, a product, transactions or a tracking id. */
    subjects: [id, ...found].filter((subject): subject is string => Boolean(subject)),
    trackingId,
    description: scalarText(order["name"] ?? order["description"]),
    amount: scalar(order["amount"]),
    currency: scalar(order["currency"]),
  };
};

const summaries = new WeakMap<LoggedCall, ReturnType<typeof summarize>>();

/** The summary of a call: its bodies are parsed once, since a search reads the summaries of all calls. */
export const summaryOf = (record: LoggedCall) => {
  const summary = summaries.get(record) ?? summarize(record);
  summaries.set(record, summary);
  return summary;
};

/** What calls name an order by. Payments of a product have its id as tracking id, and calls of the product name it too. */
const idsOf = (order: Order): string[] => {
  const uids = order.transactions.map(({ transaction }) => transaction.uid);
  const { trackingId } = factsOf(order);
  const isNamed = trackingId !== undefined && trackingId !== order.checkout?.productId;
  return [order.token, ...uids, ...(isNamed ? [trackingId] : [])];
};

/** The API calls about an order, oldest first. */
export const callsOf = (order: Order, { journal }: Gateway): LoggedCall[] => {
  const ids = new Set(idsOf(order));
  return [...journal.calls.values()].filter((call) => summaryOf(call).subjects.some((id) => ids.has(id)));
};

/** The order that each call is about: the newest of those that it names. */
export const orderOfCalls = (orders: readonly Order[]): ((call: LoggedCall) => Order | undefined) => {
  const byId = new Map<string, Order>();
  for (const order of orders.toReversed()) for (const id of idsOf(order)) byId.set(id, order);
  return (call) => {
    for (const id of summaryOf(call).subjects) {
      const order = byId.get(id);
      if (order) return order;
    }
    return undefined;
  };
};
