import type { Transaction } from "../../../api/transactions/transaction.ts";
import { notifyOfExpiry, notifyOfTransaction } from "../deliveries/deliveries.ts";
import type { Gateway } from "../gateway.ts";
import { textOf } from "../input/section.ts";
import type { Order, TransactionRecord } from "../orders/order.ts";
import { tokenOf } from "../orders/store.ts";
import { changeStock } from "../products.ts";
import { NotPayableError } from "../refusal.ts";
import { stateFacts } from "./status-rows.ts";
import { changeOrder, latestTransaction, tokenExpiry, tokenState, tokenStatus } from "./token-state.ts";
import { type Decision, type Effect, keepTransaction, withDecision } from "./transactions.ts";

export const NO_NOTIFICATION = Promise.resolve();

/** @throws NotPayableError */
export const recordOf = ({ store }: Gateway, uid: string): TransactionRecord => {
  const record = store.transactions.get(uid);
  if (!record) throw new NotPayableError("There is no such transaction");
  return record;
};

/** Changes the state of a transaction without a notification. */
const change = (gateway: Gateway, record: TransactionRecord, decision: Decision): TransactionRecord => {
  const order = gateway.store.orders.get(record.order);
  const descriptor = textOf(order?.fields["dynamic_billing_descriptor"]);
  const transaction = withDecision(record.transaction, decision, descriptor, gateway.clock.now());
  if (order) changeOrder(gateway, order, {});
  const changed = { ...record, transaction, ...(decision.isPlanned && { isPlanned: true }) };
  keepTransaction(gateway, changed);
  return changed;
};

const putBack = (gateway: Gateway, { order: token, tookStock }: TransactionRecord): void => {
  if (tookStock) changeStock(gateway, gateway.store.orders.get(token)?.productId, 1);
};

export const finish = (gateway: Gateway, uid: string, decision: Decision): Effect => {
  const record = recordOf(gateway, uid);
  const { cardToSave } = record;
  const isPaid = decision.status === "successful";
  if (isPaid && cardToSave) gateway.store.cards.set(cardToSave.token, cardToSave);
  if (!isPaid) putBack(gateway, record);
  const cardToken = isPaid ? cardToSave?.token : undefined;
  const ended = change(gateway, record, { ...decision, cardToken });
  return { transaction: ended.transaction, notified: notifyOfTransaction(gateway, ended) };
};

/** Changes the state of a transaction and notifies the merchant. */
export const settle = (gateway: Gateway, uid: string, decision: Decision): Effect => {
  const facts = stateFacts(decision.status);
  if (!facts?.isWaiting) return finish(gateway, uid, decision);
  const changed = change(gateway, recordOf(gateway, uid), decision);
  const notified = facts.notified ? notifyOfTransaction(gateway, changed) : NO_NOTIFICATION;
  return { transaction: changed.transaction, notified };
};

export const begin = (gateway: Gateway, record: TransactionRecord, decision: Decision): Effect => {
  keepTransaction(gateway, record);
  return settle(gateway, record.transaction.uid, decision);
};

/**
 * Expires the last transaction of an expired token if it waits. Sends no notification of an unfinished card payment,
 * because the gateway notifies of the expired token.
 */
const expireWaiting = (gateway: Gateway, { uid, status }: Transaction): Promise<void> => {
  const facts = stateFacts(status);
  if (!facts?.isWaiting) return NO_NOTIFICATION;
  const record = recordOf(gateway, uid);
  const expired = change(gateway, record, { status: "expired", message: "The payment token expired" });
  putBack(gateway, record);
  return facts.notified ? notifyOfTransaction(gateway, expired) : NO_NOTIFICATION;
};

const canExpire = (gateway: Gateway, checkout: Order): boolean => {
  if (checkout.expiredAt !== undefined) return false;
  const state = tokenState(gateway, checkout);
  return state !== "successful" && state !== "failed";
};

/** Expires a token now and notifies the merchant. Returns false if this is not possible. */
export async function expireToken(gateway: Gateway, token: string): Promise<boolean> {
  const { store, journal, clock } = gateway;
  const order = tokenOf(store, token);
  if (!order || !canExpire(gateway, order)) return false;
  changeOrder(gateway, order, { expiredAt: clock.now().toISOString() });
  const latest = latestTransaction(order);
  const ended = latest ? expireWaiting(gateway, latest) : NO_NOTIFICATION;
  journal.append("state");
  await Promise.all([ended, notifyOfExpiry(gateway, order, tokenStatus(gateway, order))]);
  return true;
}

export const expireTokenInTime = (gateway: Gateway, checkout: Order): void => {
  if (!canExpire(gateway, checkout)) return;
  gateway.clock.at(tokenExpiry(gateway, checkout), () => void expireToken(gateway, checkout.id));
};
