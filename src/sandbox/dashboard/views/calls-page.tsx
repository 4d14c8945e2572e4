import { orderFacts } from "../../explain/order-facts.ts";
import type { LoggedCall } from "../../gateway/calls.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { isRefused, listCalls } from "../lists/call-list.ts";
import { toListing } from "../lists/listing.ts";
import type { PageProps } from "../page.ts";
import { CallBodies, CallProblems } from "../parts/exchange.tsx";
import { orderAddress } from "../parts/links.ts";
import { Export, Filters, NoMatch, Pager, Selects, written } from "../parts/list.tsx";
import { Amount, Duration, State, Time } from "../parts/parts.tsx";

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
        {order ? <a href={orderAddress(order.id)}>{orderFacts(order).name}</a> : (trackingId ?? description)}{" "}
        <Amount of={amount} currency={currency} />
      </span>
      <CallProblems record={record} />
    </li>
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
        {records.size === 0 && <p class="hint">No call yet.</p>}
        {records.size > 0 && listing.found === 0 && <NoMatch what="call" url={url} />}
        {listing.found > 0 && (
          <ol class="calls">
            {listing.rows.map((record) => (
              <Call record={record} order={orderOf(record)} origin={url.origin} />
            ))}
          </ol>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
