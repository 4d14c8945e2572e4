import type { Moved } from "../history/events.ts";
import {
  all,
  failedAmounts,
  isHold,
  isOver,
  isSettled,
  lastAnswers,
  type Payment,
  wasNotified,
} from "../history/facts.ts";
import { has, type Verdict } from "../laws/law.ts";
import { firstBroken } from "../laws/laws.ts";
import { canceledIn, isExplained } from "../laws/payments.ts";
import { askFor, isUnsettled, pressAgain, pressable } from "./moves/requests.ts";
import type { OrderHistory } from "./order-history.ts";
import { type StoryRun, subjectOf } from "./story-run.ts";

/** How often the gateway repeats a notification that was not answered with 200, and milliseconds before the first repeat. */
const [REPEATS, REPEAT_INTERVAL] = [4, 50];

/** Minimum time between two looks at an order, in milliseconds. It grows to a tenth of the time since the first look. */
const MIN_INTERVAL = 20;

/** How many captures of an amount the staff requests, if the gateway makes none of them. */
const TRIES = 2;

/** How long the first paid order may take before the job runs, in milliseconds. Some shops fulfill orders only in their job. */
const FIRST_WAIT = 1000;

export const judge = (run: StoryRun, isEnd = false): Promise<Verdict | undefined> =>
  run.shop.steps.run(async () => {
    await Promise.all(run.orders.map((order) => run.look(order)));
    return firstBroken(run.orders, isEnd);
  });

/**
 * Checks repeatedly whether something holds. Only the time of pauses counts, not the time for which another story needs
 * the shop alone. `look` gets the milliseconds until now. @returns them when it held, or undefined after the timeout.
 */
async function until(
  run: StoryRun,
  timeout: () => number,
  look: (elapsed: number) => Promise<boolean>,
): Promise<number | undefined> {
  let elapsed = 0;
  while (!(await look(elapsed))) {
    if (elapsed > timeout()) return undefined;
    const pause = Math.max(MIN_INTERVAL, elapsed / 10);
    await run.shop.pace.pause(pause);
    elapsed += pause;
  }
  return elapsed;
}

/**
 * Waits until a paid order is fulfilled before the story goes on, because the shop may use a queue, or fulfill it in its job.
 * @returns how long it waited in vain, in milliseconds.
 */
export async function awaitFulfillment(run: StoryRun): Promise<number> {
  const { shop, order } = run;
  const { right, ever } = run.facts(order);
  // A shop may capture a hold by itself, before it fulfills the order.
  const mayBeCaptured = (each: Payment): boolean => isHold(each) && !order.isCapturedByStaff;
  const isDue = right.some(
    (each) =>
      wasNotified(order, each) &&
      (isSettled(each) || mayBeCaptured(each)) &&
      !isOver(each) &&
      !isExplained(each, order),
  );
  if (ever > 0 || !isDue || run.calls.outage) return 0;
  const { pace } = shop;
  const start = performance.now();
  const look = async () => (await shop.steps.run(() => run.look(order))).ever > 0;
  const mayBeByJob = pace.isByJob ?? shop.functions.has("reconcile");
  const limit = () => (mayBeByJob ? FIRST_WAIT : pace.waitTime);
  const elapsed = pace.isByJob ? undefined : await until(run, limit, look);
  if (elapsed !== undefined) {
    pace.tookUntilFulfilled(elapsed, false);
    return 0;
  }
  const inVain = performance.now() - start;
  if (!mayBeByJob) return inVain;
  run.calls.see(run.line - 1, await run.withoutTurn(() => shop.reconcileForAll()));
  const rest = await until(run, () => pace.waitTime, look);
  if (rest !== undefined) pace.tookUntilFulfilled(rest === 0 ? 0 : inVain + rest, rest === 0);
  return inVain;
}

/** Repeats notifications that were not answered with 200. A gateway repeats them for a day and a half. */
async function repeatUnanswered(run: StoryRun): Promise<void> {
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    if (run.orders.every(({ unanswered }) => unanswered.length === 0)) return;
    // Each repeat comes after a longer time.
    await run.shop.pace.pause(REPEAT_INTERVAL * repeat ** 2);
    for (const order of run.orders)
      for (const notification of order.unanswered)
        run.ending.add(await run.shop.steps.run(() => run.post(order, notification)));
  }
}

/** The amounts that may be left to capture. Of two holds, the shop may use either, and shows it by its first capture. */
function leftToCapture(run: StoryRun, order: OrderHistory): number[] {
  if (canceledIn(order)) return [];
  const holds = run.facts(order).right.filter(({ isReviewed }) => !isReviewed);
  const isCapture = ({ type, by }: Moved): boolean => type === "capture" && by === "shop";
  const used = holds.filter((hold) => hold.family.some(isCapture) && !isOver(hold));
  // A story sends a rejected capture again with its id. If the shop still rejects the id, a capture with a new id follows.
  const requests = lastAnswers(order, "capture");
  const rejected = requests.flatMap((each) =>
    each.isAccepted || each.isLast || each.request === undefined ? [] : each.amount,
  );
  const left = (used.length > 0 ? used : holds).map(({ held }) => held);
  // The bank may decline each capture of a hold, so that the staff gives up.
  const failed = failedAmounts(order, "capture");
  const made = all(order, "moved").filter(isCapture);
  const due = requests.filter((each) => each.isAccepted && !failed.includes(each.amount));
  // The job may still make them.
  if (due.length > made.length) return [];
  const count = (some: readonly { readonly amount: number }[], amount: number): number =>
    some.filter((each) => each.amount === amount).length;
  const isInVain = (amount: number): boolean =>
    failed.includes(amount) && count(requests, amount) - count(made, amount) >= TRIES;
  const amounts = left.filter((amount) => amount > 0 && !rejected.includes(amount) && !isInVain(amount));
  return [...new Set(amounts)].sort((one, other) => other - one);
}

/** Runs the job, and captures the rest of each hold, like staff that pack an order. @param isCapturing Whether to capture now. */
async function work(run: StoryRun, isCapturing: boolean): Promise<void> {
  const { shop, orders } = run;
  run.step += 1;
  run.calls.begin(undefined, false);
  if (shop.functions.has("reconcile")) run.ending.add(await shop.pace.without(() => shop.reconcileForAll()));
  for (const line of await shop.steps.run(() => pressAgain(run))) run.ending.add(line);
  for (const order of isCapturing && shop.functions.has("capture") ? orders : [])
    for (const amount of leftToCapture(run, order))
      run.ending.add(await shop.steps.run(() => askFor(run, { kind: "capture", amount }, order)));
}

/**
 * Judges all laws after the gateway has repeated its notifications and the job has run without faults.
 * @param onRight Called when its orders are right, or only a request may still be made.
 */
export async function judgeInTheEnd(
  run: StoryRun,
  timeout: number,
  onRight = () => {},
): Promise<Verdict | undefined> {
  const { shop } = run;
  for (const { id, unsent } of run.orders) {
    const whose = id === run.order.id ? "" : ` of order ${id}`;
    for (const each of unsent) run.ending.add(`the ${subjectOf(each)}${whose} was lost`);
  }
  await repeatUnanswered(run);
  let verdict: Verdict | undefined;
  let [nextJob, workedAt] = [0, 0];
  // The shop sends a request again when it is no longer under way, perhaps with another key.
  const [hasRequests, isDisturbed] = [run.orders.some(has("asked")), run.orders.some(has("disturbed"))];
  const resentAt = hasRequests && isDisturbed ? run.calmSince + shop.underWay : 0;
  const most = () => (resentAt > 0 || isUnsettled(run) ? 3 : 2) * shop.underWay;
  // A shop may capture a hold without its staff, or refund a payment that pays no order.
  const sends = hasRequests || isDisturbed;
  const timeLimit = () => (sends || isUnsettled(run) ? Math.max(timeout, most()) : timeout);
  const isOver = async (): Promise<boolean> => {
    verdict = await judge(run, true);
    if (!verdict || hasRequests) onRight();
    return verdict ? verdict.isFinal : !isUnsettled(run) && workedAt >= resentAt;
  };
  await until(run, timeLimit, async (elapsed) => {
    // The job runs even if all laws hold, because it may destroy a right state, and again at growing intervals.
    const { now } = run;
    const isCalm = now >= resentAt;
    if (
      (isCalm && workedAt < resentAt) ||
      pressable(run).length > 0 ||
      ((verdict || elapsed === 0) && elapsed >= nextJob)
    ) {
      workedAt = now;
      nextJob = elapsed + Math.min(elapsed, shop.underWay / 2) + 10 * MIN_INTERVAL;
      // Before, a hold must have room for a capture that is sent twice.
      await work(run, isCalm);
    }
    return isOver();
  });
  if (verdict && !verdict.isFinal && run.orders.some(has("asked"))) {
    // What the staff requested last may still wait for the job.
    await work(run, false);
    verdict = await judge(run, true);
  }
  if (verdict) return verdict;
  // A late mistake of the shop, such as a second fulfillment, happens in this time.
  await shop.pace.pause(shop.pace.quietTime);
  return judge(run, true);
}
