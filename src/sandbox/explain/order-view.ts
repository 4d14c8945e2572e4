import type { Gateway } from "../gateway/gateway.ts";
import { attemptsOf, type Order, type TransactionRecord } from "../gateway/orders/order.ts";
import { followUpsFor, leftOf } from "../gateway/payments/follow-ups.ts";
import { statusFacts } from "../gateway/payments/states.ts";
import { moneyOfOrder, otherPaymentsOf, paidText } from "./money-text.ts";
import { nextSteps } from "./next-steps.ts";
import { notificationOf } from "./notification-state.ts";
import { methodOf, nameOfOrder, orderFacts, ordersOf, wordOf } from "./order-facts.ts";
import { kindOf, ORDER_KINDS, unpaidText } from "./order-kinds.ts";
import type { ListedOrder, OrderView } from "./order-model.ts";
import { slug } from "./sentence.ts";
import { storyOf } from "./story.ts";
import { notificationLines } from "./verdict.ts";

/** Returns the tracking id that the shop gave the order. Orders of a payment link have the id of their product. */
const ownTrackingId = (order: Order): string | undefined =>
  order.productId === undefined ? orderFacts(order).trackingId : undefined;

/** Returns the id for commands, which is the tracking id if it names only this order and needs no quotes. */
const idOf = (order: Order, siblings: readonly Order[]): string => {
  const trackingId = ownTrackingId(order);
  return trackingId !== undefined && siblings.length === 0 && /^[\w.:-]+$/.test(trackingId)
    ? trackingId
    : order.id;
};

const describe = (order: Order, gateway: Gateway, siblings: readonly Order[]) => {
  const { trackingId = null, description, customer, amount, currency } = orderFacts(order);
  const sums = moneyOfOrder(order);
  const others = otherPaymentsOf(order, sums, siblings);
  const kind = kindOf(order, gateway, sums, others.length > 0);
  const { word: outcome, tone } = ORDER_KINDS[kind];
  const last = attemptsOf(order).at(-1)?.transaction;
  const listed: ListedOrder = {
    token: order.id,
    uid: last?.uid ?? null,
    trackingId,
    id: idOf(order, siblings),
    name: nameOfOrder(order, gateway),
    description,
    customer,
    method: last ? methodOf(last) : "",
    createdAt: order.createdAt,
    money: {
      amount: typeof amount === "number" ? amount : null,
      currency: typeof currency === "string" ? currency : null,
      ...sums,
    },
    kind: slug(outcome),
    outcome,
    tone,
    notification: notificationOf(order),
  };
  return { listed, kind, others };
};

const without = (orders: readonly Order[], order: Order): Order[] =>
  orders.filter((other) => other !== order);

/** Returns the part of all orders that lists print, newest first. */
export const listAll = (gateway: Gateway): { readonly order: Order; readonly listed: ListedOrder }[] => {
  const orders = ordersOf(gateway);
  const byId = Map.groupBy(orders, ownTrackingId);
  return orders.map((order) => {
    const id = ownTrackingId(order);
    const siblings = id === undefined ? [] : without(byId.get(id) ?? [], order);
    return { order, listed: describe(order, gateway, siblings).listed };
  });
};

/** Returns the transactions. Two of one type have different names. */
const transactionsOf = ({ transactions }: Order, { store }: Gateway): OrderView["transactions"] => {
  const typeOf = ({ transaction }: TransactionRecord): string => transaction.type ?? "payment";
  return transactions.map((record) => {
    const { transaction } = record;
    const { uid, amount, status, parent_uid: parent } = transaction;
    const type = typeOf(record);
    const same = transactions.filter((other) => typeOf(other) === type);
    return {
      uid,
      type,
      name: same.length > 1 ? `${type} ${same.indexOf(record) + 1}` : type,
      state: wordOf(transaction),
      tone: statusFacts(status)?.tone ?? "quiet",
      amount: Number(amount),
      parent: parent ?? null,
      left: followUpsFor(transaction).length > 0 ? leftOf(record, store) : 0,
    };
  });
};

export const viewOf = (order: Order, gateway: Gateway): OrderView => {
  const id = ownTrackingId(order);
  const named = id === undefined ? [] : ordersOf(gateway).filter((other) => ownTrackingId(other) === id);
  const siblings = without(named, order);
  const { listed, kind, others } = describe(order, gateway, siblings);
  const text = paidText(order, gateway, listed.money, others) ?? unpaidText(kind, order, gateway) ?? [];
  return {
    ...listed,
    says: [{ tone: listed.tone, text: [...text] }, ...notificationLines(kind, order, gateway)],
    next: nextSteps(order, gateway),
    transactions: transactionsOf(order, gateway),
    events: storyOf(order, gateway),
    others: siblings.map((other) => {
      const { token, outcome, tone } = describe(other, gateway, without(named, other)).listed;
      return { token, outcome, tone };
    }),
  };
};
