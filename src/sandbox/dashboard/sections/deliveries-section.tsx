import { parseJson } from "../../gateway/input/parse-json.ts";
import { section, textOf } from "../../gateway/input/section.ts";
import { type Delivery, type DeliveryAnswer, headersOf } from "../../gateway/records/delivery.ts";
import type { CheckoutRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";
import { toListing } from "../listing.ts";
import { orderOf } from "../order-of.ts";
import type { Relations } from "../relations.ts";
import type { Searched, View } from "../view.ts";
import { nameOf } from "./disturbances-section.tsx";
import { Cell, Section } from "./list.tsx";
import { Amount, Body, Link, Order, Related, State, Time } from "./parts.tsx";

const COLUMNS = ["Delivery", "Order", "Amount", "Status", "Time", "Links", "Actions"];

const WHAT: Readonly<Record<Delivery["type"], string>> = {
  transaction: "Transaction",
  checkout: "Token expired",
  verification: "Payout verification",
};

const headerLines = (delivery: Delivery): string =>
  Object.entries(headersOf(delivery.signature, "Basic ••••••••"))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

const Answer = ({
  answer: { at, status, body, error },
  number,
}: {
  answer: DeliveryAnswer;
  number: number;
}) => (
  <>
    <h3>
      Answer {number} <State tone={status === 200 ? "good" : "bad"}>{String(status ?? "none")}</State>{" "}
      <Time at={at} />
    </h3>
    {error !== undefined && <p class="hint">{error}</p>}
    {body !== undefined && body !== "" && <Body text={body} />}
  </>
);

const stateOf = ({ status, answers }: Delivery): string => {
  if (status !== undefined) return String(status);
  return answers.length === 0 ? "waiting" : "no answer";
};

const TONES: Readonly<Record<string, string>> = { "200": "good", waiting: "wait" };

const Exchange = ({ delivery }: { delivery: Delivery }) => (
  <details id={`exchange-${delivery.id}`}>
    <summary id={`exchange-summary-${delivery.id}`}>
      Request and answers
      {!TONES[stateOf(delivery)] && (
        <span class="note bad">{delivery.answers.at(-1)?.error ?? "only a 200 counts"}</span>
      )}
    </summary>
    <h3>Request</h3>
    <Body head={`POST ${delivery.url}\n${headerLines(delivery)}\n\n`} text={delivery.body} />
    {delivery.answers.map((answer, index) => (
      <Answer answer={answer} number={index + 1} />
    ))}
  </details>
);

const RedeliverForm = ({ delivery: { id, type } }: { delivery: Delivery }) => (
  <form method="post" action="/sandbox/redeliver">
    <input type="hidden" name="delivery" value={id} />
    <button type="submit" id={`redeliver-${id}`} aria-label={`Redeliver: ${WHAT[type]}, ${id}`}>
      Redeliver
    </button>
  </form>
);

interface RowsProps {
  readonly delivery: Delivery;
  readonly checkout: CheckoutRecord | undefined;
  readonly relations: Relations;
}

const Rows = ({ delivery, checkout, relations }: RowsProps) => {
  const { id, type, url, token, disturbance, attempts, answers, nextAttemptAt } = delivery;
  const order = orderOf(checkout);
  const transaction = section(section(parseJson(delivery.body))["transaction"]);
  const { amount = order.amount, currency = order.currency } = transaction;
  const what = `delivery ${id}`;
  const state = stateOf(delivery);
  return (
    <>
      <tr id={`delivery-${id}`}>
        <Cell of="Delivery">
          <strong>{WHAT[type]}</strong>
          <span class="id">
            <Link to={url} />
          </span>
        </Cell>
        <Cell of="Order">
          <Order
            trackingId={textOf(transaction["tracking_id"]) ?? order.trackingId}
            description={order.description}
          />
        </Cell>
        <Cell of="Amount" class="number">
          <Amount of={amount} currency={currency} />
        </Cell>
        <Cell of="Status">
          <State tone={TONES[state] ?? "bad"}>{state}</State>
          <span class="id">{attempts === 1 ? "1 post" : `${attempts} posts`}</span>
          {disturbance && <span class="id">{nameOf(disturbance)}</span>}
        </Cell>
        <Cell of="Time">
          {answers[0] && <Time at={answers[0].at} />}
          {nextAttemptAt && (
            <span class="id">
              again <Time at={nextAttemptAt} />
            </span>
          )}
        </Cell>
        <Cell of="Links" class="links">
          <Related relations={relations} ids={[token]} from="deliveries" what={what} />
        </Cell>
        <Cell of="Actions" class="actions">
          {type !== "verification" && <RedeliverForm delivery={delivery} />}
        </Cell>
      </tr>
      <tr id={`more-${id}`} class="below">
        <td colspan={COLUMNS.length}>
          <Exchange delivery={delivery} />
        </td>
      </tr>
    </>
  );
};

const UNDELIVERED = "undelivered";

const NONE = (
  <p class="hint">
    No delivery yet. A token with a <code>notification_url</code> gets its result posted there.
  </p>
);

export const DeliveriesSection = ({ store, view }: { store: Store; view: View }) => {
  const { deliveries, checkouts } = store;
  const searchedOf = (delivery: Delivery): Searched => {
    const { id, token, url, type } = delivery;
    const state = stateOf(delivery);
    return { texts: [id, token, url, WHAT[type], state, TONES[state] ?? UNDELIVERED], tokens: [token] };
  };
  const listing = toListing("deliveries", view, deliveries, searchedOf, UNDELIVERED);
  return (
    <Section listing={listing} columns={COLUMNS} empty={NONE}>
      {listing.rows.map((delivery) => (
        <Rows delivery={delivery} checkout={checkouts.get(delivery.token)} relations={view.relations} />
      ))}
    </Section>
  );
};
