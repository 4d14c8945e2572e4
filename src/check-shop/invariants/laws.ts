import {
  FUNCTIONS,
  HANDLER,
  JOB,
  LIFECYCLE,
  ONCE_ONLY,
  REFUNDS,
  REFUSED,
  RENEWALS,
  REVIEW,
  SIGNATURE,
} from "../guides.ts";
import { heldOf, isHold, isOver, keptOf, sum, takenOf } from "../scenario/book.ts";
import type { RequestKind } from "../scenario/history.ts";
import {
  counted,
  isSettled,
  type Ledger,
  limitsOf,
  payingOf,
  stateOf,
  times,
  unfulfilled,
} from "./ledger.ts";
import { isWrong, lastOf } from "./requests.ts";

/** @returns a sentence about the broken law. */
type Check = (ledger: Ledger) => string | undefined;

/** A rule that every order must keep, even if something goes wrong. */
export interface Law {
  /** As the report prints it. */
  readonly text: string;
  /** What to change. The advice of a move or a fault of the story comes first, except if `isAdviceBest`. */
  readonly advice: string | ((observed: string) => string);
  readonly isAdviceBest?: true;
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

/** A check that the shop makes each requested transaction once. */
const asked =
  (kind: RequestKind, isEnd: boolean): Check =>
  (ledger) => {
    const { order, successes, payments, fulfillments, made } = ledger;
    const requested = lastOf(order.requests[kind]).map(({ amount }) => amount);
    // The shop may refund a payment that does not pay the order, without a request.
    const others = successes.filter((entry) => fulfillments === 0 || entry !== payments[0]);
    const unasked = kind === "refund" ? others.map(({ transaction }) => Number(transaction.amount)) : [];
    // The refund of several captures is several refunds.
    const isSplit = kind === "refund" && successes.some(isHold);
    if (!isWrong({ order, kind, made: made[kind], unasked, isSplit }, isEnd)) return undefined;
    return kind === "renewal"
      ? `${counted(requested.length, "renewal")} requested, charged ${times(made.renewal.length)}`
      : `${list(requested)} requested, and the gateway made ${list(made[kind])}`;
  };

/** Answers to a genuine notification, and what to change. */
const ANSWERS: readonly [answer: RegExp, advice: string][] = [
  [
    /answered 5/,
    `Answer 200 when a payment is stored. If it does not match the order, keep it for manual review and answer 200, because a repeat would not help. ${HANDLER}`,
  ],
  [
    /answered/,
    `A 401 means another shop id, secret key or public key, or a body that was parsed before. ${REFUSED}`,
  ],
  [/./, `Check that the sandbox can reach notification_url, and that the shop answers in time. ${REFUSED}`],
];

/** A function of the shop that fails, or returns something else than it should, is reported under this law. */
export const WORKS: Law = {
  text: "The functions that checkShop calls work.",
  advice: `Read the log of the shop, or correct the function that you gave to checkShop. ${FUNCTIONS}`,
  isAdviceBest: true,
};

/** The laws, causes before their consequences, because only the first law that a story breaks is reported. */
export const LAWS: readonly Law[] = [
  {
    text: "An order is fulfilled only by a genuine, settled payment of it, with its amount and currency.",
    advice: `Fulfill an order only if outcome is "paid", and if amount, currency and tracking_id match the stored order. ${HANDLER}`,
    always: ({ fulfillments, payments, capturesLater }) => {
      if (fulfillments === 0 || payments.some((entry) => capturesLater || isSettled(entry))) return undefined;
      const [hold] = payments;
      return hold
        ? `fulfilled ${times(fulfillments)}, and ${takenOf(hold)} of ${hold.transaction.amount} captured`
        : `fulfilled ${times(fulfillments)}, and the gateway has no such payment`;
    },
  },
  {
    text: "An order is fulfilled at most once.",
    advice: `Store the uid of the payment in the order, and let one statement of the database decide whether the order was still open. ${ONCE_ONLY}`,
    always: (ledger) => {
      const [now, ever] = limitsOf(ledger);
      if (ledger.fulfillments > now) return stateOf(ledger);
      const { everFulfilled } = ledger.order;
      return everFulfilled > ever
        ? `fulfilled again after it was canceled, ${times(everFulfilled)}`
        : undefined;
    },
  },
  {
    text: "Forged notifications are never answered 200.",
    advice: `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`,
    always: ({ order }) =>
      order.forged.includes(200) ? "the forged notification was answered 200" : undefined,
  },
  {
    text: "A refund takes away nothing that was paid for.",
    advice: `Let a refund of a part change the refunded sum, not whether the order is fulfilled. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: ({ order, payments, fulfillments }) => {
      const kept = payments.filter((entry) => keptOf(entry) > 0 && isSettled(entry));
      const refunded = sum(kept.map((entry) => Number(entry.transaction.amount) - keptOf(entry)));
      return order.everFulfilled > 0 && fulfillments === 0 && refunded > 0
        ? `fulfilled before, and not any more, although only ${refunded} of ${order.terms.amount} were refunded`
        : undefined;
    },
  },
  {
    text: "Each requested refund is made once, with its amount.",
    advice: `Store each refund with its own key before the call. After an unclear answer, search for it first, or send it again with the same key. ${REFUNDS}`,
    isAdviceBest: true,
    always: asked("refund", false),
    inTheEnd: asked("refund", true),
  },
  {
    text: "Each renewal is charged once.",
    advice: `Store each period with its own key, under a unique index, before the charge. After an unclear answer, search for the charge first, or send it again with the same key. ${RENEWALS}`,
    isAdviceBest: true,
    always: asked("renewal", false),
    inTheEnd: asked("renewal", true),
  },
  {
    text: "Each requested capture is made once, with its amount.",
    advice: `Store each capture with its own key before the call. After an unclear answer, search for it first, or send it again with the same key. ${REFUNDS}`,
    isAdviceBest: true,
    always: (ledger) => (ledger.capturesLater ? asked("capture", false)(ledger) : undefined),
    inTheEnd: (ledger) => (ledger.capturesLater ? asked("capture", true)(ledger) : undefined),
  },
  {
    text: "A hold is captured, voided or in manual review in the end.",
    advice: `Capture a hold before it expires, or void it. After a declined capture, send another one, or keep the hold for manual review. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: (ledger) => {
      const { known, payments, inReview } = ledger;
      const open = known.filter((entry) => heldOf(entry) > 0);
      if (inReview !== undefined) return open.length > inReview ? stateOf(ledger) : undefined;
      // Without the function, a second hold may be in review.
      const isOpen = payments.every((entry) => open.includes(entry) || !known.includes(entry));
      return isOpen && payments.some((entry) => open.includes(entry)) ? stateOf(ledger) : undefined;
    },
  },
  {
    text: "Genuine notifications are answered 200 in the end.",
    advice: (observed) => ANSWERS.find(([answer]) => answer.test(observed))?.[1] ?? "",
    isAdviceBest: true,
    inTheEnd: ({ order }) => {
      const [first] = order.unanswered;
      if (!first) return undefined;
      const answer = first.status === undefined ? "got no response" : `was answered ${first.status}`;
      return `the notification was repeated, and ${answer}`;
    },
  },
  {
    text: "An order stays payable while its customer may still pay.",
    advice: `Close an order only if the gateway returns that its token expired. A decline, a return without a payment and a run of the job end nothing. ${LIFECYCLE}`,
    inTheEnd: (ledger) =>
      unfulfilled(ledger) === "refunded or in review" &&
      !ledger.order.mayBeInReview &&
      ledger.order.refusals.every(({ kind }) => kind !== "capture")
        ? stateOf(ledger)
        : undefined,
  },
  {
    text: "A paid order is fulfilled in the end.",
    advice: `Run a job that calls checkouts.get for each token whose status is not final. If it runs rarely, give it to checkShop as reconcile. ${JOB}`,
    inTheEnd: (ledger) => (unfulfilled(ledger) === "ignored" ? stateOf(ledger) : undefined),
  },
  {
    text: "Every other payment is refunded whole or in manual review.",
    advice: `Store the uid of a payment that pays no order, such as a second one or one with another amount, where your staff sees it. ${REVIEW}`,
    inTheEnd: (ledger) => {
      const { known, inReview } = ledger;
      const open = known.filter((entry) => !isOver(entry)).length - payingOf(ledger);
      return inReview !== undefined && open > inReview ? stateOf(ledger) : undefined;
    },
  },
  {
    text: "No payment that pays its order is in manual review, and no payment is there twice.",
    advice: `Store payments for manual review under their key, under a unique index. Delete the review when the payment pays its order. ${REVIEW}`,
    isAdviceBest: true,
    inTheEnd: (ledger) => {
      const { order, successes, inReview = 0, made } = ledger;
      const paying = Math.min(order.everFulfilled, limitsOf(ledger)[0] - made.renewal.length);
      // The shop may give its staff each refusal, and what was made without it.
      const others = order.oddities + order.office.size + order.refusals.length + made.renewal.length;
      return inReview > Math.max(0, successes.length - paying) + others ? stateOf(ledger) : undefined;
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
