import type { LoggedCall } from "../../gateway/calls.ts";
import { toListing, withParam } from "../listing.ts";
import { isRefused, listCalls } from "../orders/call-list.ts";
import { type Order, orderFacts } from "../orders/orders.ts";
import type { PageProps } from "../page.ts";
import { CallExchange } from "../parts/exchange.tsx";
import { orderAddress } from "../parts/links.ts";
import { Export, Filter, Pager, written } from "../parts/list.tsx";
import { Amount, State } from "../parts/parts.tsx";
import { Story, StoryEvent } from "../parts/story.tsx";

interface CallProps {
  readonly record: LoggedCall;
  readonly order: Order | undefined;
  readonly origin: string;
}

const Call = ({ record, order, origin }: CallProps) => {
  const { id, at, method, path, operation, isServed, status } = record;
  const { trackingId, description, amount, currency } = record.subject;
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
        <a href={orderAddress(order.token)}>{orderFacts(order).name}</a>
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
export const CallsPage = ({ gateway, url }: PageProps) => {
  const { dropped, refused, calls: records } = gateway.journal;
  const { filters, chosen, shown, orderOf } = listCalls(gateway, url);
  const listing = toListing(shown, url);
  return (
    <>
      {records.size > 0 && (
        <nav class="filters" aria-label="Filters">
          {filters.map((filter) => (
            <Filter
              name={filter.name}
              to={withParam(url, "show", filter.show)}
              count={filter.calls.length}
              isChosen={filter === chosen}
            />
          ))}
          <Export to={`/sandbox/export/calls.har${url.search}`}>HAR</Export>
        </nav>
      )}
      <Missing dropped={dropped} refused={refused} />
      <section id="calls" aria-label="API calls">
        {listing.found === 0 ? (
          <p class="hint">{records.size === 0 ? "No call yet." : "No call matches."}</p>
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
