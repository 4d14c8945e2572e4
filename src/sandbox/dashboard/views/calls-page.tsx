import type { ApiCallRecord } from "../../gateway/request-log.ts";
import { toListing, withParam } from "../listing.ts";
import { orderOfCalls, summaryOf } from "../orders/calls.ts";
import { factsOf, type Order, ordersOf } from "../orders/orders.ts";
import { CallExchange } from "../parts/exchange.tsx";
import { orderAddress } from "../parts/links.ts";
import { Filter, Pager, written } from "../parts/list.tsx";
import { Amount, State, Time } from "../parts/parts.tsx";
import { type Searched, searchAt } from "../search.ts";
import { Layout, type PageProps } from "./layout.tsx";

/** What a search looks at in a call. */
export const searchedCall = (call: ApiCallRecord): Searched => {
  const { method, path, operation, status, bodyText, answerText } = call;
  const { amount, currency, trackingId, description, subjects } = summaryOf(call);
  const texts = [path, `${method} ${operation} ${status}`, trackingId, description, ...subjects];
  return { texts, amounts: [[amount, currency]], bodies: [bodyText, answerText] };
};

const isRefused = ({ status }: ApiCallRecord): boolean => status >= 400;

interface CallProps {
  readonly record: ApiCallRecord;
  readonly order: Order | undefined;
  readonly origin: string;
}

const Call = ({ record, order, origin }: CallProps) => {
  const { id, at, method, path, operation, status } = record;
  const { trackingId, description, amount, currency } = summaryOf(record);
  return (
    <li id={`call-${id}`} class="event">
      <div class="event-head">
        <h2>
          {method} {path}
        </h2>
        <State tone={isRefused(record) ? "bad" : "good"}>{String(status)}</State> <Time at={at} />
      </div>
      <p class="event-text">
        {operation}{" "}
        {order ? (
          <a href={orderAddress(order.token)}>{factsOf(order).name}</a>
        ) : (
          <span>{trackingId ?? description}</span>
        )}{" "}
        <Amount of={amount} currency={currency} />
      </p>
      <CallExchange record={record} origin={origin} />
    </li>
  );
};

/** What is not in the log. */
const Missing = ({ dropped, refused }: { dropped: number; refused: number }) => (
  <>
    {dropped > 0 && (
      <p class="hint">{written(dropped)} older calls were dropped: the newest 1,000 are kept.</p>
    )}
    {refused > 0 && (
      <p class="hint">
        {refused} requests of other sites, or to other host names, were refused and are not listed.
      </p>
    )}
  </>
);

/** The API calls that belong to no order; on demand, all of them. */
export const CallsPage = (props: PageProps) => {
  const { shop, url } = props;
  const { dropped, refused, records } = shop.requests;
  const search = searchAt(url);
  const orderOf = orderOfCalls(ordersOf(shop.store));
  const all = [...records.values()].reverse();
  const found = search.find(all, searchedCall);
  const filters: Readonly<Record<string, readonly [name: string, calls: readonly ApiCallRecord[]]>> = {
    "": ["Without an order", found.filter((call) => !orderOf(call))],
    refused: ["Refused", found.filter(isRefused)],
    all: ["All", found],
  };
  const show = url.searchParams.get("show") ?? "";
  const wanted = Object.hasOwn(filters, show) ? show : "";
  const listing = toListing(filters[wanted]?.[1] ?? [], url);
  return (
    <Layout {...props} title="API calls" at="/sandbox/calls">
      <h1>API calls</h1>
      {all.length > 0 && (
        <nav class="filters" aria-label="Filters">
          {Object.entries(filters).map(([value, [name, calls]]) => (
            <Filter
              name={name}
              to={withParam(url, "show", value || undefined)}
              count={calls.length}
              isChosen={value === wanted}
            />
          ))}
        </nav>
      )}
      <Missing dropped={dropped} refused={refused} />
      <section id="calls" aria-label="API calls">
        {listing.found === 0 ? (
          <p class="hint">
            {search.query === ""
              ? "No call yet without an order: an order's calls are on its page."
              : "No call matches."}
          </p>
        ) : (
          <ol class="timeline">
            {listing.rows.map((record) => (
              <Call record={record} order={orderOf(record)} origin={url.origin} />
            ))}
          </ol>
        )}
        <Pager {...listing} />
      </section>
    </Layout>
  );
};
