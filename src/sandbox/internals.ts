/** What `checkShop` and the command line do with a gateway in addition to a `Sandbox`'s methods. */
import type { Transaction } from "../api/transactions/transaction.ts";
import { toCardPayment } from "./actions/payments.ts";
import type { TestCard } from "./gateway/cards/test-cards.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { Fields } from "./gateway/input/section.ts";
import type { Delivery, Order } from "./gateway/orders/order.ts";
import { putTransaction } from "./gateway/orders/store.ts";
import { charge } from "./gateway/payments/pay.ts";
import { cardOfRequest, toOrder } from "./gateway/payments/requests.ts";
import { beginTransaction, type Decision, withDecision } from "./gateway/payments/transactions.ts";

/** In milliseconds. Equal requests are duplicates for a shorter time. */
const MINUTE = 60_000;

/** Calls back after each post to the merchant's server, answered or failed. */
export const onAnswer = ({ store, journal }: Gateway, listener: (delivery: Delivery) => void): (() => void) =>
  journal.subscribe(({ kind, id }) => {
    const delivery = kind === "answer" ? store.deliveries.get(id ?? "") : undefined;
    if (delivery) listener(delivery);
  });

/** Charges a saved card that behaves in another way. Undefined if the request has no card of this gateway. */
export const chargeWith = (
  gateway: Gateway,
  request: Fields,
  change: Pick<TestCard, "isDeclinedLater"> | Pick<TestCard, "secure">,
): Transaction | undefined => {
  const { input } = cardOfRequest(gateway, request["credit_card"]);
  if (!input) return undefined;
  const card = { ...input, card: { ...input.card, ...change } };
  return charge(gateway, toOrder("payment", request, "", gateway.clock.now()), card).transaction;
};

/** Returns a transaction as in a notification, without storing it. */
export const pretend = (order: Order, outcome: Decision): Transaction => {
  const now = new Date();
  const begun = beginTransaction({ ...order, kind: "token" }, toCardPayment({}, now), now);
  return withDecision(begun, outcome, undefined, now);
};

/** Lets a minute pass after these transactions, so that equal ones are no duplicates. */
export const age = ({ store, recentCharges }: Gateway, uids: readonly string[]): void => {
  for (const record of uids.flatMap((uid) => store.transactions.get(uid) ?? [])) {
    const created_at = new Date(Date.parse(record.transaction.created_at ?? "") - MINUTE).toISOString();
    const transaction = { ...record.transaction, created_at };
    putTransaction(store, { ...record, transaction });
    const card = transaction.credit_card?.token;
    for (const key of recentCharges.keys()) if (card && key.includes(card)) recentCharges.delete(key);
  }
};
