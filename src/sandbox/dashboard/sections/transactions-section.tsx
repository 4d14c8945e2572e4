import type { Transaction } from "../../../models/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import { followUpsFor } from "../../gateway/follow-ups/follow-up-rules.ts";
import { FOLLOW_UPS } from "../../gateway/follow-ups/follow-up-type.ts";
import { leftOf, takenOf } from "../../gateway/follow-ups/remaining.ts";
import type { TransactionRecord } from "../../gateway/records.ts";
import type { Store } from "../../gateway/store.ts";
import { FollowUpForm } from "./follow-up-form.tsx";
import { latest } from "./latest.ts";
import { Cell, Section, State, Table, Time } from "./parts.tsx";

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
}

const Row = ({ record, store }: RowProps) => {
  const { transaction } = record;
  const { parent_uid: parent, currency } = transaction;
  return (
    <tr id={`transaction-${transaction.uid}`}>
      <Cell of="Uid">
        <code class="id">{transaction.uid}</code>
        {transaction.created_at && <Time at={transaction.created_at} />}
      </Cell>
      <Cell of="Type">
        {transaction.type}
        {transaction.test && <span class="note">test</span>}
        {parent && (
          <a class="id" href={`#transaction-${parent}`} aria-label={`Parent ${parent}`}>
            of {parent.slice(0, 8)}…
          </a>
        )}
      </Cell>
      <Cell of="Status">
        <State>{String(transaction.status)}</State>
      </Cell>
      <Cell of="Amount" class="number">
        {formatAmount(transaction.amount, currency, "en")}
        {amountsOf(record, store).map(([what, amount]) => (
          <span class="taken">
            {what} {formatAmount(amount, currency, "en")}
          </span>
        ))}
      </Cell>
      <Cell of="Card">{methodOf(transaction)}</Cell>
      <Cell of="Tracking id">
        {transaction.tracking_id && <code class="id">{transaction.tracking_id}</code>}
      </Cell>
      <Cell of="Message">{transaction.message}</Cell>
      <Cell of="Actions" class="actions">
        <FollowUpForm record={record} store={store} />
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Uid", "Type", "Status", "Amount", "Card", "Tracking id", "Message", "Actions"];

const NONE = <p class="hint">Nobody has paid yet. Pay here with a test card, or open a payment link.</p>;

export const TransactionsSection = ({ store }: { store: Store }) => {
  const { transactions } = store;
  const shown = latest(transactions);
  return (
    <Section
      id="transactions"
      title="Transactions"
      total={transactions.size}
      shown={shown.length}
      empty={NONE}
    >
      <Table caption="Transactions, the latest first" columns={COLUMNS}>
        {shown.map((record) => (
          <Row record={record} store={store} />
        ))}
      </Table>
    </Section>
  );
};
