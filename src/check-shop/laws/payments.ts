/** What became of the payments of an order, as several laws need it. */
import { HANDLER, REFUSED } from "../guides.ts";
import type { Asked, Canceled, History, Moved, OrderEvent, Timed } from "../history/events.ts";
import {
  all,
  type Facts,
  failedAmounts,
  firstFulfilled,
  isFailed,
  isHold,
  isOver,
  isSettled,
  lastAnswers,
  type Payment,
  riseOf,
  sum,
  wasNotified,
} from "../history/facts.ts";
import type { Broken } from "./law.ts";

/** Payments of the customer that the shop still has, and was informed about. */
export const openOf = ({ payments }: Facts): Payment[] =>
  payments.filter((each) => each.isKnown && !each.isTakenUnseen && !isOver(each));

/** How many of these payments no one reviews. The number of reviews does not show which ones. */
export const unreviewed = ({ inReview = 0 }: Facts, payments: readonly Payment[]): number =>
  payments.some(({ isReviewed }) => isReviewed !== undefined)
    ? payments.filter(({ isReviewed }) => !isReviewed).length
    : Math.max(0, payments.length - inReview);

/** The cancellation that the shop accepted for certain. */
export const canceledIn = (history: History): Timed<Canceled> | undefined =>
  all(history, "canceled").find(({ isAccepted }) => isAccepted);

/** Number of payments that pay for what is fulfilled now, without one that the staff refunded whole. */
export const payingOf = ({ now, ever, needed }: Facts, history: History): number => {
  // The order is paid, and its goods are still there.
  if (all(history, "undeliverable").length > 0 && !canceledIn(history)) return needed;
  const failed = failedAmounts(history, "refund");
  const { step } = firstFulfilled(history) ?? { step: -1 };
  const isBefore = ({ request }: Asked): boolean =>
    all(history, "asked").some((each) => each.request === request && each.step <= step);
  // A payment that was refunded before the order was fulfilled does not pay for it.
  const accepted = lastAnswers(history, "refund").filter(
    (each) => each.isAccepted && each.of === undefined && !failed.includes(each.amount) && !isBefore(each),
  );
  const isRefunded =
    !history.terms.isReusable && sum(accepted.map(({ amount }) => amount)) >= history.terms.amount;
  return Math.max(0, Math.min(now, needed, isRefunded ? ever - 1 : now));
};

/** Whether the shop may have canceled the order. */
export const isCanceled = (each: OrderEvent): boolean => each.is === "canceled" && each.isAccepted !== false;

/** Whether something explains that the shop does not fulfill the order for this payment. */
export const isExplained = (payment: Payment, history: History): boolean =>
  history.events.some(
    (each) =>
      each.is === "left" ||
      each.is === "timed out" ||
      each.is === "undeliverable" ||
      isCanceled(each) ||
      (each.is === "hold expired" && each.uid === payment.uid) ||
      (each.is === "notified" && each.what === "other" && each.uid === payment.uid) ||
      (each.is === "sent" && each.kind === "capture" && isFailed(each)),
  ) || payment.family.some(({ by }) => by === "back office" || by === "bank");

/** Right payments of tokens that the shop gave, which the order must be fulfilled for. */
export const ownOf = ({ right }: Facts, { terms }: History): Payment[] =>
  right.some(({ isTakenUnseen }) => isTakenUnseen)
    ? []
    : right.filter((each) => each.isKnown && (terms.isReusable || each.isShopToken === true));

/** Whether the shop captured the only hold itself, whole, and never fulfilled the order. A review does not explain it. */
const isCapturedInVain = ({ payments: [payment, second], ever }: Facts, history: History): boolean =>
  payment !== undefined &&
  second === undefined &&
  ever === 0 &&
  !history.isCapturedByStaff &&
  isHold(payment) &&
  payment.isRight &&
  isSettled(payment) &&
  !isOver(payment) &&
  payment.family.every(({ by }) => by === "shop") &&
  !history.events.some(({ is }) => ["left", "timed out", "hold expired"].includes(is));

/** Whether the customer paid, and the shop neither fulfilled the order nor kept the payment for review. */
export const isIgnored = (facts: Facts, history: History): boolean => {
  const { right, now, ever } = facts;
  const { isReusable } = history.terms;
  // A canceled order is not fulfilled.
  if (history.events.some((each) => isCanceled(each) || each.is === "undeliverable")) return false;
  if (!isReusable && now > 0) return false;
  if (isCapturedInVain(facts, history)) return true;
  // Without the function, it is not known what is in review. A payment that was taken back may have paid the order before.
  const events = history.events.filter(({ is }) => is !== "left");
  const mayBeReviewed = (each: Payment): boolean =>
    facts.inReview === undefined && (right.some(isOver) || isExplained(each, { ...history, events }));
  const kept = ownOf(facts, history).filter(
    (each) => !isOver(each) && isSettled(each) && !mayBeReviewed(each),
  );
  // What was taken back without a refund of a whole payment is still due.
  const isTakenBack = !isReusable && ever - now > right.filter(isOver).length;
  if (facts.inReview === undefined && !isReusable && ever > 0 && !isTakenBack) return false;
  return isTakenBack ? kept.length > 0 : unreviewed(facts, kept) > now;
};

/** Whether the order was fulfilled after all money of its only payment went back in an earlier step, as the shop knew. */
export function isFulfilledInVain({ payments, charges }: Facts, history: History): boolean {
  const first = firstFulfilled(history);
  const [payment, second] = payments;
  // After a fault, the shop may not know about it. A canceled order has a law of its own.
  const isClear = history.events.every((each) => each.is !== "disturbed" && !isCanceled(each));
  if (!first || !payment?.isRight || second || charges > 0 || !isClear) return false;
  const before = { events: history.events.filter(({ step }) => step < first.step) };
  // A shop may not keep the refund or chargeback of a payment that it does not know yet.
  const knownAt = before.events.findIndex(
    (each) => each.is === "notified" && each.uid === payment.uid && each.status === "successful",
  );
  const known = { events: before.events.slice(knownAt < 0 ? before.events.length : knownAt) };
  const returned = all(before, "moved").filter(
    (each) =>
      payment.family.some(({ uid }) => uid === each.uid) &&
      ["refund", "chargeback"].includes(each.type) &&
      (each.by === "shop" || wasNotified(known, each)),
  );
  return sum(returned.map(({ amount }) => amount)) >= payment.amount;
}

/** Whether the order was fulfilled after it was canceled, or in a later step if the moment is not known. */
export const isFulfilledAfter = (canceled: Timed<Canceled>, { events }: History): boolean => {
  const seen = all({ events }, "seen");
  const last = seen.findLast((each) => each.step <= canceled.step);
  const first = canceled.fulfillments ?? last?.fulfillments ?? 0;
  const since = events.indexOf(canceled.fulfillments === undefined && last ? last : canceled);
  const later = seen.filter((each) => events.indexOf(each) > since);
  return riseOf([first, ...later.map(({ fulfillments }) => fulfillments)]) > first;
};

/** The number of other reviews that an order may have. Others made them, the gateway did not make them, or they are no payments. */
export const othersIn = ({ right }: Facts, history: History): number => {
  const moved = all(history, "moved");
  const count = (isIn: (each: Moved) => boolean): number => moved.filter(isIn).length;
  return (
    // A bill is notified twice.
    (count(({ by }) => by === "customer") - right.length) * (history.terms.kind === "bill" ? 2 : 1) +
    count(({ by, type }) => by === "back office" || by === "bank" || type === "charge") +
    all(history, "notified").filter(({ what }) => what === "other").length +
    all(history, "sent").filter(isFailed).length
  );
};

const STORE = `Answer 200 when a payment is stored. If it does not match its order, or there is no such order, keep it for manual review and answer 200, because a repeat would not help. ${HANDLER}`;
const CREDENTIALS = `A 401 means another shop id, secret key or public key, or a body that was parsed before. ${REFUSED}`;

/** A genuine notification that was not answered with 200 when it was posted last. */
export function notAnswered({ now, right, inReview }: Facts, history: History): Broken | undefined {
  const genuine = all(history, "notified").filter(({ what }) => what === "genuine");
  const failed = [...new Map(genuine.map((each) => [each.id, each])).values()].filter(
    ({ answer }) => answer !== 200,
  );
  const notified = failed.find(({ answer }) => answer !== undefined) ?? failed[0];
  if (!notified) return undefined;
  const { answer } = notified;
  const paid = all(history, "moved").find(
    ({ uid, by }) => by === "customer" && failed.some((each) => each.uid === uid),
  );
  const isMissing = paid && !inReview && !(now > 0 && paid.uid === right[0]?.uid);
  const observed = `the notification was repeated, and ${answer === undefined ? "got no response" : `was answered ${answer}`}`;
  return {
    observed: isMissing ? `${observed}, so that a payment of ${paid.amount} is recorded nowhere` : observed,
    advice: answer === undefined ? undefined : answer === 401 ? CREDENTIALS : STORE,
    ...(isMissing && { lost: "money" }),
  };
}
