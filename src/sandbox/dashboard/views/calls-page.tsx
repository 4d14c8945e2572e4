import type { ApiCallRecord } from "../../gateway/request-log.ts";
import { toListing, withParam } from "../listing.ts";
import { orderOfCalls, summaryOf } from "../orders/calls.ts";
import { factsOf, type Order, ordersOf } from "../orders/orders.ts";
import type { PageProps } from "../page.ts";
import { CallExchange } from "../parts/exchange.tsx";
import { orderAddress } from "../parts/links.ts";
import { Filter, Pager, written } from "../parts/list.tsx";
import { Amount, State } from "../parts/parts.tsx";
import { Story, StoryEvent } from "../parts/story.tsx";
import { type Searched, searchAt } from "../search.ts";

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
  const { id, at, method, path, operation, isServed, status } = record;
  const { trackingId, description, amount, currency } = summaryOf(record);
  const title = (
    <>
      <h2>
        {method} {path}
      </h2>
      <State tone={isRefused(record) ? "bad" : "good"}>{String(status)}</State>
    </>
  );
  const text = (
    <>
      {operation ?? (isServed ? undefined : "not served by this sandbox")}{" "}
      {order ? (
        <a href={orderAddress(order.token)}>{factsOf(order).name}</a>
      ) : (
        <span>{trackingId ?? description}</span>
      )}{" "}
      <Amount of={amount} currency={currency} />
    </>
  );
  return (
    <StoryEvent id={`call-${id}`} at={at} title={title} text={text}>
      <CallExchange record={record} origin={origin} />
    </StoryEvent>
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

/** All API calls; on demand those that were refused, or belong to no order. */
export const CallsPage = ({ shop, url }: PageProps) => {
  const { dropped, refused, records } = shop.requests;
  const orderOf = orderOfCalls(ordersOf(shop.store));
  const all = [...records.values()].reverse();
  const found = searchAt(url).find(all, searchedCall);
  const filters: Readonly<Record<string, readonly [name: string, calls: readonly ApiCallRecord[]]>> = {
    "": ["All", found],
    refused: ["Refused", found.filter(isRefused)],
    "without-an-order": ["Without an order", found.filter((call) => !orderOf(call))],
  };
  const show = url.searchParams.get("show") ?? "";
  const wanted = Object.hasOwn(filters, show) ? show : "";
  const listing = toListing(filters[wanted]?.[1] ?? [], url);
  return (
    <>
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
          <p class="hint">{all.length === 0 ? "No call yet." : "No call matches."}</p>
        ) : (
          <Story>
            {listing.rows.map((record) => (
              <Call record={record} order={orderOf(record)} origin={url.origin} />
            ))}
          </Story>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
