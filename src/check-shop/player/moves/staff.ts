import type { FollowUpType } from "../../../api/transactions/transaction-type.ts";
import type { Notification } from "../../gateway/watched-gateway.ts";
import { CALLS, CHARGEBACKS, JOB, LIFECYCLE, ONCE_ONLY, REFUNDS, REVIEW } from "../../guides.ts";
import type { Moved } from "../../history/events.ts";
import { all, isHold, isOver, type Payment } from "../../history/facts.ts";
import { type Move, needing } from "../move.ts";
import { transactionIn } from "../order-history.ts";
import { sleep } from "../pace.ts";
import { tryAgain } from "../shop.ts";
import type { StoryRun } from "../story-run.ts";
import { cancelOrder, postLast } from "./customer.ts";
import { FAULTS } from "./faults.ts";
import { type AmountKind, askFor, changeable, KINDS, madeByOthers } from "./requests.ts";

const OFFICE_ADVICE: Readonly<Record<FollowUpType, string>> = {
  refund: `Add a refund to the refunded sum of its payment. The order stays as it is. ${REFUNDS}`,
  capture: `Take the captured amount from the notification of the capture, because your staff may capture in the back office. ${LIFECYCLE}`,
  void: `Capture only what is still held. Read the result of the capture before you fulfill the order. ${LIFECYCLE}`,
  chargeback: `A chargeback pays nothing. Keep it for manual review, and hold back what is not shipped. ${CHARGEBACKS}`,
};

/** Changes a payment at the gateway without the shop. */
const office = (
  type: FollowUpType,
  text: string,
  find: (run: StoryRun) => Payment | undefined,
  amountOf: (left: number, run: StoryRun) => number = (left) => left,
): Move => ({
  weight: 0.7,
  advice: OFFICE_ADVICE[type],
  ...((type === "capture" || type === "void") && { isOfHold: true }),
  ...needing(
    (run) => {
      const payment = find(run);
      const isOfHold = type === "capture" || type === "void";
      const amount = payment ? amountOf(isOfHold ? payment.held : payment.kept, run) : 0;
      const parent = payment && !isOfHold && isHold(payment) ? captureOf(payment) : payment;
      return parent && amount > 0 ? { uid: parent.uid, amount } : undefined;
    },
    async ({ gateway }, { uid, amount }) => {
      await gateway.followUp(type, uid, amount);
      return `${amount} minor units ${text}${type === "chargeback" ? "" : " in the back office"}`;
    },
  ),
});

/** The capture of a hold. A hold with several captures is refunded by several calls, which no move makes. */
const captureOf = ({ family }: Payment): Moved | undefined => {
  const captures = family.filter(({ type }) => type === "capture");
  return captures.length === 1 ? captures[0] : undefined;
};

const refundable = (run: StoryRun) => changeable(run, "refund");
const held = (run: StoryRun) => changeable(run, "capture");
const received = (run: StoryRun) => run.facts().right.find(({ kept }) => kept > 0);
const secondOf = (kind: AmountKind) => (run: StoryRun) => {
  const [, ...others] = run.facts().right;
  return changeable(run, kind) && others.find((each) => each[KINDS[kind].left] > 0);
};

/** Milliseconds between two looks whether the shop has called the gateway, and after which a call counts as one that hangs. */
const [INTERVAL, HANGS] = [5, 100];

/** Waits until the shop has sent a POST in this step, a call of it hangs, or the other moves of the step have ended. */
async function awaitPost(run: StoryRun): Promise<void> {
  const { calls, shop } = run;
  const start = performance.now();
  let [now, idleAt] = [start, start];
  const isOver = (): boolean => calls.count.posts > 0 || now - idleAt > HANGS || run.moving <= 1;
  while (!isOver() && now < start + shop.pace.waitTime) {
    await sleep(INTERVAL);
    now = performance.now();
    if (calls.open === 0) idleAt = now;
  }
}

async function awaitOthers(run: StoryRun): Promise<void> {
  const end = performance.now() + run.shop.pace.waitTime;
  while (run.moving > 1 && performance.now() < end) await sleep(1);
}

/** @param wait Lasts until the moment at which the shop is killed. */
const restarting = (wait: (run: StoryRun) => Promise<void>, more: Partial<Move> = {}): Move => ({
  weight: 0.07,
  needs: "restart",
  advice: `Store the payment and the order's new state in one transaction of a database, and answer 200 after it. Let a job find in the database what is still to do, because a list in memory ends with the process. ${ONCE_ONLY}`,
  stopsShop: true,
  isRace: true,
  play: async (run) => {
    await wait(run);
    return run.shop.restart();
  },
  ...more,
});

/** The notification of the payment that is not fulfilled yet. */
const notFulfilled = (run: StoryRun): Notification | undefined => {
  const { payments, ever } = run.facts();
  const [payment, second] = payments;
  const isDue = payment?.isRight && (!isHold(payment) || run.order.isCapturedByStaff);
  if (!isDue || second || ever > 0) return undefined;
  return run.order.unsent.find((each) => transactionIn(each).uid === payment.uid && !isOver(payment));
};

/**
 * Posts the notification of the payment. A hold is captured, if the staff does it. The next thing happens at once, perhaps before
 * a job fulfills the order.
 */
const atOnce = (needs: Move["needs"], then: (run: StoryRun) => Promise<string>): Move => ({
  weight: 0.5,
  ...(needs && { needs }),
  advice: `Do not fulfill an order that was canceled, or whose payment was refunded whole or charged back. Ask for it in the statement that fulfills the order. ${REFUNDS}`,
  ...needing(notFulfilled, async (run, notification) => {
    const { order } = run;
    const { type, amount } = order.terms;
    const posted = await run.post(order, notification);
    const captured = type === "payment" ? [] : [await askFor(run, { kind: "capture", amount })];
    return [posted, ...captured, await then(run)].join("; ");
  }),
});

const BY_BANK = "charged back by the customer's bank";
const REFUND_EARLY = office("refund", "refunded", received);
const REFUND_PART_EARLY = office("refund", "refunded", received, (left) => Math.floor(left / 3));

/** Money goes back without the shop. */
const takenBack = (move: Move): Move =>
  atOnce(undefined, async (run) => `${await move.play(run)}; ${await postLast(run)}`);

/** A payment in manual review of which nothing was refunded. */
const reviewedIn = (run: StoryRun): Payment | undefined => {
  const { inReview } = all(run.order, "seen").at(-1) ?? {};
  const uids = typeof inReview === "object" ? inReview : [];
  const { payments } = run.facts();
  return payments.find((each) => uids.includes(each.uid) && !isHold(each) && each.kept === each.taken);
};

async function expireOrders({ shop }: StoryRun): Promise<string> {
  for (const each of shop.running) each.timeOut();
  await tryAgain(() => shop.call("expireOrders")); // the shop may be killed at this moment
  return "the shop's clock passed the end of its open orders";
}

/** Cancels the order after half of the time in which the shop fulfills one, by itself or in a run of its job. */
async function cancelHalfway(run: StoryRun): Promise<string> {
  const { shop } = run;
  const job = shop.functions.has("reconcile") ? shop.reconcile() : undefined;
  await sleep((job ? shop.jobTime : shop.pace.slowest) / 2);
  const line = await cancelOrder(run);
  return `${job ? `${await job}, and meanwhile ` : ""}${line}`;
}

/** Milliseconds of an outage after its last other move. */
const OUTAGE = 3000;

export const STAFF: Readonly<Record<string, Move>> = {
  job: { weight: 4, needs: "reconcile", play: ({ shop }) => shop.reconcile() },
  // Never the amount that the shop refunds at the same moment, because a gateway refuses it as a duplicate.
  "office refund": office(
    "refund",
    "refunded",
    refundable,
    (left, run) => Math.floor(left / 7) - madeByOthers(run),
  ),
  "office refund early": REFUND_EARLY,
  "office refund part early": REFUND_PART_EARLY,
  "office refund rest": office("refund", "refunded", refundable),
  "office refund second": office("refund", "of another payment refunded", secondOf("refund")),
  "office capture second": office("capture", "of another hold captured", secondOf("capture")),
  "office void second": office("void", "of another hold voided", secondOf("capture")),
  "office capture": office("capture", "captured", held),
  "office capture part": office("capture", "captured", held, (left) => Math.floor(left / 3)),
  "office void": office("void", "voided", held),
  chargeback: office("chargeback", BY_BANK, refundable),
  "expire hold": {
    weight: 0.5,
    isOfHold: true,
    advice: OFFICE_ADVICE.void,
    ...needing(held, async (run, { uid }) => {
      run.gateway.expireHold(uid);
      run.note(run.order, { is: "hold expired", uid });
      return "the hold expired at the bank";
    }),
  },
  "refund unfulfilled": atOnce("refund", (run) =>
    askFor(run, { kind: "refund", amount: run.order.terms.amount }),
  ),
  "refund review": {
    weight: 2,
    needs: "refundReview",
    advice: `Refund a payment in manual review by its own uid, whole, and keep its request like any other. ${REVIEW}`,
    ...needing(reviewedIn, (run, { amount, uid: of }) => askFor(run, { kind: "refund", amount, of })),
  },
  "cancel unfulfilled": atOnce("cancel", cancelOrder),
  "cancel while fulfilling": { ...atOnce("cancel", cancelHalfway), needsShop: true, isRace: true },
  "office refund unfulfilled": takenBack(REFUND_EARLY),
  "office refund part unfulfilled": {
    ...takenBack(REFUND_PART_EARLY),
    advice: `A refund of a part does not stop the shipment. Compare the sum of the refunds with the amount. ${REFUNDS}`,
  },
  "chargeback unfulfilled": takenBack(office("chargeback", BY_BANK, received)),
  "go down": {
    weight: 0.1,
    advice: `Let a job find in the database what is still to do, and try it again until the gateway answers. ${JOB}`,
    isPossible: ({ calls }) => calls.outage === undefined,
    play: async (run) => {
      run.noteShared({ is: "disturbed", by: "outage" });
      run.calls.outage = FAULTS.get("503");
      return "the gateway is down from now on";
    },
  },
  "come back": {
    weight: 1,
    isWait: true,
    isPossible: ({ calls }) => calls.outage !== undefined,
    play: async (run) => {
      await run.withoutTurn(() => sleep(OUTAGE));
      run.calls.outage = undefined;
      run.calmSince = run.now;
      return `the gateway is back after ${OUTAGE / 1000} seconds`;
    },
  },
  "expire orders": {
    weight: 0.1,
    needs: "expireOrders",
    needsShop: true,
    isAlone: true, // a story does not have its order yet while the order is placed
    advice: `Close an order only if it is not paid, in the statement itself: UPDATE … WHERE paid_by IS NULL. ${LIFECYCLE}`,
    play: expireOrders,
  },
  "expire unfulfilled": { ...atOnce("expireOrders", expireOrders), needsShop: true, isAlone: true },
  restart: restarting(() => sleep(0)),
  // After half of the time in which this shop was seen to fulfill an order.
  "restart halfway": restarting(({ shop }) => sleep(shop.pace.slowest / 2), { isTimed: true }),
  // At moments that differ for a shop that answers before or after its work.
  "restart while answering": restarting(({ shop }) => sleep(shop.pace.momentOfAnswer()), { isTimed: true }),
  "restart at answer": restarting(awaitOthers),
  "restart at post": restarting(awaitPost, {
    isExact: true,
    advice: `A row that is marked as being sent may have been sent, or not, because the process was killed. When its time under way is over, search for it by its key, and send it again with the same key. ${CALLS}`,
  }),
};
