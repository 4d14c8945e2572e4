import { isPostedOnce } from "../../gateway/deliveries/disturbances.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import { factsOf, type Order } from "./orders.ts";
import type { Tone } from "./outcome-of.ts";

/** Whether the shop knows the outcome of an order, with the colours. */
export const KNOWLEDGE = {
  delivered: "good",
  waiting: "wait",
  "not delivered": "bad",
  "no notification_url": "quiet",
  "nothing to deliver": "quiet",
} as const satisfies Readonly<Record<string, Tone>>;

export type Knowledge = keyof typeof KNOWLEDGE;

/** What became of one delivery. A notification that was made wrong never tells the shop what happened. */
export const deliveryState = ({ status, answers, disturbance }: Delivery): Knowledge => {
  if (answers.length === 0) return "waiting";
  return status === 200 && (disturbance === "lost" || !isPostedOnce(disturbance))
    ? "delivered"
    : "not delivered";
};

/** The transaction that a notification is about. Only its `uid` is read, since a list asks this of all orders. */
const subjectOf = ({ type, body }: Delivery): string =>
  type === "checkout" ? type : (/"uid":"([^"]*)"/.exec(body)?.[1] ?? "");

/** The last notification of each transaction: the earlier ones are out of date. */
const latestOf = ({ deliveries }: Order): Delivery[] => {
  const notifications = deliveries.filter(({ type }) => type !== "verification");
  if (notifications.length < 2) return notifications;
  return [...new Map(notifications.map((delivery) => [subjectOf(delivery), delivery])).values()];
};

/** The notification that says most of an order: the last that failed, that waits, or that was delivered. */
export const tellingDelivery = (order: Order): Delivery | undefined => {
  const latest = latestOf(order);
  const last = (wanted: Knowledge) => latest.findLast((delivery) => deliveryState(delivery) === wanted);
  return last("not delivered") ?? last("waiting") ?? last("delivered");
};

export const knowledgeOf = (order: Order): Knowledge => {
  const telling = tellingDelivery(order);
  if (telling) return deliveryState(telling);
  return factsOf(order).notificationUrl === undefined ? "no notification_url" : "nothing to deliver";
};
