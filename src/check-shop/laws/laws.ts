import * as guide from "../guides.ts";
import type { History } from "../history/events.ts";
import {
  all,
  type Facts,
  factsOf,
  isFailed,
  isHold,
  isOver,
  isSettled,
  lastAnswers,
  type Payment,
  stateOf,
  sum,
  times,
} from "../history/facts.ts";
import { has, type Law, moves, type Verdict } from "./law.ts";
import {
  canceledIn,
  isCanceled,
  isExplained,
  isFulfilledAfter,
  isFulfilledInVain,
  isIgnored,
  notAnswered,
  openOf,
  othersIn,
  ownOf,
  payingOf,
  unreviewed,
} from "./payments.ts";
import { REQUEST_LAWS } from "./request-laws.ts";
import { OWN_CARD } from "./requested.ts";

/** The only law about different stories: the id of an order is never used again. */
export const DIFFERENT_IDS = {
  name: "different ids",
  text: "Two orders have different ids.",
  isTried: () => true,
  lost: "goods",
  advice: `Give each order its own tracking_id, such as a UUID, and never use an id again. ${guide.HANDLER}`,
  isAdviceBest: true,
  among: ([one, other]) => {
    const id = one?.terms.trackingId;
    return id === undefined || id !== other?.terms.trackingId
      ? undefined
      : `the orders ${one?.id} and ${other.id} have the tracking_id ${id}`;
  },
} as const satisfies Law;

const FULFILLED = `Let one statement decide whether the order was fulfilled before, such as UPDATE … WHERE shipped = 0, or an INSERT with a unique index on the order. The job, the return page and notifications may fulfill it at the same moment. ${guide.ONCE_ONLY}`;
const TAKEN_BACK = `Do not fulfill an order whose payment was refunded whole or charged back. Store each notified refund and chargeback by its uid, also one that your shop did not request, and read their sum in the statement that fulfills the order. ${guide.CHARGEBACKS}`;
const PERIOD = `Count each charged period once, under its key, because the answer to the charge and its notification are about the same one. ${guide.RENEWALS}`;
const TOP_UP = `Count each payment of the same bill or link once, under its uid. A second one is no mistake. ${guide.BILLS}`;
const OWN_KEY = `Store each payment for manual review under the key that review receives, or under its uid and its type. Under the id of the order, only one of several payments is kept. ${guide.REVIEW}`;
const GIVE_BACK = `Refund what is left of the payment in the transaction that closes the order. If this refund is declined or refused, keep the payment for manual review. ${guide.REFUNDS}`;
const MARK_FIRST = `Your shop accepted the cancellation, and fulfilled the order after it. Mark an order for its shipment before the call of the carrier, in a statement that reads whether it is canceled. Cancel only an order without this mark. ${guide.ONCE_ONLY}`;
const VOIDED = `Your shop voided the only hold of an open order. Capture a hold that pays its order, and void only what pays none. ${guide.LIFECYCLE}`;

/** Whether the shop took no payment of the order, although the customer paid in time. */
function isTurnedAway(facts: Facts, history: History): boolean {
  const own = ownOf(facts, history);
  const open = own.filter((each) => !isOver(each));
  return (
    !history.terms.isReusable &&
    facts.ever === 0 &&
    lastAnswers(history, "refund").length === 0 &&
    own.length > 0 &&
    // Another payment may have paid the order before it was taken back.
    facts.right.every((each) => !isExplained(each, history) || (!own.includes(each) && !isOver(each))) &&
    unreviewed(facts, open) === 0
  );
}

/** Whether the shop voided the only hold of an order that no decline or wait had closed. */
const isVoided = ({ payments }: Facts, history: History): boolean =>
  payments.length === 1 &&
  payments.every((each) => isHold(each) && isOver(each)) &&
  all(history, "notified").every(({ status }) => status === "successful");

/** Whether some charged periods count, and others do not. Many shops count none. A late response is not lost. */
const isPeriodForgotten = ({ now, ever, needed, charges, right }: Facts, history: History): boolean =>
  now > needed &&
  // What a whole refund took back may have been replaced by a period before anybody looked.
  ever + right.filter(isOver).length < needed + charges &&
  all(history, "disturbed").every(({ by }) => by === "slow");

/** The laws, causes before their consequences, because only the first law that a story breaks is reported. */
const ROWS = [
  DIFFERENT_IDS,
  {
    name: "paid",
    text: "An order is fulfilled only by a genuine, settled payment of it, with its amount and currency.",
    lost: "goods",
    advice: `Fulfill an order only if outcome is "paid", and if amount, currency and tracking_id match the stored order. ${guide.HANDLER}`,
    always: (facts, history) => {
      const { now, right } = facts;
      if (isFulfilledInVain(facts, history)) return { observed: stateOf(facts), advice: TAKEN_BACK };
      if (now === 0 || right.some((each) => history.isCapturedByStaff || isSettled(each))) return undefined;
      const [hold] = right;
      return hold
        ? `fulfilled ${times(now)}, and ${hold.taken} of ${hold.amount} captured`
        : `fulfilled ${times(now)}, and the gateway has no such payment`;
    },
  },
  {
    name: "once",
    text: "An order is fulfilled at most once.",
    lost: "goods",
    advice: `Let one statement of the database decide which payment pays the order, such as UPDATE … WHERE paid_by IS NULL. ${FULFILLED}`,
    always: (facts, history) => {
      const { now, ever, needed, right, charges } = facts;
      const isPaidOnce = right.length > 1 && unreviewed(facts, right) <= needed;
      const isRenewed =
        lastAnswers(history, "renewal").some(({ isAccepted }) => isAccepted) &&
        all(history, "sent").every((each) => each.kind !== "renewal" || !isFailed(each));
      const ofKind = history.terms.isReusable ? TOP_UP : charges > 0 ? PERIOD : undefined;
      if (now > needed + charges)
        return {
          observed: stateOf(facts),
          advice: ofKind ?? (isRenewed ? OWN_CARD : isPaidOnce ? FULFILLED : undefined),
        };
      return (
        ever > Math.max(1, right.length) + charges && `fulfilled again after it was canceled, ${times(ever)}`
      );
    },
  },
  {
    name: "canceled",
    text: "A canceled order is not fulfilled later, and its money goes back.",
    isTried: has("canceled"),
    needs: "cancel",
    lost: "goods",
    advice: `Cancel an order only if it is not paid, or refund it whole. Let a payment pay only an order that is not canceled, and ship only such an order. Decide it in the statement: UPDATE … WHERE paid_by IS NULL AND canceled = 0. ${guide.ONCE_ONLY}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) => {
      const canceled = canceledIn(history);
      // A period may have been under way.
      if (!canceled || facts.charges > 0) return undefined;
      const isPaidBefore = ({ uid }: Payment): boolean =>
        history.events.findIndex((each) => each.is === "moved" && each.uid === uid) <
        history.events.indexOf(canceled);
      const observed = `canceled, and ${stateOf(facts)}`;
      if (facts.now === 0) {
        const isKept =
          facts.inReview !== undefined && unreviewed(facts, openOf(facts).filter(isPaidBefore)) > 0;
        return isKept && { observed, advice: GIVE_BACK, lost: "the customer's money" };
      }
      if (facts.right.some((each) => !isOver(each) && !each.isReviewed)) return observed;
      return isFulfilledAfter(canceled, history) && { observed, advice: MARK_FIRST };
    },
  },
  {
    name: "delivered",
    text: "Nothing is delivered twice, or to two orders.",
    lost: "goods",
    advice: `Let one statement choose a thing and take it out of the pool, such as UPDATE … SET order_id = … WHERE order_id IS NULL … RETURNING key. Do not read before the write, and do nothing slow between them. ${guide.ONCE_ONLY}`,
    isAdviceBest: true,
    always: (_, history) => all(history, "delivered again")[0]?.what,
  },
  {
    name: "stock",
    needs: "stock",
    text: "No more is sold than the stock has.",
    isTried: has("sold"),
    lost: "goods",
    advice: `Let the statement that takes a piece compare, such as UPDATE … SET stock = stock - 1 WHERE stock > 0. Refuse the order, or refund its payment, if it changed nothing. ${guide.ONCE_ONLY}`,
    isAdviceBest: true,
    always: (_, history) => {
      const above = all(history, "sold").find(
        ({ pieces, left, stock = pieces }) => left < 0 || pieces > stock,
      );
      return (
        above &&
        `${above.pieces} fulfilled at the same moment${above.stock === undefined ? "" : ` of ${above.stock} in stock`}, and ${above.left} left`
      );
    },
  },
  {
    name: "forged",
    text: "Forged notifications are never answered 200.",
    isTried: (history) => all(history, "notified").some(({ what }) => what === "forged"),
    lost: "goods",
    advice: `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${guide.SIGNATURE}`,
    always: (_, history) =>
      all(history, "notified").some(({ what, answer }) => what === "forged" && answer === 200) &&
      "the forged notification was answered 200",
  },
  {
    name: "taken away",
    text: "A refund takes away nothing that was paid for.",
    isTried: moves("refund"),
    lost: "the customer's money",
    advice: `Let a refund of a part change the refunded sum, not whether the order is fulfilled. ${guide.REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: ({ right, now, ever }, { terms, events }) => {
      if (events.some(isCanceled)) return undefined;
      const kept = right.filter((each) => each.kept > 0 && isSettled(each));
      const refunded = sum(kept.map((each) => each.amount - each.kept));
      // A whole refund of another payment may have taken the goods back.
      return (
        ever > right.filter(isOver).length &&
        now === 0 &&
        refunded > 0 &&
        `fulfilled before, and not any more, although only ${refunded} of ${terms.amount} were refunded`
      );
    },
  },
  ...REQUEST_LAWS,
  {
    name: "genuine",
    text: "Genuine notifications are answered 200 in the end.",
    isTried: has("notified"),
    lost: "the work of the staff",
    advice: `Check that the local gateway can reach notification_url, and that the shop answers in time. ${guide.REFUSED}`,
    isAdviceBest: true,
    inTheEnd: notAnswered,
  },
  {
    name: "bad order",
    text: "One bad order does not stop the others.",
    isTried: has("bad order"),
    lost: "the customer's money",
    advice: `Catch the errors of each order in each loop of the job, also in the one that delivers, and go on with the next order. ${guide.JOB}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) =>
      all(history, "bad order").length > 0 && isIgnored(facts, history) && stateOf(facts),
  },
  {
    name: "payable",
    text: "An order stays payable while its customer may still pay.",
    lost: "the work of the staff",
    advice: `Close an order only if the gateway returns that its token expired. A decline, a return without a payment, a run of the job and a timer of the shop end nothing. ${guide.LIFECYCLE}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) => isTurnedAway(facts, history) && !isVoided(facts, history) && stateOf(facts),
  },
  {
    name: "fulfilled",
    text: "A paid order is fulfilled in the end.",
    lost: "the customer's money",
    advice: `Run a job that calls checkouts.get for each token until it is paid or its order is over. If it runs rarely, give it to checkShop as reconcile. ${guide.JOB}`,
    inTheEnd: (facts, history) => {
      const observed = stateOf(facts);
      if (isTurnedAway(facts, history) && isVoided(facts, history)) return { observed, advice: VOIDED };
      if (isPeriodForgotten(facts, history)) return { observed, advice: PERIOD };
      return isIgnored(facts, history) && { observed, advice: history.terms.isReusable ? TOP_UP : undefined };
    },
  },
  {
    name: "others",
    text: "Every other payment is refunded whole or in manual review.",
    lost: "money",
    advice: `Store the uid of a payment that pays no order, such as a second one or one with another amount, where your staff sees it. ${guide.REVIEW}`,
    inTheEnd: (facts, history) => {
      if (facts.inReview === undefined) return undefined;
      const open = openOf(facts);
      const paying = payingOf(facts, history);
      const wrong = open.filter(({ isRight, isReviewed }) => !isRight && isReviewed === false);
      const advice = facts.inReview > 0 ? OWN_KEY : undefined;
      return (wrong.length > 0 || unreviewed(facts, open) > paying) && { observed: stateOf(facts), advice };
    },
  },
  {
    name: "review",
    text: "No payment that pays its order is in manual review, and no payment is there twice.",
    lost: "the work of the staff",
    advice: `Store payments for manual review under their key, under a unique index. Delete the review when the payment pays its order. ${guide.REVIEW}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) => {
      const { payments, inReview = 0, needed, ever } = facts;
      const paying = history.events.some(isCanceled) ? 0 : Math.min(ever, needed);
      const most = Math.max(0, payments.length - paying) + othersIn(facts, history);
      return inReview > most && stateOf(facts);
    },
  },
] as const satisfies readonly Law[];

export type LawName = (typeof ROWS)[number]["name"];

export const LAWS: readonly Law[] = ROWS;

/** The first law that one of the orders of a story breaks. */
export function firstBroken(histories: readonly History[], isEnd: boolean): Verdict | undefined {
  const orders = histories.map((history) => [factsOf(history), history] as const);
  for (const when of isEnd ? (["always", "inTheEnd"] as const) : (["always"] as const)) {
    for (const law of LAWS) {
      const ofEach = orders.map((order) => law[when]?.(...order));
      const index = ofEach.findIndex(Boolean);
      const broken = ofEach[index] || (when === "always" && law.among?.(histories));
      const given = typeof broken === "string" ? { observed: broken } : broken;
      const whose = index > 0 ? `order ${histories[index]?.id}: ` : "";
      const details = given && { ...given, observed: `${whose}${given.observed}` };
      if (details) return { law, lost: law.lost, isFinal: when === "always", ...details };
    }
  }
  return undefined;
}
