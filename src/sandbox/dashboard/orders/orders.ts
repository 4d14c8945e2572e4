import type { Transaction } from "../../../models/transaction.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import type { CheckoutRecord, TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";

/** An order: a payment token, or a payment without one, with all that followed. */
export interface Order {
  /** Payment token; of a payment without one, its `uid`. */
  readonly token: string;
  /** Undefined where the state has lost it. */
  readonly request: CheckoutRecord | undefined;
  /** Captures, voids and refunds too, oldest first. */
  readonly transactions: readonly TransactionRecord[];
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
  readonly createdAt: string;
}

interface Parts {
  readonly transactions: TransactionRecord[];
  readonly deliveries: Delivery[];
}

const partsByToken = ({ transactions, deliveries }: Store): Map<string, Parts> => {
  const byToken = new Map<string, Parts>();
  const partsOf = (token: string): Parts => {
    const parts = byToken.get(token) ?? { transactions: [], deliveries: [] };
    byToken.set(token, parts);
    return parts;
  };
  for (const record of transactions.values()) partsOf(record.token).transactions.push(record);
  for (const delivery of deliveries.values()) partsOf(delivery.token).deliveries.push(delivery);
  return byToken;
};

/** Compares two times in ISO 8601. */
export const byTime = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const NOTHING: Parts = { transactions: [], deliveries: [] };

/** All orders, the newest first. */
export const ordersOf = (store: Store): Order[] => {
  const byToken = partsByToken(store);
  const orders: Order[] = [];
  for (const request of store.checkouts.values()) {
    const { token, createdAt } = request;
    orders.push({ token, request, createdAt, ...(byToken.get(token) ?? NOTHING) });
    byToken.delete(token);
  }
  for (const [token, parts] of byToken) {
    const request = store.requestOf(token);
    const createdAt =
      request?.createdAt ??
      parts.transactions[0]?.transaction.created_at ??
      parts.deliveries[0]?.answers[0]?.at ??
      "";
    orders.push({ token, request, createdAt, ...parts });
  }
  return orders.sort((one, other) => byTime(one.createdAt, other.createdAt)).reverse();
};

export const findOrder = (store: Store, token: string): Order | undefined =>
  ordersOf(store).find((order) => order.token === token);

/** Whether a transaction is a payment, not a capture, void or refund of one. */
export const isPayment = ({ parent_uid: parent }: Transaction): boolean => !parent;

/** The payments of an order, one for each attempt, oldest first. */
export const attemptsOf = ({ transactions }: Order): TransactionRecord[] =>
  transactions.filter(({ transaction }) => isPayment(transaction));

/** What a merchant knows an order by. Its `name` is for people: the tracking id, the description, or the token. */
export const factsOf = ({ token, request, transactions }: Order) => {
  const { order: sent, customer, settings } = request?.fields ?? {};
  const order = { ...(request ? {} : transactions[0]?.transaction), ...sectionOf(sent) };
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
