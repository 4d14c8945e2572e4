import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { JournalLine } from "../../gateway/journal.ts";
import { replacementOf as replacementOfBill } from "../../gateway/payments/bills.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import {
  type CheckoutRecord,
  type Fields,
  isBill,
  type TransactionKind,
  type TransactionRecord,
} from "../../gateway/records/records.ts";
import { checkoutOf } from "../../gateway/records/store.ts";

/** A payment token, or a payment without a token, with its transactions and notifications. */
export interface Order {
  /** Payment token, or the `uid` of a payment without a token. */
  readonly token: string;
  readonly kind: TransactionKind;
  /** Undefined if the state does not contain it. */
  readonly checkout: CheckoutRecord | undefined;
  /** Payments, captures, voids and refunds, oldest first. */
  readonly transactions: readonly TransactionRecord[];
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
  /** The last notification of each transaction, by its `uid`. The expiry of the token has an empty key. */
  readonly notifications: ReadonlyMap<string, Delivery>;
  readonly createdAt: string;
}

const toOrder = ({ store }: Gateway, token: string, lines: readonly JournalLine[]): Order => {
  const checkout = checkoutOf(store, token);
  const transactions: TransactionRecord[] = [];
  const deliveries: Delivery[] = [];
  const notifications = new Map<string, Delivery>();
  for (const { kind, id = "", uid = "" } of lines) {
    const record = kind === "transaction" ? store.transactions.get(id) : undefined;
    if (record) transactions.push(record);
    const delivery = kind === "delivery" ? store.deliveries.get(id) : undefined;
    if (!delivery) continue;
    deliveries.push(delivery);
    // A changed copy does not describe the payment.
    const isCopy = delivery.copyOf !== undefined;
    if (delivery.type !== "verification" && !isCopy) notifications.set(uid, delivery);
  }
  const kind = transactions[0]?.kind ?? "token";
  const createdAt = checkout?.createdAt ?? lines[0]?.at ?? "";
  return { token, kind, checkout, transactions, deliveries, notifications, createdAt };
};

/** Returns all orders, newest first. */
export const ordersOf = (gateway: Gateway): Order[] =>
  Array.from(gateway.journal.orders, ([token, lines]) => toOrder(gateway, token, lines)).reverse();

export const findOrder = (gateway: Gateway, token: string): Order | undefined => {
  const lines = gateway.journal.orders.get(token);
  return lines && toOrder(gateway, token, lines);
};

/** Finds orders by a token, the uid of a transaction, a tracking id, or the id of a delivery. */
export const ordersNamed = (gateway: Gateway, id: string): Order[] =>
  ordersOf(gateway).filter(
    (order) =>
      order.token === id ||
      orderFacts(order).trackingId === id ||
      order.transactions.some(({ transaction }) => transaction.uid === id) ||
      order.deliveries.some((delivery) => delivery.id === id),
  );

export const isPayment = ({ parent_uid: parent }: Transaction): boolean => !parent;

/** Returns the payments of an order, oldest first. */
export const attemptsOf = ({ transactions }: Order): TransactionRecord[] =>
  transactions.filter(({ transaction }) => isPayment(transaction));

/** Returns the order's bill. The payments of a permanent bill are other transactions. */
export const billOf = ({ transactions }: Order): Transaction | undefined =>
  transactions.find(isBill)?.transaction;

/** Returns the bill that replaced the order's bill. */
export const replacementOf = (gateway: Gateway, { transactions }: Order): Transaction | undefined => {
  const bill = transactions.find(isBill);
  return bill && replacementOfBill(gateway, bill);
};

const customerName = ({ first_name, last_name, email }: Fields): string =>
  [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ") || (textOf(email) ?? "");

/** Returns the merchant's data of an order. `name` is the tracking id, the description, or the token. */
export const orderFacts = ({ token, checkout, transactions }: Order) => {
  const { order: sent, customer, settings } = checkout?.fields ?? {};
  const order = { ...(checkout ? {} : transactions[0]?.transaction), ...sectionOf(sent) };
  const trackingId = textOf(order["tracking_id"]);
  const description = textOf(order["description"]) ?? "";
  return {
    trackingId,
    description,
    customer: customerName(sectionOf(customer)),
    email: textOf(sectionOf(customer)["email"]),
    amount: order["amount"],
    currency: order["currency"],
    notificationUrl: textOf(sectionOf(settings)["notification_url"]),
    name: trackingId ?? (description || token),
  };
};

/** Returns the token of the card that the last attempt saved or charged. */
const cardTokenOf = (order: Order): string | undefined =>
  attemptsOf(order).at(-1)?.transaction.credit_card?.token ?? undefined;

/** Returns the order that saved the card of an order, and the orders that charge this card. */
export const renewalsOf = (order: Order, gateway: Gateway): { first?: Order; renewals: readonly Order[] } => {
  const token = cardTokenOf(order);
  if (token === undefined) return { renewals: [] };
  const [first, ...renewals] = ordersOf(gateway)
    .filter((other) => cardTokenOf(other) === token)
    .reverse();
  if (first === undefined || first.token === order.token) return { renewals };
  return { first, renewals: [] };
};
