import type { Transaction } from "../api/transactions/transaction.ts";
import { toCardPayment } from "./actions/pay-as-customer.ts";
import type { TestCard } from "./gateway/cards/test-cards.ts";
import { redeliver } from "./gateway/deliveries/deliveries.ts";
import { deliverOf, postOnce } from "./gateway/deliveries/send.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { Delivery } from "./gateway/orders/delivery.ts";
import type { Fields, Order } from "./gateway/orders/order.ts";
import type { RequestIdRecord } from "./gateway/orders/state.ts";
import { billOf, putTransaction } from "./gateway/orders/store.ts";
import { createBill, openBill } from "./gateway/payments/bills.ts";
import { cardOfRequest, toOrder } from "./gateway/payments/card-request.ts";
import { createToken, createTokenForProduct } from "./gateway/payments/create-token.ts";
import type { FollowUpType } from "./gateway/payments/follow-up-rules.ts";
import { processFollowUp } from "./gateway/payments/follow-ups.ts";
import { charge } from "./gateway/payments/pay.ts";
import { changeOrder, latestTransaction, tokenState, tokenStatus } from "./gateway/payments/token-state.ts";
import { beginTransaction, type Decision, withDecision } from "./gateway/payments/transactions.ts";
import type { Intercept } from "./gateway/plans/failures.ts";

/** In milliseconds. Equal requests are duplicates for a shorter time. */
const MINUTE = 60_000;

/** Returns the functions that `checkShop` and the command line use in addition to a `Sandbox`'s methods. */
export const internalsOf = (gateway: Gateway) => {
  const { store, journal, silenced, loaded } = gateway;
  return {
    /** Calls back after each post to the merchant's server, answered or failed. */
    onAnswer: (listener: (delivery: Delivery) => void): (() => void) =>
      journal.subscribe(({ kind, id }) => {
        const delivery = kind === "answer" ? store.deliveries.get(id ?? "") : undefined;
        if (delivery) listener(delivery);
      }),
    /** Sets a function that answers calls of the API. */
    intercept: (intercept: Intercept | undefined): void => {
      gateway.intercept = intercept;
    },
    /** Loses all later notifications of a token. */
    silence: (token: string) => silenced.add(token),
    endSilence: (token: string) => silenced.delete(token),

    /** Returns all payment tokens and the uids of all bills. */
    tokens: (): string[] =>
      [...store.orders.values()].filter(({ kind }) => kind !== "charge").map(({ id }) => id),
    /** Returns the request for a token, a bill, or a payment without a token. */
    requestOf: (token: string) => store.orders.get(token),
    changeFields: (order: Order, fields: Fields) => changeOrder(gateway, order, { fields }),
    stateOf: (checkout: Order) => tokenState(gateway, checkout),
    statusOf: (checkout: Order) => tokenStatus(gateway, checkout),
    /** Returns the current state of a bill. Undefined for a payment token. */
    billOf: (uid: string) => billOf(store, uid)?.transaction,
    latestOf: (checkout: Order) => latestTransaction(checkout),
    /** Payments without a payment token. */
    charges: (): Transaction[] =>
      [...store.orders.values()].flatMap(({ kind, transactions: [first] }) =>
        kind === "charge" && first ? first.transaction : [],
      ),
    recordOf: (uid: string) => store.transactions.get(uid),
    /** The transactions of a token, a bill or a payment without a token, oldest first. */
    transactionsOf: (order: string): Transaction[] =>
      store.orders.get(order)?.transactions.map(({ transaction }) => transaction) ?? [],

    /** Opens a payment link, which creates a token. */
    openLink: (productId: string, origin: string) => createTokenForProduct(gateway, productId, origin).token,
    productOf: (id: string) => store.products.get(id)?.fields,
    createToken: (fields: Fields, origin: string) => createToken(gateway, fields, origin).token,
    createBill: (fields: Fields, origin: string) => createBill(gateway, fields, origin).transaction.uid,
    /** Opens the page of a bill, and waits for its notification. */
    openBill: async (uid: string): Promise<void> => {
      const bill = billOf(store, uid);
      if (bill) await openBill(gateway, bill);
    },
    followUp: (type: FollowUpType, fields: Fields) => processFollowUp(gateway, type, fields),
    /** Charges a saved card that behaves in another way. Undefined if the request has no card of this gateway. */
    chargeWith: (
      request: Fields,
      change: Pick<TestCard, "isDeclinedLater"> | Pick<TestCard, "secure">,
    ): Transaction | undefined => {
      const { input } = cardOfRequest(gateway, request["credit_card"]);
      if (!input) return undefined;
      const card = { ...input, card: { ...input.card, ...change } };
      return charge(gateway, toOrder("payment", request, "", gateway.clock.now()), card).transaction;
    },
    /** Returns a transaction as in a notification, without storing it. */
    pretend: (checkout: Order, outcome: Decision): Transaction => {
      const now = new Date();
      const begun = beginTransaction({ ...checkout, kind: "token" }, toCardPayment({}, now), now);
      return withDecision(begun, outcome, undefined, now);
    },
    /** Lists a transaction without a known payment. */
    list: (transaction: Transaction): void => {
      store.transactions.set(transaction.uid, { order: transaction.uid, transaction });
    },
    hasKey: (id: string): boolean => store.requestIds.has(id),
    /** Keeps the result of an idempotency key, so that a repeat has the same. */
    keepResult: (id: string, result: Pick<RequestIdRecord, "uid" | "problems">): void => {
      store.requestIds.set(id, { id, at: gateway.clock.now().toISOString(), ...result });
    },
    /** Removes the idempotency keys of these transactions. */
    forgetKeys: (uids: readonly string[]): void => {
      for (const [id, { uid }] of store.requestIds)
        if (uid !== undefined && uids.includes(uid)) store.requestIds.delete(id);
    },
    /** Lets a minute pass after these transactions, so that equal ones are no duplicates. */
    age: (uids: readonly string[]): void => {
      for (const record of uids.flatMap((uid) => store.transactions.get(uid) ?? [])) {
        const created_at = new Date(Date.parse(record.transaction.created_at ?? "") - MINUTE).toISOString();
        const transaction = { ...record.transaction, created_at };
        if (transaction.parent_uid) putTransaction(store, { ...record, transaction });
        const card = transaction.credit_card?.token;
        for (const key of gateway.recentCharges.keys())
          if (card && key.includes(card)) gateway.recentCharges.delete(key);
      }
    },

    /** Returns the number of notifications of a loaded state that wait for the developer. */
    waiting: (): number => loaded.deliveries.size,
    redeliver: (id: string) => redeliver(gateway, id),
    post: (url: string, headers: Promise<Record<string, string>>, body: string) =>
      postOnce(gateway, url, headers, body),
    send: (request: Request) => deliverOf(gateway)(request),
  };
};

export type Internals = ReturnType<typeof internalsOf>;
