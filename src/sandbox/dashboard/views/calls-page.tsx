import type { LoggedCall } from "../../gateway/calls.ts";
import { toListing } from "../listing.ts";
import { isRefused, listCalls } from "../orders/call-list.ts";
import { type Order, orderFacts } from "../orders/orders.ts";
import type { PageProps } from "../page.ts";
import { CallExchange } from "../parts/exchange.tsx";
import { orderAddress } from "../parts/links.ts";
import { Export, Filters, Pager, Selects, written } from "../parts/list.tsx";
import { Amount, Duration, State, Story, StoryEvent } from "../parts/parts.tsx";

interface CallProps {
  readonly record: LoggedCall;
  readonly order: Order | undefined;
  readonly origin: string;
}

const Call = ({ record, order, origin }: CallProps) => {
  const { id, at, method, path, operation, isServed, status, durationMs } = record;
  const { trackingId, description, amount, currency } = record.subject;
  const title = (
    <>
      <h2>
        {method} {path}
      </h2>
      <State tone={isRefused(record) ? "bad" : "good"}>{String(status)}</State>
      <span>
        {operation ?? (isServed ? undefined : "not served by this sandbox")}{" "}
        {order ? (
          <a href={orderAddress(order.token)}>{orderFacts(order).name}</a>
        ) : (
          <span>{trackingId ?? description}</span>
        )}{" "}
        <Amount of={amount} currency={currency} /> <Duration of={durationMs} />
      </span>
    </>
  );
  return (
    <StoryEvent id={`call-${id}`} at={at} title={title}>
      <CallExchange record={record} origin={origin} />
    </StoryEvent>
  );
};

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

export const CallsPage = ({ gateway, url }: PageProps) => {
  const { dropped, refused, calls: records } = gateway.journal;
  const { filters, chosen, shown, orderOf, selects } = listCalls(gateway, url);
  const listing = toListing(shown, url);
  return (
    <>
      {records.size > 0 && (
        <>
          <Filters
            url={url}
            filters={filters.map(([name, show, calls]) => [name, show, calls.length])}
            chosen={chosen}
          >
            <Export to={`/sandbox/export/calls.har${url.search}`}>HAR</Export>
          </Filters>
          <Selects url={url} selects={selects} />
        </>
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
