import { orderFacts } from "../../explain/order-facts.ts";
import type { Event, OrderView } from "../../explain/order-model.ts";
import { viewOf } from "../../explain/order-view.ts";
import { type Gateway, pageLinks } from "../../gateway/gateway.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { attemptsOf, type Order } from "../../gateway/orders/order.ts";
import { allowedAttempts, tokenExpiry, tokenStatus } from "../../gateway/payments/states.ts";
import { CallExchange, DeliveryExchange } from "../parts/exchange.tsx";
import { Actions, Verdict } from "../parts/next-steps.tsx";
import {
  Amount,
  Body,
  Copy,
  Fact,
  Id,
  Link,
  type PageProps,
  PageSection,
  PayLink,
  State,
  Time,
} from "../parts/parts.tsx";

type DetailsProps = { event: Event; isNewest: boolean } & Pick<PageProps, "gateway" | "origin">;

const Details = ({ event, gateway: { store, journal }, origin, isNewest }: DetailsProps) => {
  const transaction = store.transactions.get(event.uid ?? "")?.transaction;
  const call = journal.calls.get(event.call ?? "");
  const delivery = store.deliveries.get(event.delivery ?? "");
  return (
    <>
      {transaction && (
        <>
          <Id what="uid">{transaction.uid}</Id>
          <details id={`json-${transaction.uid}`}>
            <summary id={`json-summary-${transaction.uid}`}>Transaction</summary>
            <Copy what="transaction" as="JSON" text={JSON.stringify(transaction, undefined, 2)} />
            <Body text={JSON.stringify(transaction)} />
          </details>
        </>
      )}
      {call && <CallExchange record={call} origin={origin} />}
      {delivery && (
        <DeliveryExchange
          delivery={delivery}
          original={store.deliveries.get(delivery.copyOf ?? "")}
          isNewest={isNewest}
        />
      )}
    </>
  );
};

const Timeline = ({ view, gateway, origin }: { view: OrderView; gateway: Gateway; origin: string }) => {
  const isNotification = ({ delivery = "" }: Event): boolean =>
    delivery !== "" && gateway.store.deliveries.get(delivery)?.type !== "verification";
  const newest = view.events.findLast(isNotification);
  return (
    <ol class="timeline">
      {view.events.map((event) => (
        <li id={event.id} class={`event ${event.tone}`}>
          <div class="event-head">
            <h3>{event.title}</h3> {event.text !== "" && <p class="event-text">{event.text}</p>}{" "}
            <Time at={event.at} />
          </div>
          <Details event={event} gateway={gateway} origin={origin} isNewest={event === newest} />
        </li>
      ))}
    </ol>
  );
};

const Facts = ({ order, gateway, origin }: { order: Order } & Pick<PageProps, "gateway" | "origin">) => {
  const { id: token, fields, createdAt } = order;
  const { trackingId, notificationUrl, customer, email } = orderFacts(order);
  const isToken = order.kind === "token";
  const kind = isToken ? "token" : "uid";
  const language = textOf(sectionOf(fields["settings"])["language"]);
  return (
    <dl>
      <Fact name="tracking_id">{trackingId && <Id what="tracking id">{trackingId}</Id>}</Fact>
      <Fact name={kind}>
        <Id what={kind}>{token}</Id>
      </Fact>
      <Fact name="notification_url">{notificationUrl ? <Link to={notificationUrl} /> : "none"}</Fact>
      <Fact name="customer">{customer}</Fact>
      <Fact name="email">{email}</Fact>
      {order.kind === "bill" && (
        <Fact name="Page">
          <Link to={pageLinks.process(origin, token)}>Pay this bill</Link>
        </Fact>
      )}
      {isToken && (
        <>
          <Fact name="Attempts">
            {attemptsOf(order).length} of {allowedAttempts(order)}
          </Fact>
          <Fact name="Created">
            <span>
              <Time at={createdAt} />, expires <Time at={tokenExpiry(gateway, order).toISOString()} />
            </span>
          </Fact>
          <Fact name="Page">
            <PayLink kind="token" id={token} to={pageLinks.checkout(origin, token)} label="Payment page" />
          </Fact>
          <Fact name="language">
            {language && language !== "en" && `${language}: the page of the local gateway is in English`}
          </Fact>
          <Fact name="JSON">
            <Copy what="token" as="JSON" text={JSON.stringify(tokenStatus(gateway, order), undefined, 2)} />
          </Fact>
        </>
      )}
      <Fact name="Bug report">
        <a
          href={`/sandbox/api/orders/${encodeURIComponent(token)}`}
          download={`order-${trackingId ?? token}.json`}
        >
          Calls, notifications and answers as one file
        </a>
      </Fact>
    </dl>
  );
};

/** The number of other orders on the page of an order. */
const MOST_OTHERS = 5;

/** Other orders with the same tracking id, for merchants that create two tokens for an order. */
const Others = ({ others, trackingId }: OrderView) =>
  others.length === 0 ? null : (
    <p class="hint">
      Also with this tracking_id:{" "}
      {others.slice(0, MOST_OTHERS).map(({ token, outcome, tone }) => (
        <>
          <a href={pageLinks.order(token)}>{token.slice(0, 8)}</a> <State tone={tone}>{outcome}</State>{" "}
        </>
      ))}
      {others.length > MOST_OTHERS && (
        <a href={`/?q=${encodeURIComponent(trackingId ?? "")}`}>All {others.length + 1}</a>
      )}
    </p>
  );

export const OrderPage = ({ order, gateway, url, origin }: PageProps & { readonly order: Order }) => {
  const view = viewOf(order, gateway);
  const { name, description, money, outcome, tone, notification } = view;
  return (
    <>
      <p class="back">
        <a href="/">Orders</a>
      </p>
      <h1>
        <bdi>{name}</bdi> <Amount of={money.amount} currency={money.currency} />{" "}
        <State tone={tone}>{outcome}</State>{" "}
        {notification.state !== "nothing to deliver" && (
          <State tone={notification.tone}>{notification.text}</State>
        )}
      </h1>
      {description !== name && <p class="description">{description}</p>}
      <Verdict view={view} order={order} origin={origin} />
      <Others {...view} />
      <Actions view={view} />
      <PageSection id="timeline" title="What happened">
        <Timeline view={view} gateway={gateway} origin={url.origin} />
      </PageSection>
      <PageSection id="facts" title="Order">
        <Facts order={order} gateway={gateway} origin={origin} />
      </PageSection>
    </>
  );
};
