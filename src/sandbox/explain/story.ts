import type { Transaction } from "../../api/transactions/transaction.ts";
import { formatAmount } from "../format-amount.ts";
import { OPEN_CHALLENGE } from "../gateway/cards/test-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { capitalized, sectionOf, textOf } from "../gateway/input/section.ts";
import { byTime, callsAbout, type LoggedCall } from "../gateway/journal.ts";
import { type Delivery, isBill, type Order, type TransactionRecord } from "../gateway/orders/order.ts";
import { replacementOf } from "../gateway/payments/bills.ts";
import { problemsOfVerification } from "../gateway/payments/pay.ts";
import { statusFacts, type Tone } from "../gateway/payments/states.ts";
import {
  answeredText,
  DELIVERY_STATES,
  isForgeryAccepted,
  lastAnswerText,
  nameOfDisturbance,
  stateOfDelivery,
  summaryOfDelivery,
  wayOf,
} from "./notification-state.ts";
import { isPayment, methodOf, reasonText, wordOf } from "./order-facts.ts";
import type { Event } from "./order-model.ts";

const amountOf = ({ amount, currency }: Transaction): string => formatAmount(amount, currency);

const isCreation = ({ operation, status }: LoggedCall): boolean =>
  /^(checkouts|bills)\.create$/.test(operation ?? "") && status < 400;

const callEvent = (call: LoggedCall): Event => {
  const { id, at, method, path, operation, status } = call;
  const title = isCreation(call)
    ? `The API call that made the ${operation === "bills.create" ? "bill" : "token"}`
    : `API call ${operation ?? `${method} ${path}`}`;
  const tone = status < 400 ? "quiet" : "bad";
  return { id: `call-${id}`, at, title, tone, text: `Answered ${status}`, call: id };
};

const SECURE: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  [OPEN_CHALLENGE]: ["The customer has not answered the challenge", "wait"],
  Y: ["The customer is authenticated", "quiet"],
  N: ["The customer is not authenticated", "bad"],
};

const secureEvent = (transaction: Transaction): Event[] => {
  const { uid, updated_at, created_at } = transaction;
  const verification =
    "three_d_secure_verification" in transaction && transaction.three_d_secure_verification;
  const status = textOf(sectionOf(verification)["pa_status"]);
  if (status === undefined) return [];
  const [text, tone] = SECURE[status] ?? [`Result ${status}`, "quiet" as const];
  return [{ id: `secure-${uid}`, at: updated_at ?? created_at ?? "", title: "3-D Secure", tone, text }];
};

const endEvent = (record: TransactionRecord): Event => {
  const { transaction } = record;
  const { uid, status, updated_at, created_at } = transaction;
  const title = wordOf(transaction);
  const { tone = "bad" } = statusFacts(status) ?? {};
  const text = status === "successful" ? amountOf(transaction) : reasonText(record);
  return { id: `end-${uid}`, at: updated_at ?? created_at ?? "", title, tone, text, uid };
};

const isEnded = ({ status }: Transaction): boolean =>
  status !== "incomplete" && statusFacts(status) !== undefined;

/** Returns the id of the event that shows the result of a transaction. */
export const eventOfTransaction = (transaction: Transaction): string => {
  if (!isPayment(transaction)) return `transaction-${transaction.uid}`;
  return `${isEnded(transaction) ? "end" : "attempt"}-${transaction.uid}`;
};

const attemptEvents = (order: Order, record: TransactionRecord, number: number): Event[] => {
  const { transaction } = record;
  const { uid, created_at, test } = transaction;
  const text = `${methodOf(transaction)}, ${amountOf(transaction)}${test ? ", test" : ""}`;
  const title = isBill(order, transaction) ? "Bill" : `Attempt ${number}`;
  const begun: Event = { id: `attempt-${uid}`, at: created_at ?? "", title, tone: "quiet", text };
  return [begun, ...secureEvent(transaction), ...(isEnded(transaction) ? [endEvent(record)] : [])];
};

const followUpEvent = (transaction: Transaction): Event => {
  const { uid, type, status, message, created_at } = transaction;
  const isDone = status === "successful";
  const title = isDone ? wordOf(transaction) : capitalized(`${type} ${wordOf(transaction).toLowerCase()}`);
  const tone = isDone && type !== "chargeback" ? "good" : "bad";
  const text = isDone ? amountOf(transaction) : `${amountOf(transaction)}: ${message}`;
  return { id: `transaction-${uid}`, at: created_at ?? "", title, tone, text, uid };
};

/** Returns the shop's answer to the verification of a payout. A body may refuse with status 200. */
const verificationText = (
  delivery: Delivery,
  transaction: Transaction | undefined,
): readonly [text: string, tone: Tone] => {
  if (delivery.answers.length === 0) return [`${lastAnswerText(delivery)}.`, "wait"];
  const problems = transaction ? problemsOfVerification(transaction, delivery) : [];
  return problems.length === 0
    ? [`${lastAnswerText(delivery)}, and accepts the payout.`, "good"]
    : [`${lastAnswerText(delivery)}, and does not accept the payout: ${problems.join("; ")}.`, "bad"];
};

const deliveryEvent = (delivery: Delivery, { store }: Gateway): Event => {
  const { id, uid = "", createdAt, type, answers, nextAttemptAt, disturbance, copyOf } = delivery;
  const transaction = store.transactions.get(uid)?.transaction;
  const at = answers[0]?.at ?? nextAttemptAt ?? createdAt;
  const event = { id: `delivery-${id}`, at, delivery: id };
  const summary = summaryOfDelivery(delivery);
  if (type === "verification") {
    const [text, tone] = verificationText(delivery, transaction);
    return { ...event, title: `Asked the shop: ${summary}`, tone, text };
  }
  const answered = answeredText(delivery);
  if (copyOf !== undefined) {
    const title = `Sent again ${wayOf(delivery)}: ${summary}`;
    return { ...event, title, tone: isForgeryAccepted(delivery) ? "bad" : "quiet", text: answered };
  }
  const planned =
    disturbance === undefined ? "" : ` Disturbed as planned: ${nameOfDisturbance(disturbance)}.`;
  const tone = DELIVERY_STATES[stateOfDelivery(delivery)];
  return { ...event, title: `Notification: ${summary}`, tone, text: answered + planned };
};

/** Returns the first events of an order without a call in the log. */
const beginning = ({ createdAt, productId, madeBy, kind }: Order, { journal }: Gateway): Event => {
  const before = journal.dropped > 0 ? "the newest 1 000 calls" : "a restart";
  const origin = madeBy === "dashboard" ? "On the dashboard" : `By an API call before ${before}`;
  const unknown = kind === "token" ? origin : "A payment without a token";
  const text = productId === undefined ? unknown : `By the payment link of product ${productId}`;
  return { id: "created", at: createdAt, title: "Created", tone: "quiet", text };
};

const expiryEvents = (order: Order, gateway: Gateway): Event[] => {
  const { expiredAt: at } = order;
  if (at === undefined) return [];
  const next = replacementOf(gateway, order);
  const text = next ? `Replaced by bill ${next.order_id ?? next.uid}, which has the same account number` : "";
  return [{ id: "expired", at, title: "Expired", tone: "quiet", text }];
};

export const storyOf = (order: Order, gateway: Gateway): Event[] => {
  const calls = callsAbout(gateway, order);
  let attempts = 0;
  const eventsOf = (record: TransactionRecord): Event[] => {
    if (!isPayment(record.transaction)) return [followUpEvent(record.transaction)];
    attempts += isBill(order, record.transaction) ? 0 : 1;
    return attemptEvents(order, record, attempts);
  };
  return [
    ...(calls.some(isCreation) ? [] : [beginning(order, gateway)]),
    ...calls.map(callEvent),
    ...order.transactions.flatMap(eventsOf),
    ...expiryEvents(order, gateway),
    ...order.deliveries.map((delivery) => deliveryEvent(delivery, gateway)),
  ].sort(byTime);
};
