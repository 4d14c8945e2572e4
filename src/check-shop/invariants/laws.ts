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
import type { OrderHistory, ShopRequest } from "../scenario/history.ts";
import { isRefundedWhole, type Ledger, stateOf, sum, times, unfulfilled } from "./ledger.ts";

/** @returns a sentence about the broken law. */
type Check = (ledger: Ledger) => string | undefined;

/** A rule that every order must keep, also if something goes wrong. */
export interface Law {
  /** As the report prints it. */
  readonly text: string;
  /** What to change. The advice of a move or a fault of the story comes first, except if `isAdviceBest`. */
  readonly advice: string;
  readonly isAdviceBest?: true;
  /** Whether one break is enough for a report, because a payment that was made twice is wrong even if it does not happen again. */
  readonly isCertain?: true;
  /** Checked after each step. */
  readonly always?: Check;
  /** Checked when everything was repeated and the job ran. */
  readonly inTheEnd?: Check;
}

/** A broken law. */
export interface Verdict {
  readonly law: Law;
  readonly observed: string;
  /** Whether the shop cannot put it right any more. */
  readonly isFinal: boolean;
}

const list = (amounts: readonly number[]): string => amounts.join(" and ") || "nothing";

/** The number of requests without their retries. */
const countOf = (requests: readonly ShopRequest[]): number =>
  requests.filter(({ isRetry }) => !isRetry).length;

/** Requests of the same moment as one. */
const oneOfEachMoment = (requests: readonly ShopRequest[]): ShopRequest[] =>
  requests.filter(({ step }, index) => step !== requests[index - 1]?.step);

/** Whether a request must be carried out. The gateway must not have declined it when the shop sent it later. */
const isDue =
  ({ lastRefusal }: OrderHistory) =>
  ({ accepted, isClean, step }: ShopRequest): boolean =>
    (accepted || isClean) && lastRefusal <= step;

/** Looks for an amount that was refunded too often, or at the end not at all. */
const refundProblem = ({ order, refunds, successes }: Ledger, isEnd: boolean): string | undefined => {
  const requests = order.requests.refund;
  const requested = requests.map(({ amount }) => amount);
  // The shop may refund a payment that fulfills nothing whole, without a request.
  const whole = successes.filter(isRefundedWhole).map(({ transaction }) => Number(transaction.amount));
  for (const amount of new Set([...refunds, ...requested])) {
    const isOfAmount = (other: number): boolean => other === amount;
    const same = requests.filter((request) => isOfAmount(request.amount));
    const made = refunds.filter(isOfAmount).length;
    const isMissing = isEnd && made === 0 && same.some(isDue(order));
    if (made > countOf(same) + whole.filter(isOfAmount).length || isMissing) {
      return `asked to refund ${list(requested)}, the gateway refunded ${list(refunds)}`;
    }
  }
  return undefined;
};

/** A function of the shop that fails, or returns something else than it should, is reported under this law. */
export const WORKS: Law = {
  text: "The functions that were given to checkShop work.",
  advice: `Look at the shop's log, or correct the function that was given to checkShop. ${FUNCTIONS}`,
  isAdviceBest: true,
};

/** The laws, causes before their consequences, because only the first law that a story breaks is reported. */
export const LAWS: readonly Law[] = [
  {
    text: "An order is fulfilled only by a genuine, settled payment of it, with its amount and currency.",
    advice: `Fulfil an order only where outcome is "paid", and only after expectPayment has compared amount, currency and tracking_id with the order that you stored. ${HANDLER}`,
    always: ({ fulfilments, payments }) =>
      fulfilments > 0 && payments.length === 0
        ? `fulfilled ${times(fulfilments)}; at the gateway it has no such payment`
        : undefined,
  },
  {
    text: "An order is fulfilled at most once.",
    advice: `Keep the key of each payment under a unique index, and let one statement of the database decide whether the order was still open. ${ONCE_ONLY}`,
    isCertain: true,
    always: (ledger) => (ledger.fulfilments > 1 + ledger.charges.length ? stateOf(ledger) : undefined),
  },
  {
    text: "Forged notifications are never answered 200.",
    advice: `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`,
    always: ({ order }) =>
      order.forged.includes(200) ? "the forged notification was answered 200" : undefined,
  },
  {
    text: "A refund takes away nothing that was paid for.",
    advice: `Let a refund of a part change the sum that was refunded, not whether the order is fulfilled. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: ({ order, payments, fulfilments }) => {
      const refunds = payments.flatMap((entry) => entry.refunds);
      if (refunds.length === 0 || payments.every(isRefundedWhole)) return undefined;
      const amount = sum(refunds.map((refund) => Number(refund.amount)));
      return order.wasFulfilled && fulfilments === 0
        ? `fulfilled before, and not any more; ${amount} of ${order.terms.amount} were refunded`
        : undefined;
    },
  },
  {
    text: "Each refund that was asked for is made once, with its amount, and no other.",
    advice: `Give each refund an id and a key of its own, stored before the call; after an unclear answer look for it first, or send it again with the same key. ${REFUNDS}`,
    isAdviceBest: true,
    isCertain: true,
    always: (ledger) => {
      const { fulfilments, payments } = ledger;
      const isGivenAway = fulfilments > 0 && payments.length > 0 && payments.every(isRefundedWhole);
      return isGivenAway ? `fulfilled, and its payment was refunded` : refundProblem(ledger, false);
    },
    inTheEnd: (ledger) => refundProblem(ledger, true),
  },
  {
    text: "Each renewal is charged once.",
    advice: `Give each period a key of its own under a unique index, stored before the charge; after an unclear answer look for the charge first, or send it again with the same key. ${RENEWALS}`,
    isAdviceBest: true,
    isCertain: true,
    always: ({ order, charges }) => {
      const most = countOf(oneOfEachMoment(order.requests.renewal));
      return charges.length > most
        ? `${most === 1 ? "one renewal" : `${most} renewals`} asked for, charged ${times(charges.length)}`
        : undefined;
    },
    inTheEnd: ({ order, charges }) =>
      charges.length === 0 && order.requests.renewal.some(isDue(order))
        ? "a renewal was asked for, and nothing was charged"
        : undefined,
  },
  {
    text: "Genuine notifications are answered 200 in the end.",
    advice: `Answer 200 when the payment is stored, also one that fulfils nothing: it waits for a person. A 401 tells of another shop id, key or public key, or of a body that was parsed before; no answer tells of a notification_url that the sandbox cannot reach. ${REFUSED}`,
    inTheEnd: ({ order }) => {
      const [first] = order.unanswered;
      if (!first) return undefined;
      const answer = first.status === undefined ? "not answered" : `answered ${first.status}`;
      return `the notification was repeated, and was ${answer}`;
    },
  },
  {
    text: "An order stays payable while its customer may still pay.",
    advice: `Close an order only when the gateway says that its token expired: a decline, a return without a payment and a run of the job end nothing. ${LIFECYCLE}`,
    inTheEnd: (ledger) =>
      unfulfilled(ledger) === "refunded or in review" && !ledger.order.mayBeInReview
        ? stateOf(ledger)
        : undefined,
  },
  {
    text: "An order that was paid is fulfilled in the end, whatever got lost.",
    advice: `Run a job that asks checkouts.get for the token of every order that is not final. If there is one and it runs rarely, give it to checkShop as reconcile. ${JOB}`,
    inTheEnd: (ledger) => (unfulfilled(ledger) === "ignored" ? stateOf(ledger) : undefined),
  },
  {
    text: "Every other payment is refunded whole, or waits for a person.",
    advice: `Keep the uid of a payment that fulfils nothing, a second one or one with another amount, where a person sees it: someone has to refund it. ${ONCE_ONLY}`,
    inTheEnd: (ledger) => {
      const { known, payments, fulfilments, inReview } = ledger;
      const isFulfilled = fulfilments > 0 && payments.length > 0;
      const open = known.filter((entry) => !isRefundedWhole(entry)).length - Number(isFulfilled);
      return inReview !== undefined && open > inReview ? stateOf(ledger) : undefined;
    },
  },
];

/** The first law that one of the orders breaks. */
export function firstBroken(ledgers: readonly Ledger[], isEnd: boolean): Verdict | undefined {
  for (const when of isEnd ? (["always", "inTheEnd"] as const) : (["always"] as const)) {
    for (const law of LAWS) {
      const [observed] = ledgers.flatMap((ledger) => law[when]?.(ledger) ?? []);
      if (observed !== undefined) return { law, observed, isFinal: when === "always" };
    }
  }
  return undefined;
}
