import {
  isChanged,
  isForgeryAccepted,
  isHeld,
  resultOfDelivery,
  summaryOfDelivery,
} from "../../explain/notification-state.ts";
import { orderFacts } from "../../explain/order-facts.ts";
import { type Searched, searchAt } from "../../explain/search.ts";
import { wayOf } from "../../explain/sent-changes.ts";
import { slug } from "../../explain/sentence.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { sectionOf } from "../../gateway/input/section.ts";
import type { Delivery } from "../../gateway/orders/delivery.ts";
import { selectBy } from "./listing.ts";

export interface NotificationRow {
  readonly delivery: Delivery;
  /** Time of the last post, ISO 8601. Before the first post, its planned time. */
  readonly at: string;
  readonly order: string;
  readonly sent: string;
  readonly kind: NotificationKind;
}

/** The filters for deliveries. */
const KINDS = ["Answered 200", "Failed", "Waiting", "Sent with changes", "Forgery accepted"] as const;

type NotificationKind = (typeof KINDS)[number];

const kindOf = (gateway: Gateway, delivery: Delivery): NotificationKind => {
  const { answers, status } = delivery;
  if (isForgeryAccepted(delivery)) return "Forgery accepted";
  if (isHeld(gateway, delivery) || answers.length === 0) return "Waiting";
  if (isChanged(delivery)) return "Sent with changes";
  return status === 200 ? "Answered 200" : "Failed";
};

/** Returns the content of a delivery and its changes. */
const sentText = (delivery: Delivery): string =>
  isChanged(delivery) ? `${summaryOfDelivery(delivery)}, ${wayOf(delivery)}` : summaryOfDelivery(delivery);

const toRow = (gateway: Gateway, delivery: Delivery): NotificationRow => {
  const order = gateway.store.orders.get(delivery.token);
  return {
    delivery,
    at: delivery.answers.at(-1)?.at ?? delivery.nextAttemptAt ?? order?.createdAt ?? "",
    order: order ? orderFacts(order).name : delivery.token,
    sent: sentText(delivery),
    kind: kindOf(gateway, delivery),
  };
};

const searched = ({ delivery, order, sent }: NotificationRow): Searched => {
  const { id, token, url, body, answers, status } = delivery;
  const { amount, currency } = sectionOf(sectionOf(parseJson(body))["transaction"]);
  return {
    texts: [id, token, url, order, sent, String(status), resultOfDelivery(delivery).word],
    amounts: [[amount, currency]],
    bodies: [body, ...answers.flatMap(({ body: answer, error }) => [answer ?? "", error ?? ""])],
  };
};

/** Returns the day in the zone of the developer. The page sends the minutes west of UTC. */
const dayOf = (at: string, zone: number): string => {
  const time = Date.parse(at) - zone * 60_000;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
};

const MAX_ZONE = 24 * 60;

const zoneOf = ({ searchParams }: URL): number => {
  const zone = Number(searchParams.get("zone"));
  return Math.abs(zone) <= MAX_ZONE ? zone : 0;
};

const RESULT = {
  name: "result",
  label: "Status or reason",
  read: ({ delivery }: NotificationRow) => resultOfDelivery(delivery).word,
};

const byTimeDescending = (one: NotificationRow, other: NotificationRow): number =>
  one.at > other.at ? -1 : Number(one.at < other.at);

/** Lists the notifications for the search and the filters of an address, last posted first. */
export const listNotifications = (gateway: Gateway, url: URL) => {
  const all = Array.from(gateway.store.deliveries.values(), (delivery) => toRow(gateway, delivery));
  const [from, until] = ["from", "until"].map((name) => url.searchParams.get(name) ?? "");
  const zone = zoneOf(url);
  const isInDays = ({ at }: NotificationRow): boolean => {
    const day = dayOf(at, zone);
    return (!from || day >= from) && (!until || day <= until);
  };
  const found = searchAt(url).find(all.sort(byTimeDescending), searched).filter(isInDays);
  const { select, shown: selected } = selectBy(found, url, RESULT);
  const wanted = url.searchParams.get("show");
  const chosen = KINDS.find((kind) => slug(kind) === wanted);
  const countOf = (kind: NotificationKind) => selected.filter((row) => row.kind === kind).length;
  return {
    all,
    select,
    from,
    until,
    chosen,
    filters: KINDS.map((kind) => [kind, slug(kind), countOf(kind)] as const).filter(
      ([kind, , count]) => count > 0 || kind === chosen,
    ),
    found: selected,
    shown: chosen === undefined ? selected : selected.filter(({ kind }) => kind === chosen),
  };
};

/** Returns the notifications that the shop did not answer with 200 and that can be sent again unchanged. */
export const failedNotifications = (gateway: Gateway): Delivery[] =>
  [...gateway.store.deliveries.values()].filter(
    (delivery) => delivery.type !== "verification" && kindOf(gateway, delivery) === "Failed",
  );
