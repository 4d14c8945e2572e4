import { truncate } from "../../api/error-tree.ts";
import { isNameIn, isRecord, namesOf } from "../../shared/values.ts";
import { formatAmount } from "../format-amount.ts";
import { capitalized, parseJson, sectionOf, textOf } from "../gateway/input/section.ts";
import {
  attemptsOf,
  type Delivery,
  type DeliveryAnswer,
  type Disturbance,
  type NoResponse,
  type Order,
} from "../gateway/orders/order.ts";
import type { Tone } from "../gateway/payments/states.ts";
import { isChange, isPostedOnce } from "../gateway/plans/plans.ts";
import { billOf, orderFacts, wordOf } from "./order-facts.ts";
import type { ListedOrder } from "./order-model.ts";

export const DELIVERY_STATES = {
  "accepted a forgery": "bad",
  delivered: "good",
  waiting: "wait",
  "not delivered": "bad",
  "no notification_url": "quiet",
  "nothing to deliver": "quiet",
} as const satisfies Readonly<Record<string, Tone>>;

export type DeliveryState = keyof typeof DELIVERY_STATES;

/** Whether the signature of a delivery is wrong, so that a shop must refuse it. */
export const isForged = ({ disturbance }: Delivery): boolean => disturbance === "wrong_signature";

export const isForgeryAccepted = (delivery: Delivery): boolean => {
  const { status = 0 } = delivery;
  return isForged(delivery) && status >= 200 && status < 300;
};

/** Whether a status is the right answer, which is 200, or a refusal of a forgery. An error of the handler is no refusal. */
export const isRightAnswer = (delivery: Delivery, status = 0): boolean =>
  isForged(delivery) ? status >= 400 && status < 500 : status === 200;

/** Whether the body or the signature differs from the gateway's. */
const isChanged = ({ copyOf, disturbance }: Delivery): boolean =>
  copyOf !== undefined || (disturbance !== undefined && isChange(disturbance));

const isAnswered = ({ answers, attempts }: Delivery): boolean =>
  answers.length > 0 && answers.length >= attempts;

/** Returns the state of a delivery. A wrong notification never counts as received. */
export const stateOfDelivery = (delivery: Delivery): DeliveryState => {
  const { status, disturbance } = delivery;
  if (!isAnswered(delivery)) return "waiting";
  return status === 200 && (disturbance === "lost" || !isPostedOnce(disturbance))
    ? "delivered"
    : "not delivered";
};

/** Returns the last notification of each transaction. A changed copy does not describe the payment. */
const notificationsOf = ({ deliveries }: Order): ReadonlyMap<string, Delivery> =>
  new Map(
    deliveries
      .filter(({ type, copyOf }) => type !== "verification" && copyOf === undefined)
      .map((delivery) => [delivery.uid ?? "", delivery]),
  );

/** Returns the notifications of an order's current state, without earlier attempts. */
const presentNotifications = (order: Order): Delivery[] => {
  const notifications = notificationsOf(order);
  // The payments of a bill are independent. Attempts follow one another.
  const followed = notifications.size < 2 || billOf(order) ? [] : attemptsOf(order).slice(0, -1);
  const earlier = new Set(followed.map(({ transaction }) => transaction.uid));
  const present = [...notifications].flatMap(([uid, delivery]) => (earlier.has(uid) ? [] : delivery));
  return present.length > 0 ? present : [...notifications.values()];
};

/** Returns the notification that decides the state of an order. A failed notification precedes the others. */
export const decisiveDelivery = (order: Order): Delivery | undefined => {
  const present = presentNotifications(order);
  const last = (wanted: DeliveryState) =>
    present.findLast((delivery) => stateOfDelivery(delivery) === wanted);
  return last("not delivered") ?? last("waiting") ?? last("delivered");
};

/** Returns the last answered forgery if the shop accepted it. A corrected shop refuses the next forgery. */
export const acceptedForgery = ({ deliveries }: Order): Delivery | undefined => {
  const last = deliveries.findLast((delivery) => isForged(delivery) && delivery.answers.length > 0);
  return last && isForgeryAccepted(last) ? last : undefined;
};

export const deliveryStateOf = (order: Order): DeliveryState => {
  if (acceptedForgery(order)) return "accepted a forgery";
  const delivery = decisiveDelivery(order);
  if (delivery) return stateOfDelivery(delivery);
  return orderFacts(order).notificationUrl === undefined ? "no notification_url" : "nothing to deliver";
};

export const nameOfDisturbance = (disturbance: Disturbance): string => disturbance.replace("_", " ");

/** Returns the error of a disturbed notification. Undefined if the notification is right. */
export const disturbanceText = (disturbance: Disturbance | undefined): string | undefined => {
  if (disturbance === undefined || !isChange(disturbance)) return undefined;
  return disturbance === "test" ? "the mark of a test" : `a ${nameOfDisturbance(disturbance)}`;
};

/** Returns the content of a delivery in a few words, such as `paid`, `declined` or `refund €12.00`. */
export const summaryOfDelivery = ({ type, body }: Delivery): string => {
  if (type !== "transaction") return type === "checkout" ? "expired" : "payout verification";
  const transaction = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const { status, amount, currency, parent_uid } = transaction;
  const kind = textOf(transaction["type"]);
  const word = wordOf({ uid: "", type: kind, status: textOf(status) ?? "no status" }).toLowerCase();
  if (!parent_uid) return word;
  const followUp = `${kind} ${formatAmount(amount, currency)}`;
  return status === "successful" ? followUp : `${followUp} ${word}`;
};

interface NoResponseRow {
  /** In a few words, for lists. */
  readonly word: string;
  /** A sentence without a full stop. Default: the shop did not answer, with the error. */
  readonly says?: (url: string, error: string | undefined) => string;
  /** What to do. Default: check the address, and that the shop runs. */
  readonly advice?: string;
}

const NO_RESPONSES: Readonly<Record<NoResponse, NoResponseRow>> = {
  lost: { word: "lost as planned", says: () => "The notification was lost, as planned" },
  timeout: { word: "timeout", advice: "Answer within 30 seconds, and do slow work after that." },
  dns: {
    word: "name not found",
    says: (url) => `The host name of ${url} was not found`,
    advice: "Look for a typing mistake in notification_url.",
  },
  nothing_listens: {
    word: "nothing listens",
    says: (url) => `Nothing listens at ${url}`,
    advice: "Start the shop, or correct notification_url.",
  },
  private_address: {
    word: "refused by the local gateway",
    says: (_, error) => `The local gateway did not post it: ${error}`,
    advice: "Without --public-url, the local gateway posts into your network.",
  },
  connection: { word: "no connection" },
};

export const noResponseOf = ({ reason = "connection" }: Pick<DeliveryAnswer, "reason">): NoResponseRow =>
  NO_RESPONSES[reason];

/** Returns how often a notification left the local gateway, such as `posted once`. */
export const postedText = ({ attempts, answers }: Delivery): string => {
  const unsent = answers.filter(({ reason }) => reason === "lost" || reason === "private_address");
  const posts = attempts - unsent.length;
  if (posts === 0) return "not posted";
  return posts === 1 ? "posted once" : `posted ${posts} times`;
};

/** Returns the shop's answer in a few words, such as `200`, `timeout` or `accepted a forgery`. */
export const resultOfDelivery = (delivery: Delivery): { readonly word: string; readonly tone: Tone } => {
  const last = delivery.answers.at(-1);
  if (!last || !isAnswered(delivery)) return { word: "waiting", tone: "wait" };
  if (isForgeryAccepted(delivery)) return { word: "accepted a forgery", tone: "bad" };
  if (last.status === undefined) return { word: noResponseOf(last).word, tone: "bad" };
  const word = String(last.status);
  if (!isRightAnswer(delivery, last.status)) return { word, tone: "bad" };
  if (isForged(delivery)) return { word: `${word}, forgery refused`, tone: "good" };
  return { word, tone: isChanged(delivery) ? "wait" : "good" };
};

/** Returns the state of an order's notification, as each reader prints it. */
export const notificationOf = (order: Order): ListedOrder["notification"] & { state: DeliveryState } => {
  const state = deliveryStateOf(order);
  const delivery = state === "not delivered" ? decisiveDelivery(order) : undefined;
  const wrong = disturbanceText(delivery?.disturbance);
  const failed = delivery && (wrong ? `sent with ${wrong}` : resultOfDelivery(delivery).word);
  const reason = failed ?? state;
  const text = capitalized(failed === undefined ? state : `${state}: ${reason}`);
  return { state, reason, text, tone: DELIVERY_STATES[state] };
};

/** Returns the last answer as a sentence without a full stop, such as `The shop answered 500`. */
export const lastAnswerText = (delivery: Delivery): string => {
  const { url, answers } = delivery;
  const last = answers.at(-1);
  if (!last || !isAnswered(delivery)) return "The shop has not answered yet";
  if (last.status !== undefined) return `The shop answered ${last.status}`;
  const { says } = noResponseOf(last);
  return says?.(url, last.error) ?? `The shop did not answer (${last.error})`;
};

export const FORGERY_ACCEPTED = "Your shop accepted a notification with a wrong signature";

/** Explains the answer to a changed notification. Undefined if the answer has no meaning for the shop. */
export const adviceForChanged = (delivery: Delivery): string | undefined => {
  if (!isAnswered(delivery) || !isChanged(delivery)) return undefined;
  if (isForgeryAccepted(delivery)) return `${FORGERY_ACCEPTED}.`;
  if (isForged(delivery) && delivery.status !== undefined)
    return isRightAnswer(delivery, delivery.status)
      ? "That is right, because it refused the forgery."
      : "It did not accept the forgery, but it must answer 401.";
  if (delivery.status !== 200) return undefined;
  if (parseJson(delivery.body) === undefined)
    return "That is wrong, because the shop cannot have read a body that is not JSON.";
  return delivery.disturbance === "test"
    ? "Check that the order does not count as paid."
    : "Check that the shop uses none of the changed values, or keeps the payment for manual review.";
};

export const answeredText = (delivery: Delivery): string => {
  const advice = adviceForChanged(delivery);
  return `${lastAnswerText(delivery)}.${advice === undefined ? "" : ` ${advice}`}`;
};

/** Whether a delivery was loaded with its state, and is posted only if the developer sends it again. */
export const isStopped = ({ attempts, nextAttemptAt }: Delivery): boolean =>
  attempts === 0 && nextAttemptAt === undefined;

/** The ways to send a notification again with a change. The words follow "Send again" and "Sent again". */
export const WAYS = {
  wrong_amount: "with another amount",
  wrong_signature: "with another signature",
} as const satisfies Readonly<Partial<Record<Disturbance, string>>>;

export const WAY_NAMES = namesOf(WAYS);

export const wayOf = ({ disturbance }: Pick<Delivery, "disturbance">): string => {
  if (isNameIn(WAYS, disturbance)) return WAYS[disturbance];
  return disturbance === undefined ? "with an edited body" : `with ${disturbanceText(disturbance)}`;
};

export interface SentChange {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

const MAX_CHANGES = 10;

const LONGEST_VALUE = 200;

const shown = (field: string, value: unknown, transaction: unknown): string => {
  if (value === undefined) return "nothing";
  if (field.endsWith("amount")) return formatAmount(value, sectionOf(transaction)["currency"]);
  return truncate(textOf(value) ?? JSON.stringify(value), LONGEST_VALUE);
};

/** Returns the differences of two bodies. Fields of a transaction have no prefix. */
export const changesOf = (before: Delivery, now: Delivery): SentChange[] => {
  const [old, fresh] = [parseJson(before.body), parseJson(now.body)];
  if (fresh === undefined) return [{ field: "the body", before: "JSON", now: "not JSON" }];
  const found: SentChange[] = [];
  const compare = (one: unknown, other: unknown, path: readonly string[]): void => {
    if (found.length === MAX_CHANGES) return;
    if (isRecord(one) && isRecord(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[name], other[name], [...path, name]);
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      const field = path.join(".").replace(/^transaction\./, "");
      const [a, b] = [sectionOf(old)["transaction"], sectionOf(fresh)["transaction"]];
      found.push({ field, before: shown(field, one, a), now: shown(field, other, b) });
    }
  };
  compare(old, fresh, []);
  const isSigned = now.disturbance !== "wrong_signature";
  return isSigned
    ? found
    : [{ field: "Content-Signature", before: "signs this body", now: "signs another body" }];
};
