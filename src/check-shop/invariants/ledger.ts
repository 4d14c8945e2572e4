import type { Transaction } from "../../api/transactions/transaction.ts";
import type { BookEntry } from "../scenario/gateway.ts";
import type { OrderHistory } from "../scenario/history.ts";

/** The facts about one order that the laws read. */
export interface Ledger {
  readonly order: OrderHistory;
  /** How often the shop has fulfilled it. */
  readonly fulfilments: number;
  /** Number of its payments in manual review. Undefined if the shop has no such function. */
  readonly inReview: number | undefined;
  /** Successful transactions with the order's tracking id, of any amount and currency. */
  readonly successes: readonly BookEntry[];
  /** Successes with the order's amount and currency. */
  readonly payments: readonly BookEntry[];
  /** Successes that the shop was informed about. */
  readonly known: readonly BookEntry[];
  /** Amounts that the shop refunded. */
  readonly refunds: readonly number[];
  /** Charges of the customer's saved card. */
  readonly charges: readonly Transaction[];
}

export const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

export const isRefundedWhole = ({ transaction, refunds }: BookEntry): boolean =>
  sum(refunds.map(({ amount }) => Number(amount))) >= Number(transaction.amount);

/** The payments of an order at the gateway and in the shop. */
export const stateOf = ({ payments, successes, fulfilments, inReview }: Ledger): string => {
  const refunded = successes.filter(isRefundedWhole).length;
  const paid =
    payments.length === 1 && successes.length <= 1
      ? "paid at the gateway"
      : `${Math.max(payments.length, successes.length)} payments at the gateway`;
  return [
    paid,
    fulfilments === 0 ? "not fulfilled" : `fulfilled ${times(fulfilments)}`,
    refunded === 0 ? "not refunded" : `${refunded} of them refunded`,
    ...(inReview === undefined ? [] : [inReview === 0 ? "in nobody's review" : `${inReview} in review`]),
  ].join(", ");
};

/** The state of an order's payments, if its customer paid the order and the shop did not fulfill it. */
export const unfulfilled = ({ order, payments, fulfilments, inReview = 0 }: Ledger) => {
  const own = payments.filter(({ token }) => token === order.token);
  if (fulfilments > 0 || own.length === 0) return undefined;
  return own.filter(isRefundedWhole).length + inReview >= own.length ? "refunded or in review" : "ignored";
};
