import {
  isChanged,
  kindOfNotification,
  NOTIFICATION_KINDS,
  resultOfDelivery,
  summaryOfDelivery,
} from "../explain/notification-state.ts";
import { orderFacts } from "../explain/order-facts.ts";
import { wordOf } from "../explain/outcome-of.ts";
import { type Searched, searchAt } from "../explain/search.ts";
import { wayOf } from "../explain/sent-changes.ts";
import { slug } from "../explain/sentence.ts";
import type { LoggedCall } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
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

/** Parses no body, except of the few that were changed, because a search reads all of them. */
const searchedDelivery = (delivery: Delivery, order: Order | undefined, { store }: Gateway): Searched => {
  const { id, uid = "", token, url, body, answers, status } = delivery;
  const transaction = store.transactions.get(uid)?.transaction;
  const name = order && orderFacts(order).name;
  const sent = isChanged(delivery) || !transaction ? sentText(delivery) : wordOf(transaction);
  return {
    texts: [id, token, url, name, sent, transaction?.type, String(status), resultOfDelivery(delivery).word],
    amounts: [[transaction?.amount, transaction?.currency]],
    bodies: [body, ...answers.flatMap(({ body: answer, error }) => [answer ?? "", error ?? ""])],
  };
};

const searchedIn =
  (gateway: Gateway) =>
  (entry: Entry): Searched =>
    "call" in entry ? searchedCall(entry.call) : searchedDelivery(entry.delivery, entry.order, gateway);

/** Returns all calls and notifications, newest first. The order of a call is the newest with its tracking id. */
const entriesOf = (gateway: Gateway): Entry[] => {
  const { store, journal } = gateway;
  let byTrackingId: ReadonlyMap<string | undefined, Order> | undefined;
  const newestWith = (id: string): Order | undefined => {
    const orders = () =>
      Array.from(store.orders.values(), (order) => [orderFacts(order).trackingId, order] as const);
    byTrackingId ??= new Map(orders());
    return byTrackingId.get(id);
  };
  const calls = Array.from(journal.calls.values(), (call): Entry => {
    const { orders, trackingId } = call.subject;
    const [named] = orders;
    const order = named === undefined ? trackingId && newestWith(trackingId) : store.orders.get(named);
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
  const found = searchAt(url).find(all, searchedIn(gateway));
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
