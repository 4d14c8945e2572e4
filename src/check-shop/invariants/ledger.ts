import { heldOf, isHold, isOver, sum, takenOf } from "../scenario/book.ts";
import type { BookEntry } from "../scenario/gateway.ts";
import type { OrderHistory, RequestKind } from "../scenario/history.ts";
import { lastOf } from "./requests.ts";

/** The facts about one order that the laws read. */
export interface Ledger {
  readonly order: OrderHistory;
  /** How often the shop has fulfilled it. */
  readonly fulfillments: number;
  /** Number of its payments in manual review. Undefined if the shop has no such function. */
  readonly inReview: number | undefined;
  /** Whether the shop's staff captures, so that the shop may fulfill a held order before. */
  readonly capturesLater: boolean;
  /** Successful payments and holds with the order's tracking id, of any amount and currency. */
  readonly successes: readonly BookEntry[];
  /** Successes with the order's amount and currency. */
  readonly payments: readonly BookEntry[];
  /** Successes that the shop was informed about. */
  readonly known: readonly BookEntry[];
  /** The amounts of refunds, captures and charges that the shop made. A charge is 0. */
  readonly made: Readonly<Record<RequestKind, readonly number[]>>;
}

export const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Whether enough money arrived to fulfill an order. */
export const isSettled = (entry: BookEntry): boolean => takenOf(entry) >= Number(entry.transaction.amount);

/** How many payments the order needs. */
const mostOf = ({ order, payments }: Ledger): number => (order.terms.isReusable ? payments.length : 1);

/** The most fulfillments of an order at the same time, and with those that were canceled. */
export const limitsOf = (ledger: Ledger): readonly [now: number, ever: number] => {
  const charges = ledger.made.renewal.length;
  return [mostOf(ledger) + charges, Math.max(1, ledger.payments.length) + charges];
};

/** Number of payments that pay for the fulfillments, without one that the staff refunded whole. */
export const payingOf = ({ order, fulfillments, payments }: Ledger): number => {
  const accepted = lastOf(order.requests.refund).filter(
    (each) => each.accepted && !order.isRefused("refund", each),
  );
  const refunded = sum(accepted.map(({ amount }) => amount));
  const isRefunded = !order.terms.isReusable && refunded >= order.terms.amount;
  const most = isRefunded ? order.everFulfilled - 1 : fulfillments;
  return Math.min(most, fulfillments, order.terms.isReusable ? payments.length : 1);
};

/** The payments of an order at the gateway and in the shop. */
export const stateOf = ({ payments, successes, fulfillments, inReview }: Ledger): string => {
  const entries = successes.length > payments.length ? successes : payments;
  const hold = entries.find(isHold);
  const over = entries.filter(isOver).length;
  return [
    `${counted(entries.length, hold ? "hold" : "payment")} at the gateway`,
    ...(hold
      ? [`${takenOf(hold)} captured and ${heldOf(hold)} still held of ${hold.transaction.amount}`]
      : []),
    ...(over === 0 ? [] : [`${over} refunded or released`]),
    fulfillments === 0 ? "not fulfilled" : `fulfilled ${times(fulfillments)}`,
    ...(inReview === undefined ? [] : [`${inReview === 0 ? "none" : inReview} in manual review`]),
  ].join(", ");
};

/** The state of an order's payments, if its customer paid the order and the shop did not fulfill it. */
export const unfulfilled = (ledger: Ledger): "refunded or in review" | "ignored" | undefined => {
  const { order, known, payments, fulfillments, inReview = 0 } = ledger;
  const { isReusable } = order.terms;
  const own = payments.filter(
    (entry) => known.includes(entry) && (isReusable || entry.token === order.token),
  );
  const kept = own.filter((entry) => !isOver(entry));
  const open = kept.filter(isSettled).length;
  if (own.length === 0 || order.isReleased || (!isReusable && fulfillments > 0)) return undefined;
  const wasFulfilled = order.everFulfilled > 0;
  if (fulfillments + (wasFulfilled && !isReusable ? 0 : inReview) < open) return "ignored";
  return kept.length > inReview || wasFulfilled ? undefined : "refunded or in review";
};
