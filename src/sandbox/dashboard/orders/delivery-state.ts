import type { Tone } from "../../../api/statuses.ts";
import { formatAmount } from "../../format-amount.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { isPostedOnce } from "../../gateway/plans/disturbances.ts";
import type { Delivery, Disturbance } from "../../gateway/records/delivery.ts";
import { attemptsOf, billOf, type Order, orderFacts } from "./orders.ts";
import { wordOf } from "./outcome-of.ts";

/** Whether the shop was notified of the outcome of an order, with the colours. */
export const DELIVERY_STATES = {
  delivered: "good",
  waiting: "wait",
  "not delivered": "bad",
  "no notification_url": "quiet",
  "nothing to deliver": "quiet",
} as const satisfies Readonly<Record<string, Tone>>;

export type DeliveryState = keyof typeof DELIVERY_STATES;

/** What became of one delivery. A notification that was falsified never counts as received. */
export const stateOfDelivery = ({ status, answers, disturbance }: Delivery): DeliveryState => {
  if (answers.length === 0) return "waiting";
  return status === 200 && (disturbance === "lost" || !isPostedOnce(disturbance))
    ? "delivered"
    : "not delivered";
};

/** The notifications of an order's present state. Earlier attempts are not part of it. */
const presentNotifications = (order: Order): Delivery[] => {
  const { notifications } = order;
  // The payments of a bill do not follow one another as attempts do.
  const followed = notifications.size < 2 || billOf(order) ? [] : attemptsOf(order).slice(0, -1);
  const earlier = new Set(followed.map(({ transaction }) => transaction.uid));
  const present = [...notifications].flatMap(([uid, delivery]) => (earlier.has(uid) ? [] : delivery));
  return present.length > 0 ? present : [...notifications.values()];
};

/** The notification that decides the state of an order. One that failed precedes one that waits or was delivered. */
export const decisiveDelivery = (order: Order): Delivery | undefined => {
  const present = presentNotifications(order);
  const last = (wanted: DeliveryState) =>
    present.findLast((delivery) => stateOfDelivery(delivery) === wanted);
  return last("not delivered") ?? last("waiting") ?? last("delivered");
};

export const deliveryStateOf = (order: Order): DeliveryState => {
  const delivery = decisiveDelivery(order);
  if (delivery) return stateOfDelivery(delivery);
  return orderFacts(order).notificationUrl === undefined ? "no notification_url" : "nothing to deliver";
};

export const nameOfDisturbance = (disturbance: Disturbance): string => disturbance.replace("_", " ");

/** What is wrong with a notification; undefined where it is right. */
export const disturbanceText = (disturbance: Disturbance | undefined): string | undefined => {
  if (disturbance === undefined || disturbance === "lost" || !isPostedOnce(disturbance)) return undefined;
  return disturbance === "test" ? "the mark of a test" : `a ${nameOfDisturbance(disturbance)}`;
};

/** What a delivery contains, in a word or two: `paid`, `declined`, `refund €12.00`. */
export const summaryOfDelivery = ({ type, body }: Delivery): string => {
  if (type !== "transaction") return type === "checkout" ? "expired" : "payout verification";
  const transaction = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const { status, amount, currency, parent_uid } = transaction;
  const kind = textOf(transaction["type"]);
  const word = wordOf({ uid: "", type: kind, status: textOf(status) }).toLowerCase();
  if (!parent_uid) return word;
  const followUp = `${kind} ${formatAmount(amount, currency, "en")}`;
  return status === "successful" ? followUp : `${followUp} ${word}`;
};

export const isConnectionRefused = (error: string): boolean => /refused/i.test(error);

/** The last answer in a sentence without its full stop: `The shop answered 500`. */
export const answerText = ({ answers, attempts, url }: Delivery): string => {
  const { status, error } = answers.at(-1) ?? {};
  if (answers.length < attempts || (status === undefined && error === undefined))
    return "The shop has not answered yet";
  if (status !== undefined) return `The shop answered ${status}`;
  if (isConnectionRefused(error ?? "")) return `Nothing listens at ${url}`;
  return `The shop did not answer (${error})`;
};
