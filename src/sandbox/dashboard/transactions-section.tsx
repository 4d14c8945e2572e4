import type { Transaction } from "../../models/transaction.ts";
import { formatAmount } from "../format-amount.ts";
import type { Store } from "../store.ts";
import { latest } from "./latest.ts";
import { Cell, Section, State, Table, Time } from "./parts.tsx";

const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${card.brand ?? "card"} …${card.last_4 ?? ""}` : (method ?? "");

const Row = ({ transaction }: { transaction: Transaction }) => (
  <tr id={`transaction-${transaction.uid}`}>
    <Cell of="Uid">
      <code class="id">{transaction.uid}</code>
      {transaction.created_at && <Time at={transaction.created_at} />}
    </Cell>
    <Cell of="Type">
      {transaction.type}
      {transaction.test && <span class="note">test</span>}
    </Cell>
    <Cell of="Status">
      <State>{String(transaction.status)}</State>
    </Cell>
    <Cell of="Amount" class="number">
      {formatAmount(transaction.amount, transaction.currency, "en")}
    </Cell>
    <Cell of="Card">{methodOf(transaction)}</Cell>
    <Cell of="Tracking id">
      {transaction.tracking_id && <code class="id">{transaction.tracking_id}</code>}
    </Cell>
    <Cell of="Message">{transaction.message}</Cell>
  </tr>
);

const COLUMNS = ["Uid", "Type", "Status", "Amount", "Card", "Tracking id", "Message"];

const NONE = <p class="hint">Nobody has paid yet. Pay here with a test card, or open a payment link.</p>;

export const TransactionsSection = ({ transactions }: Pick<Store, "transactions">) => {
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
        {shown.map(({ transaction }) => (
          <Row transaction={transaction} />
        ))}
      </Table>
    </Section>
  );
};
