import type { Transaction } from "../../../api/transactions/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import type { LoggedCall } from "../../gateway/calls.ts";
import { OPEN_CHALLENGE } from "../../gateway/cards/card-checks.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { problemsOfVerification } from "../../gateway/payments/payouts.ts";
import { tokenExpiry } from "../../gateway/payments/token-state.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import type { Store } from "../../gateway/records/store.ts";
import { stateFacts } from "../../gateway/records/transaction-states.ts";
import { callsOf } from "./calls.ts";
import { answerText, nameOfDisturbance, tellsOf } from "./delivery-texts.ts";
import { kindOf } from "./kind-of.ts";
import { attemptsOf, byTime, isPayment, type Order } from "./orders.ts";
import { reasonOf, type Tone, wordOf } from "./outcome-of.ts";
import { wayOf } from "./send-again.ts";
import { deliveryState, TOLD_STATES } from "./told.ts";

/** Something that happened to an order. */
export interface Event {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly tone: Tone;
  /** Why, or what else is to be known. */
  readonly text?: string | undefined;
  readonly call?: LoggedCall;
  readonly transaction?: Transaction;
  readonly delivery?: Delivery;
}

const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${card.brand ?? "card"} …${card.last_4 ?? ""}` : (method ?? "");

const amountOf = ({ amount, currency }: Transaction): string => formatAmount(amount, currency, "en");

const CREATES = "checkouts.create";

const callEvent = (call: LoggedCall): Event => {
  const { id, at, method, path, operation, status } = call;
  const isCreated = operation === CREATES && status < 400;
  const title = isCreated
    ? "The API call that made the token"
    : `API call ${operation ?? `${method} ${path}`}`;
  return {
    id: `call-${id}`,
    at,
    title,
    tone: status < 400 ? "quiet" : "bad",
    text: `Answered ${status}`,
    call,
  };
};

/** What 3-D Secure did, by the result of the verification. */
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

const END_TONES: Readonly<Record<string, Tone>> = {
  pending: "wait",
  permanent: "wait",
  start: "wait",
  auto_created: "wait",
  deleted: "quiet",
  expired: "quiet",
};

const endEvent = (transaction: Transaction): Event => {
  const { uid, status, updated_at, created_at } = transaction;
  const title = wordOf(transaction);
  const tone = status === "successful" ? "good" : (END_TONES[status ?? ""] ?? "bad");
  const text = status === "successful" ? amountOf(transaction) : reasonOf(transaction);
  return { id: `end-${uid}`, at: updated_at ?? created_at ?? "", title, tone, text, transaction };
};

const attemptEvents = (transaction: Transaction, number: number): Event[] => {
  const { uid, created_at, status, test } = transaction;
  const text = `${methodOf(transaction)}, ${amountOf(transaction)}${test ? ", test" : ""}`;
  const begun: Event = {
    id: `attempt-${uid}`,
    at: created_at ?? "",
    title: `Attempt ${number}`,
    tone: "quiet",
    text,
  };
  const isEnded = status !== "incomplete" && stateFacts(status) !== undefined;
  return [begun, ...secureEvent(transaction), ...(isEnded ? [endEvent(transaction)] : [])];
};

const followUpEvent = (transaction: Transaction): Event => {
  const { uid, type, status, message, created_at } = transaction;
  const isDone = status === "successful";
  return {
    id: `transaction-${uid}`,
    at: created_at ?? "",
    title: `${isDone ? wordOf(transaction) : `${type} ${wordOf(transaction).toLowerCase()}`}`,
    tone: isDone ? "good" : "bad",
    text: isDone ? amountOf(transaction) : `${amountOf(transaction)}: ${message}`,
    transaction,
  };
};

/** When a delivery was first posted, or will be; before its first answer, the time of the event that it reports. */
const timeOf = ({ answers, nextAttemptAt, body }: Delivery): string =>
  answers[0]?.at ?? nextAttemptAt ?? /"updated_at":"([^"]*)"/.exec(body)?.[1] ?? "";

/** The text of an answer, and what an answer with status 200 does not say by its status. */
const verificationText = (delivery: Delivery, store: Store): readonly [text: string, tone: Tone] => {
  if (delivery.answers.length === 0) return [`${answerText(delivery)}.`, "wait"];
  const asked = sectionOf(sectionOf(parseJson(delivery.body))["transaction"]);
  const { transaction } = store.transactions.get(textOf(asked["uid"]) ?? "") ?? {};
  const problems = transaction ? problemsOfVerification(transaction, delivery) : [];
  return problems.length === 0
    ? [`${answerText(delivery)}, and accepts the payout.`, "good"]
    : [`${answerText(delivery)}, and does not accept the payout: ${problems.join("; ")}.`, "bad"];
};

const deliveryEvent = (delivery: Delivery, store: Store): Event => {
  const { id, type, disturbance, copyOf } = delivery;
  const at = timeOf(delivery);
  const event = { id: `delivery-${id}`, at, delivery };
  if (type === "verification") {
    const [text, tone] = verificationText(delivery, store);
    return { ...event, title: `Asked the shop: ${tellsOf(delivery)}`, tone, text };
  }
  if (copyOf !== undefined) {
    const title = `Sent again ${wayOf(delivery)}: ${tellsOf(delivery)}`;
    return { ...event, title, tone: "quiet", text: `${answerText(delivery)}.` };
  }
  const planned =
    disturbance === undefined ? "" : ` Disturbed as planned: ${nameOfDisturbance(disturbance)}.`;
  return {
    ...event,
    title: `Notification: ${tellsOf(delivery)}`,
    tone: TOLD_STATES[deliveryState(delivery)],
    text: `${answerText(delivery)}.${planned}`,
  };
};

const beginning = (
  { checkout, kind }: Order,
  calls: readonly LoggedCall[],
  { journal }: Gateway,
): Event[] => {
  if (!checkout || calls.some(({ operation, status }) => operation === CREATES && status < 400)) return [];
  const { createdAt, productId } = checkout;
  const why =
    journal.dropped > 0 ? "only the newest 1 000 calls are kept" : "calls are not kept after a restart";
  const unknown =
    kind !== "token" ? "A payment without a token" : `The call that made it is not in the log: ${why}.`;
  const text = productId === undefined ? unknown : `By the payment link of product ${productId}`;
  return [{ id: "created", at: createdAt, title: "Created", tone: "quiet", text }];
};

/** What happened to an order, oldest first. */
export const timelineOf = (order: Order, gateway: Gateway): Event[] => {
  const calls = callsOf(order, gateway);
  const followUps = order.transactions.filter(({ transaction }) => !isPayment(transaction));
  const isExpired = order.checkout && kindOf(order, gateway) === "expired";
  const { expired, updatedAt = "" } = order.checkout ?? {};
  const expiredAt =
    order.checkout && !expired ? tokenExpiry(gateway, order.checkout).toISOString() : updatedAt;
  const events: Event[] = [
    ...beginning(order, calls, gateway),
    ...calls.map(callEvent),
    ...attemptsOf(order).flatMap(({ transaction }, index) => attemptEvents(transaction, index + 1)),
    ...followUps.map(({ transaction }) => followUpEvent(transaction)),
    ...(isExpired ? [{ id: "expired", at: expiredAt, title: "Expired", tone: "quiet" } as const] : []),
    ...order.deliveries.map((delivery) => deliveryEvent(delivery, gateway.store)),
  ];
  return events.sort((one, other) => byTime(one.at, other.at));
};
