import {
  isChanged,
  kindOfNotification,
  NOTIFICATION_KINDS,
  resultOfDelivery,
  summaryOfDelivery,
} from "../explain/notification-state.ts";
import { orderFacts, ordersOf } from "../explain/order-facts.ts";
import { type Searched, searchAt } from "../explain/search.ts";
import { wayOf } from "../explain/sent-changes.ts";
import { slug } from "../explain/sentence.ts";
import type { LoggedCall } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { parseJson } from "../gateway/input/parse-json.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Delivery } from "../gateway/orders/delivery.ts";
import type { Order } from "../gateway/orders/order.ts";

/** An API call or a notification. */
export type Entry = {
  /** ISO 8601. For a notification, the time of its last post, or of its planned first post. */
  readonly at: string;
  readonly order: Order | undefined;
} & ({ readonly call: LoggedCall } | { readonly delivery: Delivery });

export const isRefused = ({ status }: LoggedCall): boolean => status >= 400;

/** Returns the content of a delivery and its changes. */
export const sentText = (delivery: Delivery): string =>
  isChanged(delivery) ? `${summaryOfDelivery(delivery)}, ${wayOf(delivery)}` : summaryOfDelivery(delivery);

export const searchedCall = (call: LoggedCall): Searched => {
  const { method, path, operation, status, bodyText, answerText } = call;
  const { orders, trackingId, description, amount, currency } = call.subject;
  const texts = [path, `${method} ${operation} ${status}`, trackingId, description, ...orders];
  return { texts, amounts: [[amount, currency]], bodies: [bodyText, answerText] };
};

const searchedDelivery = (delivery: Delivery, order: Order | undefined): Searched => {
  const { id, token, url, body, answers, status } = delivery;
  const { amount, currency } = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const name = order && orderFacts(order).name;
  return {
    texts: [id, token, url, name, sentText(delivery), String(status), resultOfDelivery(delivery).word],
    amounts: [[amount, currency]],
    bodies: [body, ...answers.flatMap(({ body: answer, error }) => [answer ?? "", error ?? ""])],
  };
};

const searched = (entry: Entry): Searched =>
  "call" in entry ? searchedCall(entry.call) : searchedDelivery(entry.delivery, entry.order);

/** Returns all calls and notifications, newest first. The order of a call is the newest with its tracking id. */
const entriesOf = (gateway: Gateway): Entry[] => {
  const { store, journal } = gateway;
  const byTrackingId = new Map(
    ordersOf(gateway)
      .reverse()
      .map((order) => [orderFacts(order).trackingId, order]),
  );
  const calls = Array.from(journal.calls.values(), (call): Entry => {
    const { orders, trackingId } = call.subject;
    const [named] = orders;
    const order = named === undefined ? trackingId && byTrackingId.get(trackingId) : store.orders.get(named);
    return { at: call.at, order: order || undefined, call };
  });
  const notifications = Array.from(store.deliveries.values(), (delivery): Entry => {
    const at = delivery.answers.at(-1)?.at ?? delivery.nextAttemptAt ?? delivery.createdAt;
    return { at, order: store.orders.get(delivery.token), delivery };
  });
  const isLater = (one: Entry, other: Entry): number => (one.at > other.at ? -1 : Number(one.at < other.at));
  return [...calls.reverse(), ...notifications.reverse()].sort(isLater);
};

/** Lists the calls and notifications for the search and the filter of an address, newest first. */
export const listLog = (gateway: Gateway, url: URL) => {
  const all = entriesOf(gateway);
  const found = searchAt(url).find(all, searched);
  const byKind = Map.groupBy(found, (entry) =>
    "call" in entry ? undefined : kindOfNotification(gateway, entry.delivery),
  );
  const calls = byKind.get(undefined) ?? [];
  const filters = [
    ["All", null, found],
    ["API calls", "calls", calls],
    ["Refused calls", "refused", calls.filter((entry) => "call" in entry && isRefused(entry.call))],
    ["Calls without an order", "without-an-order", calls.filter(({ order }) => !order)],
    ["Notifications", "notifications", found.filter((entry) => "delivery" in entry)],
    ...NOTIFICATION_KINDS.map((kind) => [kind, slug(kind), byKind.get(kind) ?? []] as const),
  ] as const;
  const wanted = url.searchParams.get("show");
  const [chosen, , shown] = filters.find(([, show]) => show === wanted) ?? filters[0];
  return {
    isEmpty: all.length === 0,
    chosen,
    shown,
    filters: filters
      .map(([name, show, entries]) => [name, show, entries.length] as const)
      .filter(([name, , count]) => count > 0 || name === "All" || name === chosen),
  };
};
