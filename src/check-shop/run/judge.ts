import { firstBroken, type Verdict } from "../invariants/laws.ts";
import type { Ledger } from "../invariants/ledger.ts";
import type { OrderHistory } from "../scenario/history.ts";
import { type CheckedShop, sleep } from "../scenario/shop.ts";
import type { StoryRun } from "../scenario/story-run.ts";
import { cardsOf } from "./calls.ts";

/** How often the gateway repeats a notification that was not answered with 200. */
const REPEATS = 4;

/** Milliseconds before the first repeat. Each other repeat comes after a longer time. */
const REPEAT_INTERVAL = 50;

/** Minimum time between two looks at an order, in milliseconds. It grows to a tenth of the time since the first look. */
const MIN_INTERVAL = 20;

/** Reads what the shop and the gateway have of an order. */
async function readLedger({ gateway, shop }: StoryRun, order: OrderHistory): Promise<Ledger> {
  // The shop first. Otherwise a payment between the two reads would be fulfilled, and missing in the gateway's book.
  const fulfilments = await shop.fulfilments(order.id);
  order.noteFulfilments(fulfilments);
  const inReview = await shop.inReview(order.id);
  const entries = gateway.paymentsOf(order.tokens);
  const successes = entries.filter(({ transaction }) => order.isSuccess(transaction));
  return {
    order,
    fulfilments,
    inReview,
    successes,
    payments: successes.filter(({ transaction }) => order.isPayment(transaction)),
    // If the shop gave no customer the token, only a notification can inform the shop about its payment.
    known: successes.filter((entry) => entry.token === order.token || order.wasNotified(entry.transaction)),
    refunds: entries
      .flatMap((entry) => entry.refunds)
      .filter(({ uid }) => !order.officeRefunds.has(uid))
      .map(({ amount }) => Number(amount)),
    charges: gateway.chargesOf(cardsOf(successes)),
  };
}

async function judge(run: StoryRun, isEnd: boolean): Promise<Verdict | undefined> {
  return firstBroken(await Promise.all(run.orders.map((order) => readLedger(run, order))), isEnd);
}

export const judgeNow = (run: StoryRun): Promise<Verdict | undefined> =>
  run.shop.sideBySide(() => judge(run, false));

/**
 * Looks again and again whether something holds. Only the time of looks and pauses counts, not the time for which another
 * story needs the shop alone.
 *
 * @param look Gets the milliseconds until now.
 * @returns the milliseconds until it held; undefined if it did not within the timeout.
 */
async function until(
  shop: CheckedShop,
  timeout: number,
  look: (elapsed: number) => Promise<boolean>,
): Promise<number | undefined> {
  let elapsed = 0;
  for (;;) {
    const holds = await shop.sideBySide(async () => {
      const start = performance.now();
      const result = await look(elapsed);
      elapsed += performance.now() - start;
      return result;
    });
    if (holds) return elapsed;
    if (elapsed > timeout) return undefined;
    const pause = Math.max(MIN_INTERVAL, elapsed / 10);
    await sleep(pause);
    elapsed += pause;
  }
}

/** Waits until a paid order is fulfilled before the story goes on, because the shop may use a queue. */
export async function awaitFulfilment({ gateway, shop, order }: StoryRun): Promise<void> {
  const isNotified = gateway
    .paymentsOf(order.tokens)
    .some(({ transaction }) => order.isPayment(transaction) && order.wasNotified(transaction));
  if (order.wasFulfilled || !isNotified) return;
  const elapsed = await until(shop, shop.waitTime, async () => {
    order.noteFulfilments(await shop.fulfilments(order.id));
    return order.wasFulfilled;
  });
  if (elapsed !== undefined) shop.tookUntilFulfilled(elapsed);
}

/** Repeats notifications that were not answered with 200. A gateway repeats them for a day and a half. */
async function repeatUnanswered(run: StoryRun): Promise<void> {
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    if (run.orders.every(({ unanswered }) => unanswered.length === 0)) return;
    await sleep(REPEAT_INTERVAL * repeat ** 2);
    for (const order of run.orders) {
      for (const { notification } of order.unanswered) {
        await run.shop.sideBySide(() => run.post(order, notification));
      }
    }
  }
}

/** Judges all laws when nothing goes wrong any more: the gateway repeats notifications, and the job runs. */
export async function judgeInTheEnd(run: StoryRun, timeout: number): Promise<Verdict | undefined> {
  const { shop } = run;
  await repeatUnanswered(run);
  let verdict: Verdict | undefined;
  let nextJob = 0;
  await until(shop, timeout, async (elapsed) => {
    verdict = await judge(run, true);
    if (!verdict || verdict.isFinal) return true;
    // The job runs again at growing intervals.
    if (shop.has("reconcile") && elapsed >= nextJob) {
      await shop.reconcile();
      nextJob = 2 * elapsed + 10 * MIN_INTERVAL;
    }
    return false;
  });
  if (verdict) return verdict;
  // A late mistake of the shop, such as a second fulfillment, happens in this time.
  await sleep(shop.quietTime);
  return shop.sideBySide(() => judge(run, true));
}
