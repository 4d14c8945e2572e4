import { isRecord } from "../../../values.ts";
import { type ApiCall, type ApiCallRecord, toApiCall } from "../../gateway/requests.ts";
import { section, textOf } from "../../gateway/section.ts";
import type { Shop } from "../../gateway/shop.ts";
import { toListing } from "../listing.ts";
import type { View } from "../view.ts";
import { Cell, Section } from "./list.tsx";
import { Amount, Body, Order, Related, State, Time } from "./parts.tsx";

const COLUMNS = ["Call", "Order", "Amount", "Status", "Time", "Links"];

/** The token, product or transaction in an answer. */
const subjectOf = ({ path, answer }: ApiCall) => {
  const body = section(answer);
  const { checkout, transaction } = body;
  if (isRecord(checkout)) return { list: "tokens", id: textOf(checkout["token"]), of: checkout } as const;
  if (isRecord(transaction))
    return { list: "transactions", id: textOf(transaction["uid"]), of: transaction } as const;
  const [, id] = /^\/products\/([^/?]+)/.exec(path) ?? [];
  return path.startsWith("/products")
    ? ({ list: "products", id: textOf(body["id"]) ?? id, of: body } as const)
    : undefined;
};

/** The order of a call: from its answer, or from a refused request. */
const orderOfCall = (call: ApiCall) => {
  const body = section(call.body);
  const { of = section(body["checkout"] ?? body["request"] ?? body) } = subjectOf(call) ?? {};
  const order = { ...of, ...section(of["order"]) };
  return {
    trackingId: textOf(order["tracking_id"]),
    description: textOf(order["name"] ?? order["description"]),
    amount: order["amount"] ?? undefined,
    currency: order["currency"] ?? undefined,
  };
};

const NAMES = { tokens: "Token", products: "Product", transactions: "Transaction" };

const toneOf = (status: number): string => (status < 400 ? "good" : "bad");

const Exchange = ({ call, record }: { call: ApiCall; record: ApiCallRecord }) => (
  <details id={`call-exchange-${call.id}`}>
    <summary id={`call-summary-${call.id}`}>
      Request and answer
      {call.problems.length > 0 && <span class="note bad">problems: {call.problems.length}</span>}
    </summary>
    {call.problems.length > 0 && (
      <ul class="problems">
        {call.problems.map(({ path, messages }) => (
          <li>
            {path.length > 0 && <code>{path.join(".")}</code>} {messages.join(", ")}
          </li>
        ))}
      </ul>
    )}
    {record.bodyText !== "" && (
      <>
        <h3>Request</h3>
        <Body text={record.bodyText} />
      </>
    )}
    <h3>Answer</h3>
    <Body text={record.answerText} />
  </details>
);

const Rows = ({ record }: { record: ApiCallRecord }) => {
  const { id, at, method, path, operation, status, durationMs } = record;
  const call = toApiCall(record);
  const subject = subjectOf(call);
  const { trackingId, description, amount, currency } = orderOfCall(call);
  return (
    <>
      <tr id={`call-${id}`}>
        <Cell of="Call">
          <strong>
            {method} {path}
          </strong>
          {operation && <span class="id">{operation}</span>}
        </Cell>
        <Cell of="Order">
          {(trackingId ?? description) !== undefined && (
            <Order trackingId={trackingId} description={description} />
          )}
        </Cell>
        <Cell of="Amount" class="number">
          <Amount of={amount} currency={currency} />
        </Cell>
        <Cell of="Status">
          <State tone={toneOf(status)}>{String(status)}</State>
        </Cell>
        <Cell of="Time">
          <Time at={at} />
          <span class="id">{durationMs} ms</span>
        </Cell>
        <Cell of="Links" class="links">
          {subject?.id !== undefined && (
            <Related id={subject.id} list={subject.list} what={`call ${id}`}>
              {NAMES[subject.list]}
            </Related>
          )}
        </Cell>
      </tr>
      <tr id={`call-more-${id}`} class="below">
        <td colspan={COLUMNS.length}>
          <Exchange call={call} record={record} />
        </td>
      </tr>
    </>
  );
};

const textsOf = ({ method, path, operation, status, bodyText, answerText }: ApiCallRecord) => [
  path,
  `${method} ${operation} ${status}`,
  bodyText,
  answerText,
];

const NONE = <p class="hint">No API call yet.</p>;

export const RequestsSection = ({ shop, view }: { shop: Shop; view: View }) => {
  const listing = toListing("requests", view, shop.requests.records, textsOf);
  return (
    <Section listing={listing} columns={COLUMNS} empty={NONE}>
      {listing.rows.map((record) => (
        <Rows record={record} />
      ))}
    </Section>
  );
};
