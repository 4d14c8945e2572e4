import { orderFacts } from "../../explain/order-facts.ts";
import { type Searched, searchAt } from "../../explain/search.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { LoggedCall } from "../../gateway/journal.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { CallExchange } from "../parts/exchange.tsx";
import { Filters, NoMatch, Pager, toListing, written } from "../parts/list.tsx";
import { Amount, Duration, OrderLink, type PageProps, State, Time } from "../parts/parts.tsx";

interface Entry {
  readonly call: LoggedCall;
  readonly order: Order | undefined;
}

const isRefused = ({ status }: LoggedCall): boolean => status >= 400;

const searchedCall = (call: LoggedCall): Searched => {
  const { method, path, operation, status, bodyText, answerText } = call;
  const { orders, trackingId, description, amount, currency } = call.subject;
  const texts = [path, `${method} ${operation} ${status}`, trackingId, description, ...orders];
  return { texts, amounts: [[amount, currency]], bodies: [bodyText, answerText] };
};

/** Returns all calls, newest first. The order of a call is the newest with its tracking id. */
const entriesOf = ({ store, journal }: Gateway): Entry[] => {
  let byTrackingId: ReadonlyMap<string | undefined, Order> | undefined;
  const newestWith = (id: string): Order | undefined => {
    byTrackingId ??= new Map(Array.from(store.orders.values(), (one) => [orderFacts(one).trackingId, one]));
    return byTrackingId.get(id);
  };
  const toEntry = (call: LoggedCall): Entry => {
    const { orders, trackingId } = call.subject;
    const [named] = orders;
    const order = named === undefined ? trackingId && newestWith(trackingId) : store.orders.get(named);
    return { call, order: order || undefined };
  };
  return Array.from(journal.calls.values(), toEntry).reverse();
};

const listLog = (gateway: Gateway, url: URL) => {
  const all = entriesOf(gateway);
  const found = searchAt(url).find(all, ({ call }) => searchedCall(call));
  const filters = [
    ["All", null, found],
    ["Refused", "refused", found.filter(({ call }) => isRefused(call))],
    ["Without an order", "without-an-order", found.filter(({ order }) => !order)],
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

const Call = ({ call: record, order, gateway, url }: Entry & PageProps) => {
  const { id, at, method, path, operation, isServed, status, durationMs } = record;
  const { trackingId, description, amount, currency } = record.subject;
  return (
    <li id={`call-${id}`} class={`event ${isRefused(record) ? "bad" : "good"}`}>
      <div class="event-head">
        <h2>
          {method} {path}
        </h2>{" "}
        <State tone={isRefused(record) ? "bad" : "good"}>{String(status)}</State>{" "}
        {operation && <span class="operation">{operation}</span>}
        {!isServed && "not served by this local gateway"}{" "}
        {order ? <OrderLink order={order} gateway={gateway} /> : <bdi>{trackingId ?? description}</bdi>}{" "}
        <Amount of={amount} currency={currency} /> <Duration of={durationMs} /> <Time at={at} />
      </div>
      <CallExchange record={record} origin={url.origin} />
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

export const LogPage = (props: PageProps) => {
  const { gateway, url } = props;
  const { dropped, refused } = gateway.journal;
  const { isEmpty, filters, chosen, shown } = listLog(gateway, url);
  const listing = toListing(shown, url);
  return (
    <>
      {!isEmpty && <Filters url={url} filters={filters} chosen={chosen} />}
      <Missing dropped={dropped} refused={refused} />
      <section id="log" aria-label="Log">
        {isEmpty && <p class="hint">No API call yet. The notifications of an order are on its page.</p>}
        {!isEmpty && listing.found === 0 && <NoMatch what="call" url={url} />}
        {listing.found > 0 && (
          <ol class="timeline">
            {listing.rows.map((entry) => (
              <Call {...props} {...entry} />
            ))}
          </ol>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
