import {
  isChanged,
  kindOfNotification,
  NOTIFICATION_KINDS,
  postedText,
  resultOfDelivery,
  summaryOfDelivery,
  wayOf,
} from "../../explain/notification-state.ts";
import { orderFacts, wordOf } from "../../explain/order-facts.ts";
import { type Searched, searchAt } from "../../explain/search.ts";
import { slug } from "../../explain/sentence.ts";
import { type Gateway, pageLinks } from "../../gateway/gateway.ts";
import { byTime, type LoggedCall } from "../../gateway/journal.ts";
import type { Delivery, Order } from "../../gateway/orders/order.ts";
import { CallBodies, CallProblems } from "../parts/exchange.tsx";
import { Filters, NoMatch, Pager, toListing, written } from "../parts/list.tsx";
import {
  ActionForm,
  Amount,
  Duration,
  Link,
  OrderLink,
  type PageProps,
  State,
  Submit,
  Time,
} from "../parts/parts.tsx";

type Entry = {
  /** ISO 8601. For a notification, the time of its last post, or of its planned first post. */
  readonly at: string;
  readonly order: Order | undefined;
} & ({ readonly call: LoggedCall } | { readonly delivery: Delivery });

const isRefused = ({ status }: LoggedCall): boolean => status >= 400;

const sentText = (delivery: Delivery): string =>
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

/** Returns all calls and notifications, newest first. The order of a call is the newest with its tracking id. */
const entriesOf = (gateway: Gateway): Entry[] => {
  const { store, journal } = gateway;
  let byTrackingId: ReadonlyMap<string | undefined, Order> | undefined;
  const newestWith = (id: string): Order | undefined => {
    byTrackingId ??= new Map(Array.from(store.orders.values(), (one) => [orderFacts(one).trackingId, one]));
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
  return [...calls.reverse(), ...notifications.reverse()].sort((one, other) => byTime(other, one));
};

const listLog = (gateway: Gateway, url: URL) => {
  const all = entriesOf(gateway);
  const found = searchAt(url).find(all, (entry) =>
    "call" in entry ? searchedCall(entry.call) : searchedDelivery(entry.delivery, entry.order, gateway),
  );
  const byKind = Map.groupBy(found, (entry) =>
    "call" in entry ? undefined : kindOfNotification(entry.delivery),
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

interface CallProps {
  readonly record: LoggedCall;
  readonly order: Order | undefined;
  readonly origin: string;
}

const Call = ({ record, order, origin }: CallProps) => {
  const { id, at, method, path, operation, isServed, status, durationMs } = record;
  const { trackingId, description, amount, currency } = record.subject;
  return (
    <li id={`call-${id}`}>
      <details id={`call-exchange-${id}`}>
        <summary id={`call-summary-${id}`}>
          <span class="line">
            <h2 title={path}>
              {method} {path}
            </h2>{" "}
            <span>
              <State tone={isRefused(record) ? "bad" : "good"}>{String(status)}</State>
            </span>
          </span>{" "}
          <span class="line">
            <span class="operation">
              {operation ?? (isServed ? undefined : "not served by this sandbox")}
            </span>{" "}
            <Duration of={durationMs} /> <Time at={at} />
          </span>
        </summary>
        <CallBodies record={record} origin={origin} />
      </details>
      {/* Not in the summary, because a summary is a control itself. */}
      <span class="subject">
        {order ? <OrderLink order={order} /> : (trackingId ?? description)}{" "}
        <Amount of={amount} currency={currency} />
      </span>
      <CallProblems record={record} />
    </li>
  );
};

const Missing = ({ dropped, refused }: { dropped: number; refused: number }) => (
  <>
    {dropped > 0 && (
      <p class="hint">
        {written(dropped)} older calls were dropped, because at most 1,000 are kept, and fewer if their bodies
        are long.
      </p>
    )}
    {refused > 0 && (
      <p class="hint">
        {refused} requests of other sites, or to other host names, were refused and are not listed.
      </p>
    )}
  </>
);

const Notification = ({ delivery, at, order }: Pick<Entry, "at" | "order"> & { delivery: Delivery }) => {
  const { id, token, type, url, answers, attempts, nextAttemptAt } = delivery;
  const { word, tone } = resultOfDelivery(delivery);
  const sent = sentText(delivery);
  const name = order ? orderFacts(order).name : token;
  return (
    <li id={`notification-${id}`}>
      <details id={`exchange-${id}`}>
        <summary id={`exchange-summary-${id}`}>
          <span class="line">
            <h2 title={url}>{`Notification: ${sent}`}</h2>{" "}
            <span>
              <State tone={tone}>{word}</State>
            </span>
          </span>{" "}
          <span class="line">
            <span class="operation">
              {nextAttemptAt ? (
                <>
                  again <Time at={nextAttemptAt} />
                </>
              ) : (
                attempts > 1 && postedText(delivery)
              )}
            </span>{" "}
            <Duration of={answers.at(-1)?.durationMs} /> <Time at={at} />
          </span>
        </summary>
        <p class="hint">
          <Link to={url} />
        </p>
        {type !== "verification" && (
          <ActionForm action="notify-again" subject={["notification", id]}>
            <Submit id={`again-${id}`} label={`Send again: ${sent} of ${name}, ${id}`}>
              Send again
            </Submit>
          </ActionForm>
        )}
      </details>
      <span class="subject">
        <a id={`open-${id}`} href={`${pageLinks.order(token)}#delivery-${id}`}>
          {name}
        </a>
      </span>
    </li>
  );
};

export const LogPage = ({ gateway, url }: PageProps) => {
  const { dropped, refused } = gateway.journal;
  const { isEmpty, filters, chosen, shown } = listLog(gateway, url);
  const listing = toListing(shown, url);
  return (
    <>
      {!isEmpty && <Filters url={url} filters={filters} chosen={chosen} />}
      <Missing dropped={dropped} refused={refused} />
      <section id="log" aria-label="Log">
        {isEmpty && (
          <p class="hint">
            No API call and no notification yet. The shop is notified when an order with a notification_url is
            paid.
          </p>
        )}
        {!isEmpty && listing.found === 0 && <NoMatch what="entry" url={url} />}
        {listing.found > 0 && (
          <ol class="calls">
            {listing.rows.map((entry) =>
              "call" in entry ? (
                <Call record={entry.call} order={entry.order} origin={url.origin} />
              ) : (
                <Notification {...entry} />
              ),
            )}
          </ol>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
