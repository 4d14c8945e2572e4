import type { Transaction } from "../../../api/transactions/transaction.ts";
import { isRecord } from "../../../shared/values.ts";
import { type CardPayment, isContract, newCard } from "../cards/test-cards.ts";
import { notifyOfExpiry, notifyOfTransaction, postDelivery } from "../deliveries/deliveries.ts";
import { type Gateway, NotPayableError } from "../gateway.ts";
import { type Fields, parseJson, sectionOf, textOf } from "../input/section.ts";
import { notOffered, type PaymentInput } from "../methods/methods.ts";
import type { CardRecord, Delivery, Order, TransactionRecord } from "../orders/order.ts";
import { tokenOf } from "../orders/store.ts";
import { changeStock, saleOf } from "../products.ts";
import {
  changeOrder,
  latestTransaction,
  statusFacts,
  tokenExpiry,
  tokenState,
  tokenStatus,
} from "./states.ts";
import {
  awaitsCompletion,
  beginTransaction,
  createBillPayment,
  type Decision,
  decide,
  declined,
  type Effect,
  ENDINGS,
  type Ending,
  keepTransaction,
  withDecision,
} from "./transactions.ts";

export const NOT_VERIFIED: Decision = { status: "failed", message: "The payout could not be verified" };

/** Returns the reasons why the merchant's answer does not accept a payout. Empty if it accepts the payout. */
export const problemsOfVerification = (
  { uid, amount }: Pick<Transaction, "uid" | "amount">,
  { status, answers }: Pick<Delivery, "status" | "answers">,
): string[] => {
  if (status !== 200)
    return [status === undefined ? "it did not answer" : `it answered ${status}, only 200 accepts`];
  const answer = parseJson(answers.at(-1)?.body ?? "");
  if (!isRecord(answer)) return ["the body of its answer is not a JSON object"];
  const { code, message } = answer;
  if (code !== undefined && code !== 0) {
    const reason = textOf(message);
    return [`it answered code ${textOf(code)}${reason === undefined ? "" : `: ${reason}`}; 0 accepts`];
  }
  const expected = { code: 0, uid, amount };
  return Object.entries(expected)
    .filter(([name, value]) => answer[name] !== value)
    .map(([name, value]) => {
      const found = answer[name] === undefined ? "is missing" : `is ${JSON.stringify(answer[name])}`;
      return `${name} ${found} in its answer, and must be ${JSON.stringify(value)}`;
    });
};

/**
 * Posts a payout to the merchant's verification address. Resolves to the reason of a decline, or to undefined after a 200
 * with code 0. Source: gateway documentation, "Payout verification".
 */
const verifyPayout = async (
  gateway: Gateway,
  { order: token, transaction }: TransactionRecord,
  url: string,
): Promise<Decision | undefined> => {
  const post = { type: "verification", url, token, uid: transaction.uid, body: { transaction } } as const;
  const verification = await postDelivery(gateway, post);
  if (problemsOfVerification(transaction, verification).length === 0) return undefined;
  const { status, answers } = verification;
  const answer = status === 200 ? parseJson(answers.at(-1)?.body ?? "") : undefined;
  // Hides the answer, because others with the sandbox's key could read local services of this machine.
  if (!isRecord(answer) || gateway.store.isPublic) return NOT_VERIFIED;
  return {
    status: "failed",
    message: textOf(answer["message"]) ?? "The payout was not verified",
    friendlyMessage: textOf(answer["friendly_message"]),
    code: textOf(answer["code"]),
  };
};

const NO_NOTIFICATION = Promise.resolve();

export const recordOf = ({ store }: Gateway, uid: string): TransactionRecord => {
  const record = store.transactions.get(uid);
  if (!record) throw new NotPayableError("There is no such transaction");
  return record;
};

/** Changes the state of a transaction without a notification. */
const change = (gateway: Gateway, record: TransactionRecord, decision: Decision): TransactionRecord => {
  const order = gateway.store.orders.get(record.order);
  const transaction = withDecision(record.transaction, decision, order, gateway.clock.now());
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

export const settle = (gateway: Gateway, uid: string, decision: Decision): Effect => {
  const facts = statusFacts(decision.status);
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
 * Expires the last transaction of an expired token if it waits. Source: gateway documentation, `expired_at` of a payment.
 * Sends no notification of an unfinished card payment, because the gateway notifies of the expired token.
 */
const expireWaiting = (gateway: Gateway, { uid, status }: Transaction): Promise<void> => {
  const facts = statusFacts(status);
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

const withEntries = (fields: Fields, { customer, customFields }: PaymentInput): Fields => {
  const order = sectionOf(fields["order"]);
  const given = sectionOf(order["custom_fields"]);
  const values = Object.entries(customFields ?? {}).map(([name, value]) => [
    name,
    { ...sectionOf(given[name]), value },
  ]);
  return {
    ...fields,
    customer: { ...sectionOf(fields["customer"]), ...customer },
    ...(values.length > 0 && {
      order: { ...order, custom_fields: { ...given, ...Object.fromEntries(values) } },
    }),
  };
};

const openToken = (gateway: Gateway, token: string, input: PaymentInput): Order => {
  const checkout = tokenOf(gateway.store, token);
  if (!checkout) throw new NotPayableError("There is no such payment token");
  const state = tokenState(gateway, checkout);
  if (state === "failed")
    throw new NotPayableError("The payment token cannot be paid, because no attempts are left");
  if (state !== "open") throw new NotPayableError(`The payment token cannot be paid, because it is ${state}`);
  const refusal = notOffered(checkout.fields, input);
  if (refusal !== undefined) throw new NotPayableError(refusal);
  const sale = saleOf(gateway, checkout.productId);
  if (sale !== "open") throw new NotPayableError(`The product cannot be paid for, because it is ${sale}`);
  return checkout;
};

/** Whether the card is saved, for a contract, for a tokenization, or at the customer's request. */
const isToBeSaved = (input: CardPayment, fields: Fields): boolean =>
  input.cardToken === undefined &&
  (isContract(fields) || fields["transaction_type"] === "tokenization" || input.saveCard === true);

/** Returns the card that a successful payment saves. Source: API reference, "Contract meanings". */
const cardToSave = (input: PaymentInput, fields: Fields): CardRecord | undefined =>
  "card" in input && isToBeSaved(input, fields) ? newCard(input) : undefined;

/** Starts a payment synchronously, so that two concurrent payments cannot both start. */
const beginPayment = (gateway: Gateway, token: string, input: PaymentInput) => {
  const order = openToken(gateway, token, input);
  changeOrder(gateway, order, { fields: withEntries(order.fields, input) });
  const transaction = beginTransaction(order, input, gateway.clock.now());
  const tookStock = changeStock(gateway, order.productId, -1);
  const card = cardToSave(input, order.fields);
  const record: TransactionRecord = {
    order: token,
    transaction,
    cardToSave: card,
    ...(tookStock && { tookStock }),
  };
  keepTransaction(gateway, record);
  return { record, checkout: order };
};

/** Returns the planned decline, or the decision about the payment. A pending payment does not use the planned decline. */
const decideNow = ({ declines }: Gateway, input: PaymentInput, fields: Fields): Decision => {
  const decision = decide(input, fields);
  const planned = decision.status === "pending" ? undefined : declines.take();
  return planned ? { ...declined(fields, planned.decline), isPlanned: true } : decision;
};

/**
 * Pays for a token. The transaction is `incomplete` during a 3-D Secure challenge.
 *
 * @throws NotPayableError if the token or its product does not allow the payment.
 */
export async function pay(gateway: Gateway, token: string, input: PaymentInput): Promise<Effect> {
  const { record, checkout } = beginPayment(gateway, token, input);
  const { uid, type } = record.transaction;
  const url = textOf(sectionOf(checkout.fields["settings"])["verification_url"]);
  // Awaits only a verification, so that no saved state contains a half-processed payment.
  const refused =
    type === "payout" && url !== undefined ? await verifyPayout(gateway, record, url) : undefined;
  const now = recordOf(gateway, uid).transaction;
  if (now.status !== "incomplete") return { transaction: now, notified: NO_NOTIFICATION };
  return settle(gateway, uid, refused ?? decideNow(gateway, input, checkout.fields));
}

export const charge = (gateway: Gateway, order: Order, input: CardPayment): Effect => {
  const { id: token, fields } = order;
  gateway.store.orders.set(token, order);
  const decision = decideNow(gateway, input, fields);
  const begun = beginTransaction(order, input, gateway.clock.now());
  const transaction = decision.status === "incomplete" ? begun : { ...begun, redirect_url: null };
  const card = cardToSave(input, fields);
  return begin(gateway, { order: token, transaction, cardToSave: card }, decision);
};

/**
 * Ends a transaction that waits for a 3-D Secure challenge or an alternative method. For a permanent bill, makes a payment.
 *
 * @throws NotPayableError if the transaction is unknown or does not wait, or its token is expired.
 */
export async function complete(gateway: Gateway, uid: string, status: Ending): Promise<Effect> {
  const { order: token, transaction } = recordOf(gateway, uid);
  if (!awaitsCompletion(transaction))
    throw new NotPayableError(`The transaction cannot be completed, because it is ${transaction.status}`);
  if (status === "deleted" && transaction.status !== "pending" && transaction.status !== "permanent")
    throw new NotPayableError(
      "The transaction cannot be deleted, because it does not use an alternative method",
    );
  const checkout = gateway.store.orders.get(token);
  // The timer for the expiry may be late.
  if (checkout && tokenState(gateway, checkout) === "expired")
    throw new NotPayableError("The transaction cannot be completed, because its payment token is expired");
  if (status === "deleted" || transaction.status !== "permanent")
    return finish(gateway, uid, ENDINGS[status]);
  const payment = createBillPayment(transaction, gateway.clock.now());
  keepTransaction(gateway, { order: token, transaction: payment });
  return finish(gateway, payment.uid, ENDINGS[status]);
}
