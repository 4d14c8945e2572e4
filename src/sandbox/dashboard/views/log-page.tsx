import { failedNotifications, postedText, resultOfDelivery } from "../../explain/notification-state.ts";
import { orderFacts } from "../../explain/order-facts.ts";
import type { LoggedCall } from "../../gateway/calls.ts";
import type { Delivery } from "../../gateway/orders/delivery.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { toListing } from "../listing.ts";
import { type Entry, isRefused, listLog, sentText } from "../log-list.ts";
import type { PageProps } from "../page.ts";
import { CallBodies, CallProblems } from "../parts/exchange.tsx";
import { ActionForm, Submit } from "../parts/forms.tsx";
import { orderAddress } from "../parts/links.ts";
import { Filters, NoMatch, Pager, written } from "../parts/list.tsx";
import { Amount, Duration, Link, State, Time } from "../parts/parts.tsx";

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

type NotificationProps = Pick<Entry, "at" | "order"> & { readonly delivery: Delivery };

const Notification = ({ delivery, at, order }: NotificationProps) => {
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
        <a id={`open-${id}`} href={`${orderAddress(token)}#delivery-${id}`}>
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
  const failed = failedNotifications(gateway).length;
  const sendFailed = `Send all failed again (${written(failed)})`;
  return (
    <>
      {!isEmpty && (
        <Filters url={url} filters={filters} chosen={chosen}>
          {failed > 0 && (
            <ActionForm action="send-failed" class="export">
              <Submit id="send-failed" label={`${sendFailed}: the notifications without a 200`}>
                {sendFailed}
              </Submit>
            </ActionForm>
          )}
        </Filters>
      )}
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
