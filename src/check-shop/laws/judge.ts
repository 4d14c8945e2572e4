import { sleep } from "../stage/merchant.ts";
import { isPaymentOf, type OrderHistory } from "../stage/order-history.ts";
import type { Stage } from "../stage/stage.ts";
import type { Turns } from "../stage/turns.ts";
import { LAWS, type Law } from "./laws.ts";
import { readLedger, wasNotified } from "./ledger.ts";

/** A law that is broken, and how. */
export interface Verdict {
  readonly law: Law;
  readonly observed: string;
}

/** How often the gateway repeats a notification that was not answered with 200. */
const REPEATS = 4;

/** Milliseconds before the first repeat; the others come later and later. */
const REPEAT_INTERVAL = 50;

/** Milliseconds between two looks at an order: a tenth of the time since the first, and at least these. */
const MIN_INTERVAL = 20;

async function firstBroken(stage: Stage, laws: readonly Law[]): Promise<Verdict | undefined> {
  const { gateway, merchant } = stage;
  const ledgers = await Promise.all(
    stage.orders.map(async (order) => {
      const fulfilments = await merchant.fulfilments(order.id);
      order.fulfilled = fulfilments;
      order.everFulfilled ||= fulfilments > 0;
      return readLedger(gateway, order, { fulfilments, inReview: await merchant.inReview(order.id) });
    }),
  );
  for (const law of laws) {
    for (const ledger of ledgers) {
      const observed = law.broken(ledger);
      if (observed !== undefined) return { law, observed };
    }
  }
  return undefined;
}

const ALWAYS = LAWS.filter(({ holds }) => holds === "always");

/** Judges what must hold at every moment. */
export const judgeNow = (stage: Stage): Promise<Verdict | undefined> => firstBroken(stage, ALWAYS);

/** Whether a notification of a payment that has to fulfil the order was answered with 200. */
const isTold = ({ gateway }: Stage, order: OrderHistory): boolean =>
  gateway
    .paymentsOf(order.tokens)
    .some((entry) => isPaymentOf(order, entry.transaction) && wasNotified(order, entry));

/**
 * Looks again and again whether something holds. Only the time of looks and pauses counts, not that for which another
 * story needs the shop alone.
 *
 * @param look Gets the milliseconds so far.
 * @returns the milliseconds until it held; undefined if it did not within the timeout.
 */
async function until(
  timeout: number,
  turns: Turns,
  look: (elapsed: number) => Promise<boolean>,
): Promise<number | undefined> {
  let elapsed = 0;
  for (;;) {
    const holds = await turns.sideBySide(async () => {
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

/** Gives a shop that fulfils in a queue the time to do it, before the story goes on. */
export async function catchUp(stage: Stage, turns: Turns): Promise<void> {
  const { merchant, order } = stage;
  if (order.everFulfilled || !isTold(stage, order)) return;
  const elapsed = await until(merchant.patience, turns, async () => {
    order.fulfilled = await merchant.fulfilments(order.id);
    order.everFulfilled ||= order.fulfilled > 0;
    return order.everFulfilled;
  });
  if (elapsed !== undefined) merchant.tookUntilFulfilled(elapsed);
}

/** Repeats what was not answered with 200, as the gateway does for a day and a half. */
async function repeatUnanswered(stage: Stage, turns: Turns): Promise<void> {
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    const unanswered = stage.orders.flatMap((order) =>
      [...order.posted.values()]
        .filter(({ status }) => status !== 200)
        .map(({ delivery }) => ({ order, delivery })),
    );
    if (unanswered.length === 0) return;
    await sleep(REPEAT_INTERVAL * repeat ** 2);
    for (const { order, delivery } of unanswered) {
      await turns.sideBySide(() => stage.post(order, delivery));
    }
  }
}

/** The job runs at once, and again at growing intervals while the shop has not done what it should. */
const createJob = ({ merchant }: Stage) => {
  let nextRun = 0;
  return async (elapsed: number): Promise<void> => {
    if (!merchant.has("reconcile") || elapsed < nextRun) return;
    await merchant.reconcile();
    nextRun = 2 * elapsed + 10 * MIN_INTERVAL;
  };
};

/**
 * Judges what must hold in the end: nothing goes wrong any more, the gateway repeats, the job runs, and the shop has its
 * time.
 */
export async function judgeInTheEnd(
  stage: Stage,
  turns: Turns,
  patience: number,
): Promise<Verdict | undefined> {
  const { merchant } = stage;
  await repeatUnanswered(stage, turns);
  let verdict: Verdict | undefined;
  const runJob = createJob(stage);
  await until(patience, turns, async (elapsed) => {
    verdict = await firstBroken(stage, LAWS);
    if (verdict?.law.holds !== "in the end") return true;
    await runJob(elapsed);
    return false;
  });
  if (verdict) return verdict;
  // What the shop does late, such as a second fulfilment, shows in this time.
  await sleep(merchant.quietTime);
  return turns.sideBySide(() => firstBroken(stage, LAWS));
}
