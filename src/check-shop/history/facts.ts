/** What follows from the events of an order. */
import { moneyOf } from "../../sandbox/gateway/payments/money.ts";
import type { Asked, History, Moved, OrderEvent, RequestKind, SentCall, Terms, Timed } from "./events.ts";

type Named<Name extends OrderEvent["is"]> = Extract<Timed, { readonly is: Name }>;

export const all = <Name extends OrderEvent["is"]>({ events }: Pick<History, "events">, is: Name) =>
  events.filter((event): event is Named<Name> => event.is === is);

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

export const isHold = ({ type }: Moved): boolean => type === "authorization";

/** Whether nothing of a payment is taken or held any more. */
export const isOver = ({ kept, held }: Payment): boolean => kept <= 0 && held <= 0;

/** Whether enough money arrived to fulfill an order. */
export const isSettled = ({ taken, amount }: Payment): boolean => taken >= amount;

const familyOf = (moved: readonly Moved[], uid: string): Moved[] =>
  moved.filter(({ parent }) => parent === uid).flatMap((child) => [child, ...familyOf(moved, child.uid)]);

/** Shops may not read larger amounts. */
const isOf = ({ type, trackingId, isTest }: Terms, moved: Moved): boolean =>
  moved.by === "customer" &&
  Number.isSafeInteger(moved.amount) &&
  moved.type === type &&
  // Each token of the shop may have its own id.
  (moved.trackingId === trackingId || moved.isShopToken === true) &&
  (moved.isTest === true) === isTest;

/** Whether the shop can request the status of its token, so that a lost notification is no excuse. */
const isAskable = ({ isReusable, kind }: Terms): boolean => !isReusable && kind !== "payment link";

/** Whether the shop answered the notification of a success with 200. The payment may have been pending before. */
export const wasNotified = (history: Pick<History, "events">, { uid }: Moved): boolean =>
  all(history, "notified").some(
    (each) =>
      each.what === "genuine" && each.answer === 200 && each.uid === uid && each.status === "successful",
  );

function paymentOf(history: History, moved: Moved, reviewed: readonly string[] | undefined) {
  const { terms } = history;
  const { uid, amount, currency } = moved;
  const family = familyOf(all(history, "moved"), uid);
  const { taken, held, kept } = moneyOf([moved, ...family]);
  const isEnded = all(history, "hold expired").some((each) => each.uid === uid);
  const isUnseen = (each: Moved): boolean =>
    each.type === "capture" && each.by === "back office" && !wasNotified(history, each);
  const attempts = all(history, "sent").flatMap((each) => (each.parent === uid ? (each.uid ?? []) : []));
  const names = [uid, ...family.map((each) => each.uid), ...attempts];
  return {
    ...moved,
    /** Its captures, voids, refunds and chargebacks, and the refunds of its captures. */
    family,
    /** The amount that the shop received. */
    taken,
    /** The amount that it received and did not return. */
    kept,
    held: isEnded ? 0 : held,
    /** Whether it has the amount and currency of the order. */
    isRight: amount === terms.amount && currency === terms.currency,
    /** Whether the shop was informed about it, or could have requested it. */
    isKnown:
      (isAskable(terms) && moved.isShopToken === true) ||
      wasNotified(history, moved) ||
      family.some(({ by }) => by === "shop") ||
      all(history, "listed").some(({ uids }) => uids.includes(uid)),
    /** Whether the staff captured it in the back office, and the notification was lost. No status of a token shows it. */
    isTakenUnseen: (isEnded || held <= 0) && family.some(isUnseen),
    /** Whether it is in manual review. Undefined if the shop returns no uids. */
    isReviewed: reviewed && names.some((name) => reviewed.includes(name)),
  };
}

/** A success that the customer meant for the order, of any amount and currency. */
export type Payment = Readonly<ReturnType<typeof paymentOf>>;

export const firstFulfilled = (history: History) =>
  all(history, "seen").find(({ fulfillments }) => fulfillments > 0);

/** The number of fulfillments with those that were canceled. */
export const riseOf = (counts: readonly number[]): number =>
  sum(counts.map((count, index) => Math.max(0, count - (counts[index - 1] ?? 0))));

export function factsOf(history: History) {
  const { terms } = history;
  const moved = all(history, "moved");
  const seen = all(history, "seen");
  const counts = seen.map(({ fulfillments }) => fulfillments);
  const review = seen.at(-1)?.inReview;
  const reviewed = typeof review === "object" ? review : undefined;
  const payments = moved
    .filter((each) => isOf(terms, each))
    .map((each) => paymentOf(history, each, reviewed));
  const right = payments.filter(({ isRight }) => isRight);
  return {
    payments,
    right,
    /** How often the order is fulfilled now, and how often it was, with what was canceled. */
    now: counts.at(-1) ?? 0,
    ever: riseOf(counts),
    /** Number of payments in manual review. Undefined if the shop has no such function. */
    inReview: typeof review === "object" ? review.length : review,
    charges: moved.filter(({ type }) => type === "charge").length,
    /** How many payments the order needs. */
    needed: terms.isReusable ? right.length : 1,
  };
}

export type Facts = Readonly<ReturnType<typeof factsOf>>;

/** The last answer to each request. Requests without ids are different. */
export function lastAnswers(history: History, kind: RequestKind): Timed<Asked>[] {
  const asked = all(history, "asked").filter((each) => each.kind === kind);
  return [...new Map(asked.map((each) => [each.request ?? each, each])).values()];
}

/** Whether the gateway did not make what the shop sent. */
export const isFailed = ({ result }: SentCall): boolean => result !== "made";

/** The amounts of refunds, captures or charges that the gateway did not make, although the shop sent them. */
export const failedAmounts = (history: History, kind: RequestKind): number[] =>
  all(history, "sent").flatMap((each) => (each.kind === kind && isFailed(each) ? each.amount : []));

export const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** The payments of an order at the gateway and in the shop. */
export const stateOf = ({ payments, right, now, inReview }: Facts): string => {
  const entries = payments.length > right.length ? payments : right;
  const holds = entries.filter(isHold);
  const total = (name: "taken" | "held" | "amount"): number => sum(holds.map((each) => each[name]));
  const over = entries.filter(isOver).length;
  return [
    `${counted(entries.length, holds.length > 0 ? "hold" : "payment")} at the gateway`,
    ...(holds.length > 0
      ? [`${total("taken")} captured and ${total("held")} still held of ${total("amount")}`]
      : []),
    ...(over === 0 ? [] : [`${over} refunded or released`]),
    now === 0 ? "not fulfilled" : `fulfilled ${times(now)}`,
    ...(inReview === undefined ? [] : [`${inReview === 0 ? "none" : inReview} in manual review`]),
  ].join(", ");
};
