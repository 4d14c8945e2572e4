import { type ApiCall, type ApiCallRecord, toApiCall } from "../../gateway/requests.ts";
import type { Shop } from "../../gateway/shop.ts";
import { summaryOf } from "../call-summary.ts";
import { toListing } from "../listing.ts";
import type { Relations } from "../relations.ts";
import type { Searched, View } from "../view.ts";
import { Cell, Section } from "./list.tsx";
import { Amount, Body, Order, Related, State, Time } from "./parts.tsx";

const COLUMNS = ["Call", "Order", "Amount", "Status", "Time", "Links"];

const toneOf = (status: number): string => (status < 400 ? "good" : "bad");

const Exchange = ({ call, record }: { call: ApiCall; record: ApiCallRecord }) => (
  <details id={`call-exchange-${call.id}`}>
    <summary id={`call-summary-${call.id}`}>
      Request and answer
      {call.problems.length > 0 && <span class="note bad">problems: {call.problems.length}</span>}
      {call.undocumented.length > 0 && (
        <span class="note bad">undocumented fields: {call.undocumented.length}</span>
      )}
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
    {call.undocumented.length > 0 && (
      <ul class="problems">
        {call.undocumented.map(({ path, nearest }) => (
          <li>
            <code>{path.join(".")}</code> is not documented
            {nearest !== undefined && (
              <>
                ; did you mean <code>{nearest}</code>?
              </>
            )}
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

interface RowsProps {
  readonly record: ApiCallRecord;
  readonly relations: Relations;
}

const Rows = ({ record, relations }: RowsProps) => {
  const { id, at, method, path, operation, status, durationMs } = record;
  const call = toApiCall(record);
  const { trackingId, description, amount, currency } = summaryOf(record);
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
          <Related relations={relations} ids={relations.idsOf(record)} from="requests" what={`call ${id}`} />
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

const REFUSED = "refused";

const NONE = <p class="hint">No API call yet.</p>;

export const RequestsSection = ({ shop, view }: { shop: Shop; view: View }) => {
  const searchedOf = (call: ApiCallRecord): Searched => {
    const { method, path, operation, status, bodyText, answerText } = call;
    const { amount, currency, trackingId, description } = summaryOf(call);
    const tokens = view.relations.idsOf(call);
    const shown = `${method} ${operation} ${status} ${view.amountText(amount, currency)}`;
    const mark = status < 400 ? "" : REFUSED;
    const texts = [path, shown, mark, trackingId, description, ...tokens];
    return { texts, bodies: [bodyText, answerText], tokens };
  };
  const { refused } = shop.requests;
  const note = refused > 0 && (
    <p class="hint">
      {refused} requests of other sites, or to other host names, were refused and are not listed.
    </p>
  );
  const listing = toListing("requests", view, shop.requests.records, searchedOf, REFUSED);
  return (
    <Section listing={listing} columns={COLUMNS} empty={NONE} note={note}>
      {listing.rows.map((record) => (
        <Rows record={record} relations={view.relations} />
      ))}
    </Section>
  );
};
