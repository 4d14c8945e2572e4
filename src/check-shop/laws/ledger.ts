import type { Transaction } from "../../api/transactions/transaction.ts";
import type { BookEntry, Gateway } from "../stage/gateway.ts";
import { isMoneyFor, isPaymentOf, type OrderHistory } from "../stage/order-history.ts";

/** The gateway's book about one order, and what the shop says of it. */
export interface Ledger {
  readonly order: OrderHistory;
  /** How often the shop says that it is fulfilled. */
  readonly fulfilments: number;
  /** How many of its payments wait for a person; undefined where the shop does not tell. */
  readonly inReview: number | undefined;
  /** Payments with the order's tracking id, amount and currency. */
  readonly payments: readonly BookEntry[];
  /** Successes with the order's tracking id, of any amount and currency. */
  readonly successes: readonly BookEntry[];
  /** Those of which the shop knows. */
  readonly known: readonly BookEntry[];
  /** Amounts that the shop refunded. */
  readonly refunds: readonly number[];
  /** Charges of the customer's saved card. */
  readonly charges: readonly Transaction[];
  /** Notifications about its payments that were not answered with 200. */
  readonly unanswered: readonly (number | undefined)[];
}

export const isRefundedWhole = ({ transaction, refunds }: BookEntry): boolean =>
  refunds.reduce((sum, { amount }) => sum + Number(amount), 0) >= Number(transaction.amount);

/** Whether a notification of a payment was answered with 200. */
export const wasNotified = ({ posted }: OrderHistory, { transaction }: BookEntry): boolean =>
  [...posted.values()].some(
    ({ delivery, status }) => status === 200 && delivery.body.includes(transaction.uid),
  );

/** A token that the shop did not give to anybody: it knows of its payment when a notification was answered 200. */
const isKnownToShop = (order: OrderHistory, entry: BookEntry): boolean =>
  entry.token === order.token || wasNotified(order, entry);

const cardsOf = (entries: readonly BookEntry[]): Set<string> =>
  new Set(entries.flatMap(({ transaction }) => transaction.credit_card?.token ?? []));

/** All that names an order in a call to the gateway: its ids, tokens, transactions and saved cards. */
export function namesOf(gateway: Gateway, { id, tokens, terms }: OrderHistory): string[] {
  const entries = gateway.paymentsOf(tokens);
  const cards = cardsOf(entries);
  const followUps = [...entries.flatMap(({ refunds }) => refunds), ...gateway.chargesOf(cards)];
  const transactions = [...entries.map(({ transaction }) => transaction), ...followUps];
  const uids = transactions.flatMap(({ uid, order_id }) => [uid, String(order_id ?? uid)]);
  return [id, terms.trackingId ?? id, ...tokens, ...cards, ...uids];
}

/** @param said What the shop says, read before the book is: a payment that comes later must not be missed in it. */
export function readLedger(
  gateway: Gateway,
  order: OrderHistory,
  said: Pick<Ledger, "fulfilments" | "inReview">,
): Ledger {
  const entries = gateway.paymentsOf(order.tokens);
  const successes = entries.filter(({ transaction }) => isMoneyFor(order, transaction));
  const refunds = entries
    .flatMap((entry) => entry.refunds)
    .filter(({ uid }) => !order.officeRefunds.has(uid));
  return {
    order,
    ...said,
    payments: successes.filter(({ transaction }) => isPaymentOf(order, transaction)),
    successes,
    known: successes.filter((entry) => isKnownToShop(order, entry)),
    refunds: refunds.map(({ amount }) => Number(amount)),
    charges: gateway.chargesOf(cardsOf(successes)),
    unanswered: [...order.posted.values()].map(({ status }) => status).filter((status) => status !== 200),
  };
}
