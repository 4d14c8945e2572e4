import { attemptsOf as allowedAttempts } from "../../gateway/checkouts/checkout-state.ts";
import { followUpsFor } from "../../gateway/follow-ups/follow-up-rules.ts";
import { FOLLOW_UPS } from "../../gateway/follow-ups/follow-up-type.ts";
import { leftOf, takenOf } from "../../gateway/follow-ups/remaining.ts";
import type { TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";
import type { Shop } from "../../gateway/shop.ts";
import { attemptsOf, factsOf, type Order, ordersOf } from "../orders/orders.ts";
import { OUTCOMES, outcomeOf } from "../orders/outcome-of.ts";
import { type Event, timelineOf } from "../orders/timeline.ts";
import { verdictOf } from "../orders/verdict.ts";
import { CompleteForm } from "../parts/complete-form.tsx";
import { CallExchange, DeliveryExchange } from "../parts/exchange.tsx";
import { FollowUpForm } from "../parts/follow-up-form.tsx";
import { Amount, Body, Copy, Id, Link, PayLink, State, Time } from "../parts/parts.tsx";
import { PayForm } from "../parts/pay-form.tsx";
import { Layout, type PageProps } from "./layout.tsx";

const TAKEN = { capture: "captured", void: "voided", refund: "refunded" };

/** What was captured, voided or refunded of a transaction, and what is left. */
const amountsOf = (record: TransactionRecord, store: Store): [string, number][] => {
  const taken = FOLLOW_UPS.flatMap((type): [string, number][] => {
    const amount = takenOf(record, type, store);
    return amount === 0 ? [] : [[TAKEN[type], amount]];
  });
  const isOpen = followUpsFor(record.transaction).length > 0;
  return isOpen ? [...taken, ["left", leftOf(record, store)]] : taken;
};

const ExpireForm = ({ token, what }: { token: string; what: string }) => (
  <form method="post" action="/sandbox/expire">
    <input type="hidden" name="token" value={token} />
    <button type="submit" id={`expire-${token}`} aria-label={`Expire ${what}`}>
      Expire
    </button>
  </form>
);

/** What can be done with an order now. */
const Actions = ({ order, shop }: { order: Order; shop: Shop }) => {
  const { token, request, transactions } = order;
  const { name } = factsOf(order);
  const state = request && shop.store.checkouts.has(token) ? shop.checkouts.stateOf(request) : undefined;
  return (
    <div class="actions">
      {state === "open" && <PayForm field="token" id={token} what={name} fields={request?.fields ?? {}} />}
      {(state === "open" || state === "in progress") && <ExpireForm token={token} what={name} />}
      {transactions.map((record) => (
        <>
          <CompleteForm transaction={record.transaction} />
          <FollowUpForm record={record} store={shop.store} />
        </>
      ))}
    </div>
  );
};

const Details = ({ event, shop, origin }: { event: Event; shop: Shop; origin: string }) => {
  const { transaction, call, delivery } = event;
  const record = transaction && shop.store.transactions.get(transaction.uid);
  return (
    <>
      {transaction && record && (
        <>
          <Id what="uid">{transaction.uid}</Id>
          {amountsOf(record, shop.store).map(([name, amount]) => (
            <span class="quiet-line">
              {name} <Amount of={amount} currency={transaction.currency} />
            </span>
          ))}
          <details id={`json-${transaction.uid}`}>
            <summary id={`json-summary-${transaction.uid}`}>Transaction</summary>
            <Copy what="transaction" as="JSON" text={JSON.stringify(transaction, undefined, 2)} />
            <Body text={JSON.stringify(transaction)} />
          </details>
        </>
      )}
      {call && <CallExchange record={call} origin={origin} />}
      {delivery && <DeliveryExchange delivery={delivery} />}
    </>
  );
};

const Timeline = ({ order, shop, origin }: { order: Order; shop: Shop; origin: string }) => (
  <ol class="timeline">
    {timelineOf(order, shop).map((event) => (
      <li id={event.id} class={`event ${event.tone}-event`}>
        <div class="event-head">
          <h3>{event.title}</h3> <Time at={event.at} />
        </div>
        {event.text !== undefined && <p class="event-text">{event.text}</p>}
        <Details event={event} shop={shop} origin={origin} />
      </li>
    ))}
  </ol>
);

const Facts = ({ order, shop, links }: { order: Order } & Pick<PageProps, "shop" | "links">) => {
  const { token, request, createdAt } = order;
  const { trackingId, notificationUrl, email } = factsOf(order);
  const isToken = shop.store.checkouts.has(token);
  return (
    <dl class="keys">
      {trackingId !== undefined && (
        <>
          <dt>tracking_id</dt>
          <dd>
            <Id what="tracking id">{trackingId}</Id>
          </dd>
        </>
      )}
      <dt>{isToken ? "token" : "uid"}</dt>
      <dd>
        <Id what={isToken ? "token" : "uid"}>{token}</Id>
      </dd>
      <dt>notification_url</dt>
      <dd>{notificationUrl === undefined ? "none" : <Link to={notificationUrl} />}</dd>
      {email !== undefined && (
        <>
          <dt>email</dt>
          <dd>{email}</dd>
        </>
      )}
      {request && isToken && (
        <>
          <dt>Attempts</dt>
          <dd>
            {attemptsOf(order).length} of {allowedAttempts(request)}
          </dd>
          <dt>Created</dt>
          <dd>
            <span>
              <Time at={createdAt} />, expires <Time at={shop.checkouts.expiryOf(request).toISOString()} />
            </span>
          </dd>
          <dt>Page</dt>
          <dd>
            <PayLink kind="token" id={token} to={links.token(token)} label="Payment page" />
          </dd>
          <dt>JSON</dt>
          <dd>
            <Copy what="token" as="JSON" text={JSON.stringify(shop.checkouts.status(token), undefined, 2)} />
          </dd>
        </>
      )}
    </dl>
  );
};

/** Other orders with the same tracking id: a merchant that creates two tokens for an order finds both. */
const Others = ({ order, store }: { order: Order; store: Store }) => {
  const { trackingId } = factsOf(order);
  if (trackingId === undefined) return null;
  const others = ordersOf(store).filter(
    (other) => other.token !== order.token && factsOf(other).trackingId === trackingId,
  );
  if (others.length === 0) return null;
  return (
    <p class="hint">
      <a href={`/?q=${encodeURIComponent(trackingId)}`}>
        {others.length === 1 ? "Another order has" : `${others.length} other orders have`} this tracking_id
      </a>
    </p>
  );
};

/** The story of one order. */
export const OrderPage = ({ order, ...props }: PageProps & { readonly order: Order }) => {
  const { shop, url } = props;
  const { name, description, amount, currency } = factsOf(order);
  const outcome = outcomeOf(order, shop);
  const { tone, text } = verdictOf(order, shop);
  return (
    <Layout {...props} title={name} at="/">
      <p class="back">
        <a href="/">Orders</a>
      </p>
      <h1>
        {name} <Amount of={amount} currency={currency} />{" "}
        <State tone={OUTCOMES[outcome] ?? "quiet"}>{outcome}</State>
      </h1>
      {description !== name && <p class="description">{description}</p>}
      <p id="verdict" class={tone}>
        {text}
      </p>
      <Others order={order} store={shop.store} />
      <Actions order={order} shop={shop} />
      <section id="timeline" aria-labelledby="timeline-title">
        <h2 id="timeline-title">What happened</h2>
        <Timeline order={order} shop={shop} origin={url.origin} />
      </section>
      <section id="facts" aria-labelledby="facts-title">
        <h2 id="facts-title">Order</h2>
        <Facts order={order} shop={shop} links={props.links} />
      </section>
    </Layout>
  );
};
