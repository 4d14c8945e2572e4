/** The laws about what the staff requests, and about holds. */
import { CALLS, REFUNDS, RENEWALS, REVIEW } from "../guides.ts";
import {
  type Asked,
  type History,
  type Moved,
  REQUEST_KINDS,
  type RequestKind,
  type SentCall,
  type Timed,
} from "../history/events.ts";
import { all, type Facts, isOver, lastAnswers, type Payment, stateOf, sum } from "../history/facts.ts";
import { asks, type Broken, has, type Law, moves } from "./law.ts";
import { isExplained, openOf, unreviewed } from "./payments.ts";
import { amountsOf, periodRefunds, requested } from "./requested.ts";

/** What makes a request possible that the gateway can make. */
const POSSIBLE: Readonly<Record<RequestKind, string>> = {
  refund: `Refund the payment whose uid the order has. No refund changes this uid. If several captures took the money, refund each of them. ${REFUNDS}`,
  capture: `Capture from the hold whose uid the order has, until nothing of it is left. ${REFUNDS}`,
  renewal: `Keep the saved card when you read a status without a card, and charge it for each period. ${RENEWALS}`,
};

const OF_HOLDS = `Keep each hold of an order under its uid. A capture or void belongs to the hold of its parent_uid, not to the order. Keep a hold that pays no order for manual review. ${REFUNDS}`;

const OF_REVIEW = `Let your staff refund a payment in manual review by its own uid, with its own amount and currency, also if no order has it. ${REVIEW}`;

/** What ends an order, but not a payment in manual review. */
const OF_ORDERS = ["canceled", "left", "timed out", "bad order"];

/** Whether an event may be the reason why the shop rejects a request. A declined request is over, so the next one is new. */
const isReason = (each: Timed, { of }: Asked, { events }: History): boolean =>
  (each.is === "disturbed" &&
    !(each.by === "declined" && events.some(({ is, step }) => is === "asked" && step === each.step))) ||
  (of === undefined && OF_ORDERS.includes(each.is)) ||
  each.is === "hold expired" ||
  (each.is === "moved" && each.by !== "customer" && each.by !== "shop") ||
  (each.is === "notified" && each.what === "other");

/** The calls of a request, as far as its kind and its amount show them. */
const sentFor = (history: History, { kind, amount }: Asked, result: SentCall["result"]): Timed<SentCall>[] =>
  all(history, "sent").filter(
    (each) => each.kind === kind && each.amount === amount && each.result === result,
  );

/** A request that the shop rejected to the end, although nothing had gone wrong before. */
function refusedWithoutReason(facts: Facts, history: History): Broken | undefined {
  const { right, payments } = facts;
  const { events, terms } = history;
  const [payment] = right;
  // With two payments, it is not known which one is refunded. Shops may not charge and refund all methods.
  const isUsable = payments.length === 1 && payment && (terms.kind === "bill" || payment.isByCard);
  const asked = all(history, "asked");
  const rejected = REQUEST_KINDS.flatMap((kind) => lastAnswers(history, kind)).find((last) => {
    const [first = last] =
      last.request === undefined ? [] : asked.filter((each) => each.request === last.request);
    if (first.isAccepted !== false || last.isAccepted !== false) return false;
    // What happened before its last answer, because the shop may send it later.
    const before = events.slice(0, events.indexOf(last));
    // Another story may end the time of all open orders, which rejects no request that was made before.
    const earlier = before.filter(({ is, step }) => is !== "timed out" || step <= first.step);
    const meanwhile = events.filter(({ step }) => step === first.step);
    const isDeclined = sentFor(history, last, "declined").some(
      (each) => events.indexOf(each) > events.indexOf(first),
    );
    if (isDeclined || [...earlier, ...meanwhile].some((each) => isReason(each, last, history))) return false;
    if (last.of !== undefined) return payments.some(({ uid, kept }) => uid === last.of && kept > 0);
    // A shop may renew nothing that was refunded whole.
    if (!isUsable || (last.kind === "renewal" && isOver(payment))) return false;
    // After a declined capture, the hold may be kept for manual review.
    if (last.kind === "capture" && before.some(({ is }) => is === "disturbed") && facts.inReview !== 0)
      return false;
    const isShared = asked.some((each) => each !== first && each.step === first.step);
    // Without an id, a request is never made again, so that the shop may only wait for an earlier one.
    const isLater = last.request === undefined && first !== asked[0];
    const accepted = lastAnswers(history, last.kind).filter(({ isAccepted }) => isAccepted);
    const total = last.amount + sum(amountsOf(accepted));
    const isAbove =
      last.kind !== "renewal" && total > (last.kind === "refund" ? payment.taken : payment.amount);
    // A job sends equal requests at the same moment, and the gateway refuses all but one as duplicates.
    const isDuplicate =
      last.kind !== "renewal" &&
      sentFor(history, last, "refused").length > 0 &&
      lastAnswers(history, last.kind).some((each) => each !== last && each.amount === last.amount);
    // A shop may refund an order only after it was fulfilled.
    const isEarly = !events
      .slice(0, events.indexOf(first))
      .some((each) => each.is === "seen" && each.fulfillments > 0);
    return !isShared && !isLater && !isAbove && !isDuplicate && !isEarly;
  });
  return (
    rejected && {
      observed: `a ${rejected.kind} was rejected, although nothing had gone wrong before`,
      advice: rejected.of === undefined ? POSSIBLE[rejected.kind] : OF_REVIEW,
    }
  );
}

/** Whether the gateway may have refused a capture as a duplicate, so that the shop cannot know what is left of the hold. */
const isCaptureUnclear = (history: History): boolean =>
  lastAnswers(history, "capture").some(
    (last, _, captures) =>
      !last.isAccepted && captures.some((each) => each.isAccepted && each.amount === last.amount),
  );

/** A capture that the shop sent, of more than its hold still holds. The gateway may refuse it, or not. */
function sentAbove({ payments }: Facts, history: History): string | undefined {
  const sent = all(history, "sent").filter(({ kind }) => kind === "capture");
  const isUnclear = all(history, "disturbed").length > 0;
  const isAbove = (capture: Timed<SentCall>): boolean => {
    const hold = payments.find(({ uid }) => uid === capture.parent);
    if (!hold) return false;
    // After a fault, or if the amount is that of an earlier capture, it may be a repeat.
    const earlier = sent.filter((each) => each.parent === capture.parent && each.step < capture.step);
    const made = earlier.filter(({ result }) => result === "made");
    const isRepeat = isUnclear || earlier.some(({ amount }) => amount === capture.amount);
    return capture.amount > hold.amount - (isRepeat ? 0 : sum(amountsOf(made)));
  };
  const above = sent.find(isAbove);
  return above && `a capture of ${above.amount} was sent, which is more than the hold still held`;
}

const refundsOf = ({ family }: Payment): Moved[] =>
  family.filter(({ type, by }) => type === "refund" && by === "shop");

/** A part of another payment than the one that pays the order was refunded, so that its customer gets less back. */
function refundedFromOther({ right, payments, now, ever }: Facts, history: History): string | undefined {
  const { events, terms } = history;
  const requests = lastAnswers(history, "refund");
  const review = requests.find(({ of }) => of !== undefined);
  const reviewed = payments.find(({ uid, kept }) => uid === review?.of && kept > 0);
  const isElsewhere = right.some(
    (each) => each !== reviewed && refundsOf(each).some(({ amount }) => amount === review?.amount),
  );
  if (review?.isAccepted && reviewed && isElsewhere && requests.length === 1)
    return `the refund of ${review.of}, which is in manual review, was made from another payment`;
  // After a whole refund, another payment may pay the order again.
  if (terms.isReusable || now === 0 || ever > 1) return undefined;
  const fulfilledAt = events.findIndex((each) => each.is === "seen" && each.fulfillments > 0);
  const before = events.slice(0, fulfilledAt);
  const [paying, ...others] = right.filter(({ uid }) =>
    before.some((each) => each.is === "moved" && each.uid === uid),
  );
  // What was refunded whole may have opened the order for another payment.
  if (!paying || others.length > 0 || paying.kept <= 0) return undefined;
  const wrong = right.find((each) => each !== paying && each.kept > 0 && refundsOf(each).length > 0);
  const amounts = amountsOf(requests);
  const uid = wrong?.uid ?? periodRefunds(history).find(({ amount }) => amounts.includes(amount))?.parent;
  return uid && `a part of ${uid} was refunded, but ${paying.uid} pays the order`;
}

const once = <Name extends RequestKind>(
  name: Name,
  needs: string,
  text = `Each requested ${name} is made once, with its amount.`,
  advice = `Store each ${name} with its own key before the call. After an unclear answer, search for it first, or send it again with the same key. ${REFUNDS}`,
) =>
  ({
    ...{ name, text, needs, advice },
    isTried: asks(name),
    lost: "money",
    isAdviceBest: true,
    always: requested(name, false),
    inTheEnd: requested(name, true),
  }) as const satisfies Law;

export const REQUEST_LAWS = [
  once("refund", "refund"),
  {
    name: "paying",
    text: "A refund is made from the payment that pays the order.",
    isTried: asks("refund"),
    needs: "refund",
    lost: "money",
    advice: `Refund the payment whose uid is stored in the order. Your staff refunds any other payment whole. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: refundedFromOther,
  },
  once(
    "renewal",
    "renew",
    "Each renewal is charged once.",
    `Store each period with its own key, under a unique index, before the charge. After an unclear answer, search for the charge first, or send it again with the same key. ${RENEWALS}`,
  ),
  once("capture", "capture"),
  {
    name: "held amount",
    text: "A capture is never above the held amount.",
    isTried: moves("authorization"),
    lost: "money",
    advice: `Compare the amount of a capture with what is left of the hold before the call, and refuse it to your staff. ${REFUNDS}`,
    isAdviceBest: true,
    always: sentAbove,
  },
  {
    name: "accepted",
    text: "A refund, capture or renewal is accepted if nothing went wrong before.",
    isTried: has("asked"),
    lost: "the work of the staff",
    advice: `Store the request, send it, and resolve if the gateway made it. ${CALLS}`,
    isAdviceBest: true,
    inTheEnd: refusedWithoutReason,
  },
  {
    name: "hold",
    text: "A hold is captured, voided or in manual review in the end.",
    isTried: moves("authorization"),
    lost: "money",
    advice: `Capture a hold before it expires, or void it. A declined capture moved nothing, so let your staff send another one for all that is held, or keep the hold for manual review. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) => {
      if (isCaptureUnclear(history)) return undefined;
      const open = openOf(facts).filter(({ held }) => held > 0);
      const observed = stateOf(facts);
      const advice = facts.right.length > 1 ? OF_HOLDS : undefined;
      if (facts.inReview !== undefined) return unreviewed(facts, open) > 0 && { observed, advice };
      // Without the function, a second hold may be in review, and one whose capture was declined.
      const isOpen = facts.right.every(
        (each) => (open.includes(each) && !isExplained(each, history)) || !each.isKnown,
      );
      return isOpen && facts.right.some((each) => open.includes(each)) && { observed, advice };
    },
  },
] as const satisfies readonly Law[];
