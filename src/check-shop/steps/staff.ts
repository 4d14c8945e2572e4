import { LIFECYCLE, ONCE_ONLY, REFUNDS } from "../guides.ts";
import type { BookEntry } from "../scenario/gateway.ts";
import type { OrderHistory } from "../scenario/history.ts";
import { messageOf, sleep } from "../scenario/shop.ts";
import { type Move, needing, type StoryRun } from "../scenario/story-run.ts";

/** The most refunds of a story, which are less than the payment together. */
const MAX_REFUNDS = 4;

/** Whether a card paid the fulfilled order. Other methods are refunded elsewhere, and cannot be charged again. */
const isFulfilledByCard = ({ gateway, order }: StoryRun): boolean =>
  order.fulfilled > 0 &&
  gateway
    .paymentsOf(order.tokens)
    .filter(({ transaction }) => order.isPayment(transaction))
    .every(({ transaction }) => transaction.credit_card !== null);

const refundCount = ({ requests, officeRefunds }: OrderHistory): number =>
  requests.refund.length + officeRefunds.size;

const canRefund = (run: StoryRun): boolean =>
  isFulfilledByCard(run) &&
  refundCount(run.order) < MAX_REFUNDS &&
  run.order.terms.amount >= 10 * MAX_REFUNDS;

const successOf = ({ gateway, order }: StoryRun): BookEntry | undefined =>
  gateway.paymentsOf([order.token]).find(({ transaction }) => transaction.status === "successful");

/** About a fifth of the order, and another amount for each count. */
const partOf = ({ terms }: OrderHistory, count: number): number => Math.floor(terms.amount / 5) - count;

/** Requests a refund or a renewal from the shop, and notes whether the shop accepted. */
async function ask(
  { order, step, shop, isDisturbed }: StoryRun,
  kind: keyof OrderHistory["requests"],
  amount: number,
  call: () => Promise<unknown>,
): Promise<string> {
  const requests = order.requests[kind];
  const earlier = requests.findLast((request) => request.amount === amount);
  const isRetry =
    earlier !== undefined && !earlier.accepted && earlier.step < step && earlier.jobs === shop.jobs;
  const isClean = earlier === undefined && !isDisturbed;
  const note = (accepted: boolean) =>
    requests.push({ amount, step, accepted, isRetry, isClean, jobs: shop.jobs });
  try {
    await call();
    note(true);
    return "accepted";
  } catch (error) {
    note(false);
    return `not accepted (${messageOf(error)})`;
  }
}

const refund = async (run: StoryRun, amount: number, how: string): Promise<string> => {
  const { order, shop } = run;
  const result = await ask(run, "refund", amount, () => shop.call("refund", order.id, amount));
  return `the shop's staff refunds ${amount} minor units${how}: ${result}`;
};

const restarting = (delay: number): Move => ({
  weight: 0.15,
  needs: "restart",
  advice: `Store the payment's key and the order's new state in one transaction of a database, and answer 200 after it: what is answered is not posted again. ${ONCE_ONLY}`,
  stopsShop: true,
  play: async ({ shop }) => {
    await sleep(delay);
    await shop.call("restart");
    return "the shop killed and started";
  },
});

export const STAFF: Readonly<Record<string, Move>> = {
  job: {
    weight: 4,
    needs: "reconcile",
    advice: `Let the job close an order only when the gateway says that its token expired; no age and no error of the call ends a payment. ${LIFECYCLE}`,
    play: async ({ shop }) => {
      const error = await shop.reconcile();
      return error === undefined ? "the job ran" : `the job ran (${error})`;
    },
  },
  refund: {
    weight: 3,
    needs: "refund",
    isPossible: canRefund,
    play: (run) => refund(run, partOf(run.order, refundCount(run.order)), ""),
  },
  "refund same": {
    weight: 3,
    needs: "refund",
    ...needing(
      (run) => (canRefund(run) ? run.order.requests.refund.at(-1) : undefined),
      (run, { amount }) => refund(run, amount, " once more"),
    ),
  },
  "office refund": {
    weight: 2,
    advice: `Let a refund of a part change the sum that was refunded, not whether the order is fulfilled. ${REFUNDS}`,
    ...needing(
      (run) => (canRefund(run) ? successOf(run) : undefined),
      async ({ gateway, order }, { transaction }) => {
        // Never the amount that the shop refunds at the same moment, because a gateway refuses it as a duplicate.
        const amount = partOf(order, refundCount(order) + MAX_REFUNDS);
        order.officeRefunds.add((await gateway.refund(transaction.uid, amount)).uid);
        return `${amount} minor units refunded in the gateway's back office`;
      },
    ),
  },
  renew: {
    weight: 3,
    needs: "renew",
    isPossible: (run) => isFulfilledByCard(run) && run.order.requests.renewal.length < 3,
    play: async (run) => {
      const { order, shop } = run;
      return `renewed: ${await ask(run, "renewal", 0, () => shop.call("renew", order.id))}`;
    },
  },
  restart: restarting(0),
  "restart after 10 ms": restarting(10),
  "restart after 40 ms": restarting(40),
  "restart after 160 ms": restarting(160),
};
