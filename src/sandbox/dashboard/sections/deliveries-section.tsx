import { type Delivery, type DeliveryAnswer, headersOf } from "../../gateway/deliveries/delivery.ts";
import type { Store } from "../../gateway/store.ts";
import { latest } from "./latest.ts";
import { Cell, Link, Section, State, Table, Time } from "./parts.tsx";

const COLUMNS = ["What", "To", "Status", "Posts", "Next post", "Actions"];

const WHAT: Readonly<Record<Delivery["type"], string>> = {
  transaction: "Transaction",
  checkout: "Token ran out",
  verification: "Payout verification",
};

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
};

const headerLines = (delivery: Delivery): string =>
  Object.entries({ authorization: "Basic ••••••••", ...headersOf(delivery.signature) })
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
    {body !== undefined && body !== "" && (
      <pre>
        <code>{pretty(body)}</code>
      </pre>
    )}
  </>
);

const Exchange = ({ delivery }: { delivery: Delivery }) => (
  <details id={`exchange-${delivery.id}`}>
    <summary id={`exchange-summary-${delivery.id}`}>Request and answers</summary>
    <h3>Request</h3>
    <pre>
      <code>{`POST ${delivery.url}\n${headerLines(delivery)}\n\n${pretty(delivery.body)}`}</code>
    </pre>
    {delivery.answers.map((answer, index) => (
      <Answer answer={answer} number={index + 1} />
    ))}
  </details>
);

const StateOf = ({ delivery: { status, answers } }: { delivery: Delivery }) => {
  if (status !== undefined) return <State tone={status === 200 ? "good" : "bad"}>{String(status)}</State>;
  return answers.length === 0 ? <State tone="wait">waiting</State> : <State tone="bad">no answer</State>;
};

const RedeliverForm = ({ delivery: { id, type } }: { delivery: Delivery }) => (
  <form method="post" action="/sandbox/redeliver">
    <input type="hidden" name="delivery" value={id} />
    <button type="submit" id={`redeliver-${id}`} aria-label={`Redeliver: ${WHAT[type]}, ${id}`}>
      Redeliver
    </button>
  </form>
);

const Rows = ({ delivery }: { delivery: Delivery }) => (
  <>
    <tr id={`delivery-${delivery.id}`}>
      <Cell of="What">
        <strong>{WHAT[delivery.type]}</strong>
      </Cell>
      <Cell of="To">
        <Link to={delivery.url} />
      </Cell>
      <Cell of="Status">
        <StateOf delivery={delivery} />
      </Cell>
      <Cell of="Posts" class="number">
        {delivery.attempts}
      </Cell>
      <Cell of="Next post">{delivery.nextAttemptAt ? <Time at={delivery.nextAttemptAt} /> : "none"}</Cell>
      <Cell of="Actions" class="actions">
        {delivery.type !== "verification" && <RedeliverForm delivery={delivery} />}
      </Cell>
    </tr>
    <tr id={`more-${delivery.id}`} class="below">
      <td colspan={COLUMNS.length}>
        <Exchange delivery={delivery} />
      </td>
    </tr>
  </>
);

const NONE = (
  <p class="hint">
    Nothing was posted yet. A token with a <code>notification_url</code> has its result posted there.
  </p>
);

export const DeliveriesSection = ({ deliveries }: Pick<Store, "deliveries">) => {
  const shown = latest(deliveries);
  return (
    <Section id="deliveries" title="Deliveries" total={deliveries.size} shown={shown.length} empty={NONE}>
      <Table caption="Deliveries to the merchant's server, the latest first" columns={COLUMNS}>
        {shown.map((delivery) => (
          <Rows delivery={delivery} />
        ))}
      </Table>
    </Section>
  );
};
