import type { Transaction } from "../../../models/transaction.ts";
import { followUpsFor } from "../../gateway/follow-ups/follow-up-rules.ts";
import { FOLLOW_UPS } from "../../gateway/follow-ups/follow-up-type.ts";
import { leftOf, takenOf } from "../../gateway/follow-ups/remaining.ts";
import type { TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";
import { CompleteForm } from "../forms/complete-form.tsx";
import { FollowUpForm } from "../forms/follow-up-form.tsx";
import { toListing } from "../listing.ts";
import type { Relations } from "../relations.ts";
import type { View } from "../view.ts";
import { Cell, Section } from "./list.tsx";
import { Amount, Id, Order, Related, State, Time } from "./parts.tsx";

const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${card.brand ?? "card"} …${card.last_4 ?? ""}` : (method ?? "");

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

interface RowProps {
  readonly record: TransactionRecord;
  readonly store: Store;
  readonly relations: Relations;
}

const Row = ({ record, store, relations }: RowProps) => {
  const { token, transaction } = record;
  const { uid, parent_uid: parent, currency, tracking_id: trackingId, description } = transaction;
  const what = `transaction ${uid}`;
  return (
    <tr id={`transaction-${uid}`}>
      <Cell of="Order">
        <Order trackingId={trackingId ?? undefined} description={description ?? undefined} />
        <Id>{uid}</Id>
      </Cell>
      <Cell of="Type">
        {transaction.type}
        {transaction.test && <span class="note">test</span>}
        {parent && (
          <a class="id" href={`/?q=${parent}#transaction-${parent}`} aria-label={`Parent ${parent}`}>
            of {parent.slice(0, 8)}…
          </a>
        )}
      </Cell>
      <Cell of="Amount" class="number">
        <Amount of={transaction.amount} currency={currency} />
        {amountsOf(record, store).map(([name, amount]) => (
          <span class="taken">
            {name} <Amount of={amount} currency={currency} />
          </span>
        ))}
      </Cell>
      <Cell of="Status">
        <State>{String(transaction.status)}</State>
        <span class="id message">{transaction.message}</span>
      </Cell>
      <Cell of="Time">
        {transaction.created_at && <Time at={transaction.created_at} />}
        <span class="id">{methodOf(transaction)}</span>
      </Cell>
      <Cell of="Links" class="links">
        <Related relations={relations} ids={[token]} from="transactions" what={what} />
      </Cell>
      <Cell of="Actions" class="actions">
        <CompleteForm transaction={transaction} />
        <FollowUpForm record={record} store={store} />
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Order", "Type", "Amount", "Status", "Time", "Links", "Actions"];

const NONE = <p class="hint">No payment yet. Pay here with a test card, or open a payment link.</p>;

export const TransactionsSection = ({ store, view }: { store: Store; view: View }) => {
  const listing = toListing("transactions", view, store.transactions, ({ token, transaction }) => ({
    texts: [transaction.status, transaction.type, methodOf(transaction)],
    tokens: [token],
  }));
  return (
    <Section listing={listing} columns={COLUMNS} empty={NONE}>
      {listing.rows.map((record) => (
        <Row record={record} store={store} relations={view.relations} />
      ))}
    </Section>
  );
};
