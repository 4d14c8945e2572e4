import type { Transaction } from "../../../api/transactions/transaction.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import {
  type CheckoutRecord,
  isBill,
  type TransactionKind,
  type TransactionRecord,
} from "../../gateway/records/records.ts";
import { checkoutOf, type Store } from "../../gateway/records/store.ts";

/** An order: a payment token, or a payment without one, with all that followed. */
export interface Order {
  /** Payment token; of a payment without one, its `uid`. */
  readonly token: string;
  readonly kind: TransactionKind;
  /** Undefined where the state has lost it. */
  readonly checkout: CheckoutRecord | undefined;
  /** Captures, voids and refunds too, oldest first. */
  readonly transactions: readonly TransactionRecord[];
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
  readonly createdAt: string;
}

/** Compares two times in ISO 8601. */
export const byTime = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** All orders, the newest first. */
export const ordersOf = (store: Store): Order[] => {
  const transactionsOf = Map.groupBy(store.transactions.values(), ({ token }) => token);
  const deliveriesOf = Map.groupBy(store.deliveries.values(), ({ token }) => token);
  const tokens = new Set([...store.checkouts.keys(), ...transactionsOf.keys(), ...deliveriesOf.keys()]);
  const orders = Array.from(tokens, (token): Order => {
    const checkout = checkoutOf(store, token);
    const transactions = transactionsOf.get(token) ?? [];
    const deliveries = deliveriesOf.get(token) ?? [];
    const first = transactions[0]?.transaction.created_at ?? deliveries[0]?.answers[0]?.at ?? "";
    const kind = transactions[0]?.kind ?? "token";
    return { token, kind, checkout, transactions, deliveries, createdAt: checkout?.createdAt ?? first };
  });
  return orders.sort((one, other) => byTime(one.createdAt, other.createdAt)).reverse();
};

export const findOrder = (store: Store, token: string): Order | undefined =>
  ordersOf(store).find((order) => order.token === token);

/** Whether a transaction is a payment, not a capture, void or refund of one. */
export const isPayment = ({ parent_uid: parent }: Transaction): boolean => !parent;

/** The payments of an order, one for each attempt, oldest first. */
export const attemptsOf = ({ transactions }: Order): TransactionRecord[] =>
  transactions.filter(({ transaction }) => isPayment(transaction));

/** The bill that an order is, if it is one: its payments are transactions of their own where it is permanent. */
export const billOf = ({ transactions }: Order): Transaction | undefined =>
  transactions.find(isBill)?.transaction;

/** What a merchant knows an order by. Its `name` is for people: the tracking id, the description, or the token. */
export const factsOf = ({ token, checkout, transactions }: Order) => {
  const { order: sent, customer, settings } = checkout?.fields ?? {};
  const order = { ...(checkout ? {} : transactions[0]?.transaction), ...sectionOf(sent) };
  const trackingId = textOf(order["tracking_id"]);
  const description = textOf(order["description"]) ?? "";
  return {
    trackingId,
    description,
    email: textOf(sectionOf(customer)["email"]),
    amount: order["amount"],
    currency: order["currency"],
    notificationUrl: textOf(sectionOf(settings)["notification_url"]),
    name: trackingId ?? (description || token),
  };
};
