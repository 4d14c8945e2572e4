import { sectionOf } from "../../gateway/input/section.ts";
import type { Shop } from "../../gateway/shop.ts";
import type { Search, Searched } from "../search.ts";
import { kindOf } from "./kind-of.ts";
import { ORDER_KINDS, type OrderKindName } from "./order-kinds.ts";
import { factsOf, type Order } from "./orders.ts";
import { reasonOf, wordOf } from "./outcome-of.ts";
import { deliveryState, type ToldState, toldOf } from "./told.ts";

/** An order as the list shows it. */
export interface OrderRow {
  readonly order: Order;
  readonly kind: OrderKindName;
  readonly told: ToldState;
}

export const toRow = (order: Order, shop: Shop): OrderRow => ({
  order,
  kind: kindOf(order, shop),
  told: toldOf(order),
});

/** What a customer is known by. */
const CUSTOMER = ["email", "first_name", "last_name", "phone", "external_id"];

const searched = ({ order, kind, told }: OrderRow): Searched => {
  const { token, request, transactions, deliveries } = order;
  const { trackingId, description, amount, currency } = factsOf(order);
  const customer = sectionOf(request?.fields["customer"]);
  const texts: unknown[] = [token, request?.productId, trackingId, description, ORDER_KINDS[kind].word, told];
  texts.push(...CUSTOMER.map((field) => customer[field]));
  const amounts: [unknown, unknown][] = [[amount, currency]];
  for (const { transaction } of transactions) {
    const { uid, tracking_id, type, status } = transaction;
    texts.push(uid, tracking_id, type, status, wordOf(transaction));
    if (status === "failed") texts.push(reasonOf(transaction));
    amounts.push([transaction.amount, transaction.currency]);
  }
  const bodies: string[] = [];
  for (const delivery of deliveries) {
    texts.push(delivery.id, delivery.url, String(delivery.status), deliveryState(delivery));
    for (const { body, error } of delivery.answers) bodies.push(body ?? "", error ?? "");
  }
  return { texts, amounts, bodies };
};

/** The rows that a search finds; the order whose id is the whole search comes first. */
export const findRows = (rows: readonly OrderRow[], search: Search): readonly OrderRow[] => {
  const isNamed = ({ order }: OrderRow) =>
    order.token === search.query || factsOf(order).trackingId === search.query;
  const found = search.find(rows, searched);
  return [...found.filter(isNamed), ...found.filter((row) => !isNamed(row))];
};

/** The orders that an id names exactly: a token, the uid of a transaction, a tracking id, or the id of a delivery. */
export const ordersNamed = (orders: readonly Order[], id: string): Order[] =>
  orders.filter(
    (order) =>
      order.token === id ||
      factsOf(order).trackingId === id ||
      order.transactions.some(({ transaction }) => transaction.uid === id) ||
      order.deliveries.some((delivery) => delivery.id === id),
  );
