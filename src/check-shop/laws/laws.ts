import {
  FUNCTIONS,
  HANDLER,
  JOB,
  LIFECYCLE,
  ONCE_ONLY,
  REFUNDS,
  REFUSED,
  RENEWALS,
  SIGNATURE,
} from "../guides.ts";
import type { OrderHistory, Request } from "../stage/order-history.ts";
import { isRefundedWhole, type Ledger } from "./ledger.ts";

/** What must hold for every order, whatever is done and whatever goes wrong. */
export interface Law {
  /** As the report prints it. */
  readonly text: string;
  /** What to change, where no move or fault of the story says it better. */
  readonly advice: string;
  /** Whether that is better than what a move or a fault of the story says. */
  readonly knowsBest?: true;
  /** `always`: after each step. `in the end`: when everything was repeated and the job ran. */
  readonly holds: "always" | "in the end";
  /** What contradicts it; undefined if nothing does. */
  readonly broken: (ledger: Ledger) => string | undefined;
}

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** How many requests there were: one that was asked for again because it had not been accepted counts once. */
const countOf = (requests: readonly Request[]): number => requests.filter(({ isAgain }) => !isAgain).length;

/** Requests of the same moment as one. */
const oneOfEachMoment = (requests: readonly Request[]): Request[] =>
  requests.filter(({ step }, index) => step !== requests[index - 1]?.step);

/** What was accepted must be made, unless the gateway declined it later, when the shop sent it. */
const isDue =
  ({ refusedAt }: OrderHistory) =>
  ({ accepted, isClean, step }: Request): boolean =>
    (accepted || isClean) && refusedAt <= step;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const list = (amounts: readonly number[]): string => amounts.join(" and ") || "nothing";

/** Where the payments of an order are, as the gateway and the shop have it. */
const stateOf = ({ payments, successes, fulfilments, inReview }: Ledger): string => {
  const refunded = successes.filter(isRefundedWhole).length;
  const paid =
    payments.length === 1 && successes.length <= 1
      ? "paid at the gateway"
      : `${Math.max(payments.length, successes.length)} payments at the gateway`;
  return [
    paid,
    fulfilments === 0 ? "not fulfilled" : `fulfilled ${times(fulfilments)}`,
    refunded === 0 ? "not refunded" : `${refunded} of them refunded`,
    ...(inReview === undefined ? [] : [inReview === 0 ? "in nobody's review" : `${inReview} in review`]),
  ].join(", ");
};

/** The part of the requests of an amount that is too much or too little. */
const refundProblem = ({ order, refunds, successes }: Ledger, isEnd: boolean): string | undefined => {
  // A payment that fulfils nothing is refunded whole without being asked.
  const whole = successes.filter(isRefundedWhole).map(({ transaction }) => Number(transaction.amount));
  const asked = (amount: number) => order.refunds.filter((request) => request.amount === amount);
  for (const amount of new Set([...refunds, ...order.refunds.map((request) => request.amount)])) {
    const made = refunds.filter((refund) => refund === amount).length;
    const most = countOf(asked(amount)) + whole.filter((refund) => refund === amount).length;
    const isMissing = isEnd && made === 0 && asked(amount).some(isDue(order));
    if (made > most || isMissing) {
      return `asked to refund ${list(order.refunds.map((request) => request.amount))}, the gateway refunded ${list(refunds)}`;
    }
  }
  return undefined;
};

const ONLY_PAID: Law = {
  text: "An order is fulfilled only by a genuine, settled payment of it, with its amount and currency.",
  advice: `Fulfil an order only where outcome is "paid", and only after expectPayment has compared amount, currency and tracking_id with the order that you stored. ${HANDLER}`,
  holds: "always",
  broken: ({ fulfilments, payments }) =>
    fulfilments > 0 && payments.length === 0
      ? `fulfilled ${times(fulfilments)}; at the gateway it has no such payment`
      : undefined,
};

export const ONCE: Law = {
  text: "An order is fulfilled at most once.",
  advice: `Keep the key of each payment under a unique index, and let one statement of the database decide whether the order was still open. ${ONCE_ONLY}`,
  holds: "always",
  broken: (ledger) => (ledger.fulfilments > 1 + ledger.charges.length ? stateOf(ledger) : undefined),
};

const FORGED: Law = {
  text: "Forged notifications are never answered 200.",
  advice: `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`,
  holds: "always",
  broken: ({ order }) =>
    order.forged.includes(200) ? "the forged notification was answered 200" : undefined,
};

const KEPT: Law = {
  text: "A refund takes away nothing that was paid for.",
  advice: `Let a refund of a part change the sum that was refunded, not whether the order is fulfilled. ${REFUNDS}`,
  knowsBest: true,
  holds: "in the end",
  broken: ({ order, payments, fulfilments }) => {
    const refunds = payments.flatMap((entry) => entry.refunds);
    if (refunds.length === 0 || payments.every(isRefundedWhole)) return undefined;
    const amount = sum(refunds.map((refund) => Number(refund.amount)));
    return order.everFulfilled && fulfilments === 0
      ? `fulfilled before, and not any more; ${amount} of ${order.terms.amount} were refunded`
      : undefined;
  },
};

export const REFUNDED_ONCE: Law = {
  text: "Each refund that was asked for is made once, with its amount, and no other.",
  advice: `Give each refund an id and a key of its own, stored before the call; after an unclear answer look for it first, or send it again with the same key. ${REFUNDS}`,
  knowsBest: true,
  holds: "always",
  broken: (ledger) => {
    const { fulfilments, payments } = ledger;
    const isGivenAway = fulfilments > 0 && payments.length > 0 && payments.every(isRefundedWhole);
    return isGivenAway ? `fulfilled, and its payment was refunded` : refundProblem(ledger, false);
  },
};

const REFUNDED_AT_ALL: Law = {
  ...REFUNDED_ONCE,
  holds: "in the end",
  broken: (ledger) => refundProblem(ledger, true),
};

export const RENEWED_ONCE: Law = {
  text: "Each renewal is charged once.",
  advice: `Give each period a key of its own under a unique index, stored before the charge; after an unclear answer look for the charge first, or send it again with the same key. ${RENEWALS}`,
  knowsBest: true,
  holds: "always",
  broken: ({ order, charges }) => {
    const most = countOf(oneOfEachMoment(order.renewals));
    return charges.length > most
      ? `${most === 1 ? "one renewal" : `${most} renewals`} asked for, charged ${times(charges.length)}`
      : undefined;
  },
};

const RENEWED_AT_ALL: Law = {
  ...RENEWED_ONCE,
  holds: "in the end",
  broken: ({ order, charges }) =>
    charges.length === 0 && order.renewals.some(isDue(order))
      ? "a renewal was asked for, and nothing was charged"
      : undefined,
};

const GENUINE: Law = {
  text: "Genuine notifications are answered 200 in the end.",
  advice: `Answer 200 when the payment is stored, also one that fulfils nothing: it waits for a person. A 401 tells of another shop id, key or public key, or of a body that was parsed before; no answer tells of a notification_url that the sandbox cannot reach. ${REFUSED}`,
  holds: "in the end",
  broken: ({ unanswered }) =>
    unanswered.length > 0
      ? `the notification was repeated, and was ${unanswered[0] === undefined ? "not answered" : `answered ${unanswered[0]}`}`
      : undefined,
};

const PAYABLE: Law = {
  text: "An order stays payable while its customer may still pay.",
  advice: `Close an order only when the gateway says that its token expired: a decline, a return without a payment and a run of the job end nothing. ${LIFECYCLE}`,
  holds: "in the end",
  broken: (ledger) => {
    const { order, payments, fulfilments, inReview = 0 } = ledger;
    const own = payments.filter(({ token }) => token === order.token);
    const settled = own.filter(isRefundedWhole).length + inReview >= own.length;
    return fulfilments === 0 && own.length > 0 && settled && !order.mayBePutAside
      ? stateOf(ledger)
      : undefined;
  },
};

const IN_THE_END: Law = {
  text: "An order that was paid is fulfilled in the end, whatever got lost.",
  advice: `Run a job that asks checkouts.get for the token of every order that is not final. If there is one and it runs rarely, give it to checkShop as reconcile. ${JOB}`,
  holds: "in the end",
  broken: (ledger) => {
    const { order, payments, fulfilments, inReview = 0 } = ledger;
    const own = payments.filter(({ token }) => token === order.token);
    const settled = own.filter(isRefundedWhole).length + inReview >= own.length;
    return fulfilments === 0 && own.length > 0 && !settled ? stateOf(ledger) : undefined;
  },
};

const SETTLED: Law = {
  text: "Every other payment is refunded whole, or waits for a person.",
  advice: `Keep the uid of a payment that fulfils nothing, a second one or one with another amount, where a person sees it: someone has to refund it. ${ONCE_ONLY}`,
  holds: "in the end",
  broken: (ledger) => {
    const { known, payments, fulfilments, inReview } = ledger;
    const isFulfilled = fulfilments > 0 && payments.length > 0;
    const open = known.filter((entry) => !isRefundedWhole(entry)).length - Number(isFulfilled);
    return inReview !== undefined && open > inReview ? stateOf(ledger) : undefined;
  },
};

/** A function of the shop that fails, or gives something else than it should, is reported under this. */
export const WORKS: Law = {
  text: "The functions that were given to checkShop work.",
  advice: `Look at the shop's log, or correct the function that was given to checkShop. ${FUNCTIONS}`,
  knowsBest: true,
  holds: "always",
  broken: () => undefined,
};

/** The laws, causes before their consequences: of several that a story breaks, the first is reported. */
export const LAWS: readonly Law[] = [
  ONLY_PAID,
  ONCE,
  FORGED,
  REFUNDED_ONCE,
  RENEWED_ONCE,
  KEPT,
  REFUNDED_AT_ALL,
  RENEWED_AT_ALL,
  GENUINE,
  PAYABLE,
  IN_THE_END,
  SETTLED,
];
