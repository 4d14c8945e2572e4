import { allowedAttempts } from "../../gateway/checkouts/checkout-state.ts";
import { followUpsFor } from "../../gateway/follow-ups/follow-up-rules.ts";
import { FOLLOW_UPS } from "../../gateway/follow-ups/follow-up-type.ts";
import { leftOf, takenOf } from "../../gateway/follow-ups/remaining.ts";
import { sectionOf } from "../../gateway/input/section.ts";
import { languageWithoutTexts } from "../../gateway/page-languages.ts";
import type { TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";
import type { Shop } from "../../gateway/shop.ts";
import { kindOf } from "../orders/kind-of.ts";
import { ORDER_KINDS } from "../orders/order-kinds.ts";
import { attemptsOf, factsOf, type Order, ordersOf } from "../orders/orders.ts";
import { renewalsOf } from "../orders/renewals.ts";
import { type Event, timelineOf } from "../orders/timeline.ts";
import type { PageProps } from "../page.ts";
import { ActionForm, Submit } from "../parts/action-form.tsx";
import { CallExchange, DeliveryExchange } from "../parts/exchange.tsx";
import { FollowUpForm } from "../parts/follow-up-form.tsx";
import { orderAddress } from "../parts/links.ts";
import { Amount, Body, Copy, Fact, Id, Link, PayLink, Section, State, Time } from "../parts/parts.tsx";
import { Story, StoryEvent } from "../parts/story.tsx";
import { VerdictSentence } from "../parts/verdict.tsx";

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

/** What else can be done with an order now. */
const Actions = ({ order, shop }: { order: Order; shop: Shop }) => {
  const { token, checkout, transactions } = order;
  const { name } = factsOf(order);
  const state = checkout && shop.store.checkouts.has(token) ? shop.checkouts.stateOf(checkout) : undefined;
  return (
    <div class="actions">
      {(state === "open" || state === "in progress") && (
        <ActionForm action="expire" subject={["token", token]}>
          <Submit id={`expire-${token}`} label={`Expire ${name}`}>
            Expire
          </Submit>
        </ActionForm>
      )}
      {transactions.map((record) => (
        <FollowUpForm record={record} store={shop.store} />
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
      {delivery && (
        <DeliveryExchange delivery={delivery} original={shop.store.deliveries.get(delivery.copyOf ?? "")} />
      )}
    </>
  );
};

const Timeline = ({ order, shop, origin }: { order: Order; shop: Shop; origin: string }) => (
  <Story>
    {timelineOf(order, shop).map((event) => (
      <StoryEvent {...event} title={<h3>{event.title}</h3>}>
        <Details event={event} shop={shop} origin={origin} />
      </StoryEvent>
    ))}
  </Story>
);

const Facts = ({ order, shop, links }: { order: Order } & Pick<PageProps, "shop" | "links">) => {
  const { token, checkout, createdAt } = order;
  const { trackingId, notificationUrl, email } = factsOf(order);
  const isToken = shop.store.checkouts.has(token);
  const kind = isToken ? "token" : "uid";
  const language = languageWithoutTexts(sectionOf(checkout?.fields["settings"])["language"]);
  return (
    <dl>
      <Fact name="tracking_id">{trackingId && <Id what="tracking id">{trackingId}</Id>}</Fact>
      <Fact name={kind}>
        <Id what={kind}>{token}</Id>
      </Fact>
      <Fact name="notification_url">{notificationUrl ? <Link to={notificationUrl} /> : "none"}</Fact>
      <Fact name="email">{email}</Fact>
      {shop.store.transactions.get(token)?.isBill && (
        <Fact name="Page">
          <Link to={links.bill(token)}>Pay this bill</Link>
        </Fact>
      )}
      {checkout && isToken && (
        <>
          <Fact name="Attempts">
            {attemptsOf(order).length} of {allowedAttempts(checkout)}
          </Fact>
          <Fact name="Created">
            <span>
              <Time at={createdAt} />, expires <Time at={shop.checkouts.expiryOf(checkout).toISOString()} />
            </span>
          </Fact>
          <Fact name="Page">
            <PayLink kind="token" id={token} to={links.token(token)} label="Payment page" />
          </Fact>
          <Fact name="language">
            {language && `${language}: the page has no texts in it, and is in English`}
          </Fact>
          <Fact name="JSON">
            <Copy what="token" as="JSON" text={JSON.stringify(shop.checkouts.status(token), undefined, 2)} />
          </Fact>
        </>
      )}
      <Fact name="Bug report">
        <a href={`/sandbox/export/orders/${encodeURIComponent(token)}`} download>
          Calls, notifications and answers as one file
        </a>
      </Fact>
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

/** A renewal leads to the payment that saved its card, and that payment to its renewals. */
const Renewals = ({ order, shop }: { order: Order; shop: Shop }) => {
  const { first, renewals } = renewalsOf(order, shop.store);
  if (!first && renewals.length === 0) return null;
  return (
    <p class="hint">
      {first && (
        <>
          Charges the card that <a href={orderAddress(first.token)}>{factsOf(first).name}</a> saved.{" "}
        </>
      )}
      {renewals.length > 0 && (
        <>
          Its saved card was charged by{" "}
          {renewals.map((renewal, index) => (
            <>
              {index > 0 && ", "}
              <a href={orderAddress(renewal.token)}>{factsOf(renewal).name}</a>
            </>
          ))}
          .
        </>
      )}
    </p>
  );
};

/** The story of one order. */
export const OrderPage = ({ order, shop, url, links }: PageProps & { readonly order: Order }) => {
  const { name, description, amount, currency } = factsOf(order);
  const { word, tone } = ORDER_KINDS[kindOf(order, shop)];
  return (
    <>
      <p class="back">
        <a href="/">Orders</a>
      </p>
      <h1>
        {name} <Amount of={amount} currency={currency} /> <State tone={tone}>{word}</State>
      </h1>
      {description !== name && <p class="description">{description}</p>}
      <VerdictSentence order={order} shop={shop} links={links} />
      <Others order={order} store={shop.store} />
      <Renewals order={order} shop={shop} />
      <Actions order={order} shop={shop} />
      <Section id="timeline" title="What happened">
        <Timeline order={order} shop={shop} origin={url.origin} />
      </Section>
      <Section id="facts" title="Order">
        <Facts order={order} shop={shop} links={links} />
      </Section>
    </>
  );
};
