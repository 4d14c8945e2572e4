import { isPostedOnce } from "../../gateway/plans/disturbances.ts";
import type { Delivery } from "../../gateway/records/delivery.ts";
import { attemptsOf, billOf, factsOf, type Order } from "./orders.ts";
import type { Tone } from "./outcome-of.ts";

/** Whether the shop was told the outcome of an order, with the colours. */
export const TOLD_STATES = {
  delivered: "good",
  waiting: "wait",
  "not delivered": "bad",
  "no notification_url": "quiet",
  "nothing to deliver": "quiet",
} as const satisfies Readonly<Record<string, Tone>>;

export type ToldState = keyof typeof TOLD_STATES;

/** What became of one delivery. A notification that was falsified never counts as received. */
export const deliveryState = ({ status, answers, disturbance }: Delivery): ToldState => {
  if (answers.length === 0) return "waiting";
  return status === 200 && (disturbance === "lost" || !isPostedOnce(disturbance))
    ? "delivered"
    : "not delivered";
};

/** The transaction that a notification is about. Only its `uid` is read, since a list asks this of all orders. */
const subjectOf = ({ type, body }: Delivery): string =>
  type === "checkout" ? type : (/"uid":"([^"]*)"/.exec(body)?.[1] ?? "");

/**
 * The notifications that an order's present state was told by: the last one of each transaction, without attempts that
 * another one followed, and without what was sent again with changes.
 */
const presentOf = (order: Order): Delivery[] => {
  const told = order.deliveries.filter(({ type, copyOf }) => type !== "verification" && copyOf === undefined);
  if (told.length < 2) return told;
  // The payments of a bill do not follow one another as attempts do.
  const followed = billOf(order) ? [] : attemptsOf(order).slice(0, -1);
  const earlier = new Set(followed.map(({ transaction }) => transaction.uid));
  const latest = [...new Map(told.map((delivery) => [subjectOf(delivery), delivery])).values()];
  const present = latest.filter((delivery) => !earlier.has(subjectOf(delivery)));
  return present.length > 0 ? present : latest;
};

/** The notification that says most of an order: the last that failed, that waits, or that was delivered. */
export const tellingDelivery = (order: Order): Delivery | undefined => {
  const present = presentOf(order);
  const last = (wanted: ToldState) => present.findLast((delivery) => deliveryState(delivery) === wanted);
  return last("not delivered") ?? last("waiting") ?? last("delivered");
};

export const toldOf = (order: Order): ToldState => {
  const telling = tellingDelivery(order);
  if (telling) return deliveryState(telling);
  return factsOf(order).notificationUrl === undefined ? "no notification_url" : "nothing to deliver";
};
