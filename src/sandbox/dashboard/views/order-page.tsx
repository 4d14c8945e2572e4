import { ACTION_NAMES, ACTIONS } from "../../actions/actions.ts";
import { moneyOf, orderFacts, ordersNamed, renewalsOf } from "../../explain/order-facts.ts";
import { viewOf } from "../../explain/order-list.ts";
import { type Event, storyOf } from "../../explain/story.ts";
import { decimalAmount } from "../../format-amount.ts";
import { type Gateway, pageLinks } from "../../gateway/gateway.ts";
import { capitalized, sectionOf, textOf } from "../../gateway/input/section.ts";
import { attemptsOf, type Order, type TransactionRecord } from "../../gateway/orders/order.ts";
import type { Store } from "../../gateway/orders/store.ts";
import { followUpsFor, leftOf } from "../../gateway/payments/follow-ups.ts";
import { allowedAttempts, tokenExpiry, tokenStatus } from "../../gateway/payments/states.ts";
import { CallExchange, DeliveryExchange } from "../parts/exchange.tsx";
import { VerdictSentence } from "../parts/next-steps.tsx";
import {
  ActionForm,
  Amount,
  Body,
  Choice,
  Copy,
  Fact,
  Field,
  Id,
  Link,
  OrderLink,
  type PageProps,
  PageSection,
  PayLink,
  State,
  Submit,
  Time,
} from "../parts/parts.tsx";

const VERBS = { capture: "capture", void: "void", refund: "refund", chargeback: "charge back" };

const isChangeable = (record: TransactionRecord, store: Store): boolean =>
  followUpsFor(record.transaction).length > 0 && leftOf(record, store) > 0;

const FollowUpForm = ({ record, store }: { record: TransactionRecord; store: Store }) => {
  const { uid, tracking_id, type, currency } = record.transaction;
  const types = followUpsFor(record.transaction);
  const left = leftOf(record, store);
  const what = `${type} ${tracking_id ?? uid}`;
  return (
    <ActionForm action="follow-up" subject={["uid", uid]}>
      <h3>{`${capitalized(types.map((followUp) => VERBS[followUp]).join(" or "))} the ${type}`}</h3>
      <Field
        label={`Amount, ${currency}`}
        name="amount"
        id={`amount-${uid}`}
        value={decimalAmount(left, currency)}
        inputmode="decimal"
        required
        title={`Amount for ${what}, in ${currency}`}
      />
      <Choice label="Outcome" name="outcome" id={`outcome-${uid}`} title={`Outcome for ${what}`}>
        <option value="successful">approved</option>
        <option value="failed">declined</option>
      </Choice>
      <span class="buttons">
        {types.map((followUp) => (
          <Submit
            name="type"
            value={followUp}
            id={`${followUp}-${uid}`}
            class={followUp === "capture" ? undefined : "danger"}
            label={`${capitalized(VERBS[followUp])} this amount of ${what}`}
          >
            {`${capitalized(VERBS[followUp])} this amount`}
          </Submit>
        ))}
      </span>
    </ActionForm>
  );
};

const Actions = ({ order, gateway }: { order: Order; gateway: Gateway }) => {
  const { id, transactions } = order;
  const { name } = orderFacts(order);
  const buttons = ACTION_NAMES.flatMap((action) => {
    const { button } = ACTIONS[action];
    return button?.isFor(order, gateway) ? { action, ...button } : [];
  });
  const changeable = transactions.filter((record) => isChangeable(record, gateway.store));
  if (buttons.length + changeable.length === 0) return null;
  return (
    <PageSection id="change" title="Change this order">
      {buttons.map(({ action, title, text }) => (
        <ActionForm action={action} subject={["order", id]}>
          <h3>{title}</h3>
          <Submit id={`${action}-${id}`} label={`${text} ${name}`} class="danger">
            {text}
          </Submit>
        </ActionForm>
      ))}
      {changeable.map((record) => (
        <FollowUpForm record={record} store={gateway.store} />
      ))}
    </PageSection>
  );
};

interface DetailsProps {
  readonly event: Event;
  readonly gateway: Gateway;
  readonly origin: string;
  readonly isNewest: boolean;
}

const Details = ({ event, gateway, origin, isNewest }: DetailsProps) => {
  const { transaction, call, delivery } = event;
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
          original={gateway.store.deliveries.get(delivery.copyOf ?? "")}
          isNewest={isNewest}
        />
      )}
    </>
  );
};

const Timeline = ({ order, gateway, origin }: { order: Order; gateway: Gateway; origin: string }) => {
  const events = storyOf(order, gateway);
  const newest = events.findLast(({ delivery }) => delivery && delivery.type !== "verification");
  return (
    <ol class="timeline">
      {events.map((event) => (
        <li id={event.id} class={`event ${event.tone}`}>
          <div class="event-head">
            <h3>{event.title}</h3> {event.text !== undefined && <p class="event-text">{event.text}</p>}{" "}
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
      <Fact name="customer">{customer || undefined}</Fact>
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
            {language && `${language}: the page of the local gateway is in English`}
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

/** Other orders with the same tracking id, for merchants that create two tokens for an order. */
const Others = ({ order, gateway }: { order: Order; gateway: Gateway }) => {
  const { trackingId } = orderFacts(order);
  if (trackingId === undefined) return null;
  const others = ordersNamed(gateway, trackingId).filter((other) => other !== order);
  if (others.length === 0) return null;
  return (
    <p class="hint">
      <a href={`/?q=${encodeURIComponent(trackingId)}`}>
        {others.length === 1 ? "Another order has" : `${others.length} other orders have`} this tracking_id
      </a>
    </p>
  );
};

/** Links from a renewal to the payment that saved the card, and from this payment to its renewals. */
const Renewals = ({ order, gateway }: { order: Order; gateway: Gateway }) => {
  const { first, renewals } = renewalsOf(order, gateway);
  if (!first && renewals.length === 0) return null;
  return (
    <p class="hint">
      {first && (
        <>
          Charges the card that <OrderLink order={first} /> saved.{" "}
        </>
      )}
      {renewals.length > 0 && (
        <>
          Its saved card was charged by{" "}
          {renewals.map((renewal, index) => (
            <>
              {index > 0 && ", "}
              <OrderLink order={renewal} />
            </>
          ))}
          .
        </>
      )}
    </p>
  );
};

export const OrderPage = ({ order, gateway, url, origin }: PageProps & { readonly order: Order }) => {
  const view = viewOf(order, gateway);
  const { name, description, amount, currency, outcome, outcomeTone, shop, shopTone, notification } = view;
  const sums = moneyOf(order);
  return (
    <>
      <p class="back">
        <a href="/">Orders</a>
      </p>
      <h1>
        {name} <Amount of={amount} currency={currency} /> <State tone={outcomeTone}>{outcome}</State>{" "}
        {shop !== "nothing to deliver" && <State tone={shopTone}>{notification}</State>}
      </h1>
      {description !== name && <p class="description">{description}</p>}
      {sums.length > 0 && (
        <dl class="money">
          {sums.map(([sum, of]) => (
            <div>
              <dt>{sum}</dt>
              <dd>
                <Amount of={of} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <VerdictSentence order={order} gateway={gateway} origin={origin} />
      <Others order={order} gateway={gateway} />
      <Renewals order={order} gateway={gateway} />
      <Actions order={order} gateway={gateway} />
      <PageSection id="timeline" title="What happened">
        <Timeline order={order} gateway={gateway} origin={url.origin} />
      </PageSection>
      <PageSection id="facts" title="Order">
        <Facts order={order} gateway={gateway} origin={origin} />
      </PageSection>
    </>
  );
};
