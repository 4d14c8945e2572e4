/** What became of the payments of an order, as several laws need it. */
import type { History, Moved, OrderEvent } from "../history/events.ts";
import {
  all,
  type Facts,
  failedAmounts,
  isFailed,
  isOver,
  isSettled,
  lastAnswers,
  type Payment,
  sum,
} from "../history/facts.ts";

export type Lost = "goods" | "money" | "the work of the staff";

/** A sentence about a broken law. Some cases have an advice of their own, or lose something else than other cases. */
export type Broken =
  | string
  | { readonly observed: string; readonly advice?: string | undefined; readonly lost?: Lost };

/** Payments of the customer that the shop still has, and was informed about. */
export const openOf = ({ payments }: Facts): Payment[] =>
  payments.filter((each) => each.isKnown && !each.isTakenUnseen && !isOver(each));

/** How many of these payments no one reviews. The number of reviews does not show which ones. */
export const unreviewed = ({ inReview = 0 }: Facts, payments: readonly Payment[]): number =>
  payments.some(({ isReviewed }) => isReviewed !== undefined)
    ? payments.filter(({ isReviewed }) => !isReviewed).length
    : Math.max(0, payments.length - inReview);

/** Number of payments that pay for what is fulfilled now, without one that the staff refunded whole. */
export const payingOf = ({ now, ever, needed }: Facts, history: History): number => {
  const failed = failedAmounts(history, "refund");
  const accepted = lastAnswers(history, "refund").filter(
    ({ isAccepted, amount }) => isAccepted && !failed.includes(amount),
  );
  const isRefunded =
    !history.terms.isReusable && sum(accepted.map(({ amount }) => amount)) >= history.terms.amount;
  return Math.max(0, Math.min(now, needed, isRefunded ? ever - 1 : now));
};

/** Whether the shop may have canceled the order. */
const isCanceled = (each: OrderEvent): boolean => each.is === "canceled" && each.isAccepted !== false;

/** Whether something explains that the shop does not fulfill the order for this payment. */
export const isExplained = (payment: Payment, history: History): boolean =>
  history.events.some(
    (each) =>
      each.is === "left" ||
      isCanceled(each) ||
      (each.is === "hold expired" && each.uid === payment.uid) ||
      (each.is === "notified" && each.what === "other" && each.uid === payment.uid) ||
      (each.is === "sent" && each.kind === "capture" && isFailed(each)),
  ) || payment.family.some(({ by }) => by === "back office" || by === "bank");

/** Right payments of the token that the shop gave, which the order must be fulfilled for. */
export const ownOf = ({ right }: Facts, { terms }: History): Payment[] =>
  right.some(({ isTakenUnseen }) => isTakenUnseen)
    ? []
    : right.filter((each) => each.isKnown && (terms.isReusable || each.isFirstToken === true));

/** Whether the customer paid, and the shop neither fulfilled the order nor kept the payment for review. */
export const isIgnored = (facts: Facts, history: History): boolean => {
  const { right, now, ever } = facts;
  const { isReusable } = history.terms;
  // A canceled order is not fulfilled.
  if (history.events.some(isCanceled)) return false;
  if (!isReusable && now > 0) return false;
  const kept = ownOf(facts, history).filter((each) => !isOver(each) && isSettled(each));
  // What was taken back without a refund of a whole payment is still due.
  const isTakenBack = !isReusable && ever - now > right.filter(isOver).length;
  return isTakenBack ? kept.length > 0 : unreviewed(facts, kept) > now;
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
