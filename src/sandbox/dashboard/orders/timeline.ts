import type { Transaction } from "../../../models/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import { OPEN_CHALLENGE } from "../../gateway/cards/card-checks.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import { stateFacts } from "../../gateway/records/transaction-states.ts";
import type { ApiCallRecord } from "../../gateway/request-log.ts";
import type { Shop } from "../../gateway/shop.ts";
import { callsOf } from "./calls.ts";
import { answerText, nameOfDisturbance, tellsOf } from "./delivery-texts.ts";
import { deliveryState, KNOWLEDGE } from "./knowledge.ts";
import { attemptsOf, byTime, isPayment, type Order } from "./orders.ts";
import { OUTCOMES, outcomeOf, reasonOf, type Tone, wordOf } from "./outcome-of.ts";

/** Something that happened to an order. */
export interface Event {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly tone: Tone;
  /** Why, or what else is to be known. */
  readonly text?: string | undefined;
  readonly call?: ApiCallRecord;
  readonly transaction?: Transaction;
  readonly delivery?: Delivery;
}

const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${card.brand ?? "card"} …${card.last_4 ?? ""}` : (method ?? "");

const amountOf = ({ amount, currency }: Transaction): string => formatAmount(amount, currency, "en");

const CREATES = "checkouts.create";

const callEvent = (call: ApiCallRecord): Event => {
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

const endEvent = (transaction: Transaction): Event => {
  const { uid, status, updated_at, created_at } = transaction;
  const title = wordOf(transaction);
  const tone = status === "successful" ? "good" : (OUTCOMES[title] ?? "bad");
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

/** When a delivery was first posted, or will be; before its first answer, that of what it tells. */
const timeOf = ({ answers, nextAttemptAt, body }: Delivery): string =>
  answers[0]?.at ?? nextAttemptAt ?? /"updated_at":"([^"]*)"/.exec(body)?.[1] ?? "";

const deliveryEvent = (delivery: Delivery): Event => {
  const { id, type, disturbance } = delivery;
  const kind = type === "verification" ? "Asked the shop" : "Notification";
  const planned =
    disturbance === undefined ? "" : ` Disturbed as planned: ${nameOfDisturbance(disturbance)}.`;
  return {
    id: `delivery-${id}`,
    at: timeOf(delivery),
    title: `${kind}: ${tellsOf(delivery)}`,
    tone: KNOWLEDGE[deliveryState(delivery)],
    text: `${answerText(delivery)}.${planned}`,
    delivery,
  };
};

const beginning = ({ request }: Order, calls: readonly ApiCallRecord[], { requests }: Shop): Event[] => {
  if (!request || calls.some(({ operation, status }) => operation === CREATES && status < 400)) return [];
  const { createdAt, productId, token, uids } = request;
  const why =
    requests.dropped > 0 ? "only the newest 1 000 calls are kept" : "calls are not kept after a restart";
  const isDirect = uids[0] === token;
  const unknown = isDirect ? "A payment without a token" : `The call that made it is not in the log: ${why}.`;
  const text = productId === undefined ? unknown : `By the payment link of product ${productId}`;
  return [{ id: "created", at: createdAt, title: "Created", tone: "quiet", text }];
};

/** What happened to an order, oldest first. */
export const timelineOf = (order: Order, shop: Shop): Event[] => {
  const calls = callsOf(order, shop);
  const followUps = order.transactions.filter(({ transaction }) => !isPayment(transaction));
  const isExpired = order.request && outcomeOf(order, shop) === "Expired";
  const { expired, updatedAt = "" } = order.request ?? {};
  const expiredAt =
    order.request && !expired ? shop.checkouts.expiryOf(order.request).toISOString() : updatedAt;
  const events: Event[] = [
    ...beginning(order, calls, shop),
    ...calls.map(callEvent),
    ...attemptsOf(order).flatMap(({ transaction }, index) => attemptEvents(transaction, index + 1)),
    ...followUps.map(({ transaction }) => followUpEvent(transaction)),
    ...(isExpired ? [{ id: "expired", at: expiredAt, title: "Expired", tone: "quiet" } as const] : []),
    ...order.deliveries.map(deliveryEvent),
  ];
  return events.sort((one, other) => byTime(one.at, other.at));
};
