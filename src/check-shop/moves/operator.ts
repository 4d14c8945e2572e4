import { LIFECYCLE, ONCE_ONLY, REFUNDS } from "../guides.ts";
import { messageOf, sleep } from "../stage/merchant.ts";
import { isPaymentOf } from "../stage/order-history.ts";
import type { Stage } from "../stage/stage.ts";
import type { Move } from "./move.ts";

/** The most refunds of a story: together less than what was paid. */
const MAX_REFUNDS = 4;

/** Whether a card paid what the order is fulfilled for: other methods are refunded elsewhere, and cannot be charged again. */
const isFulfilled = ({ gateway, order }: Stage): boolean =>
  order.fulfilled > 0 &&
  gateway
    .paymentsOf(order.tokens)
    .filter(({ transaction }) => isPaymentOf(order, transaction))
    .every(({ transaction }) => transaction.credit_card !== null);

const refundedOften = ({ order }: Stage): number => order.refunds.length + order.officeRefunds.size;

const canRefund = (stage: Stage): boolean =>
  isFulfilled(stage) && refundedOften(stage) < MAX_REFUNDS && stage.order.terms.amount >= 10 * MAX_REFUNDS;

/** About a fifth of the order; another amount for each count. */
const partOf = ({ order }: Stage, count: number): number => Math.floor(order.terms.amount / 5) - count;

/** Asks the shop for a refund or a renewal, and notes whether it accepted. */
async function ask(
  stage: Stage,
  kind: "refunds" | "renewals",
  amount: number,
  call: () => Promise<void>,
): Promise<string> {
  const { order, step, merchant, isDisturbed } = stage;
  const before = order[kind].findLast((request) => request.amount === amount);
  const isAgain =
    before !== undefined && !before.accepted && before.step < step && before.jobs === merchant.jobs;
  const note = (accepted: boolean) => {
    order[kind].push({
      amount,
      step,
      accepted,
      isAgain,
      isClean: before === undefined && !isDisturbed,
      jobs: merchant.jobs,
    });
  };
  try {
    await call();
    note(true);
    return "accepted";
  } catch (error) {
    note(false);
    return `not accepted (${messageOf(error)})`;
  }
}

const refund = async (stage: Stage, amount: number, how: string): Promise<string> => {
  const { order, merchant } = stage;
  const result = await ask(stage, "refunds", amount, () => merchant.refund(order.id, amount));
  return `the shop's staff refunds ${amount} minor units${how}: ${result}`;
};

const restarting = (delay: number): Move => ({
  name: delay === 0 ? "restart" : `restart after ${delay} ms`,
  weight: 0.15,
  needs: "restart",
  advice: `Store the payment's key and the order's new state in one transaction of a database, and answer 200 after it: what is answered is not posted again. ${ONCE_ONLY}`,
  stopsShop: true,
  isPossible: () => true,
  play: async ({ merchant }) => {
    await sleep(delay);
    await merchant.restart();
    return "the shop killed and started";
  },
});

export const OPERATOR: readonly Move[] = [
  {
    name: "job",
    weight: 4,
    needs: "reconcile",
    advice: `Let the job close an order only when the gateway says that its token expired; no age and no error of the call ends a payment. ${LIFECYCLE}`,
    isPossible: () => true,
    play: async ({ merchant }) => {
      const error = await merchant.reconcile();
      return error === undefined ? "the job ran" : `the job ran (${error})`;
    },
  },
  {
    name: "refund",
    weight: 3,
    needs: "refund",
    isPossible: canRefund,
    play: (stage) => refund(stage, partOf(stage, refundedOften(stage)), ""),
  },
  {
    name: "refund same",
    weight: 3,
    needs: "refund",
    isPossible: (stage) => canRefund(stage) && stage.order.refunds.length > 0,
    play: (stage) => refund(stage, stage.order.refunds.at(-1)?.amount ?? 0, " once more"),
  },
  {
    name: "office refund",
    weight: 2,
    advice: `Let a refund of a part change the sum that was refunded, not whether the order is fulfilled. ${REFUNDS}`,
    isPossible: canRefund,
    play: async (stage) => {
      const { gateway, order } = stage;
      const paid = gateway
        .paymentsOf([order.token])
        .find(({ transaction }) => transaction.status === "successful");
      if (!paid) return "";
      // Never the amount that the shop refunds at the same moment: a gateway refuses the second as a duplicate.
      const amount = partOf(stage, refundedOften(stage) + MAX_REFUNDS);
      order.officeRefunds.add((await gateway.refund(paid.transaction.uid, amount)).uid);
      return `${amount} minor units refunded in the gateway's back office`;
    },
  },
  {
    name: "renew",
    weight: 3,
    needs: "renew",
    isPossible: (stage) => isFulfilled(stage) && stage.order.renewals.length < 3,
    play: async (stage) => {
      const { order, merchant } = stage;
      return `renewed: ${await ask(stage, "renewals", 0, () => merchant.renew(order.id))}`;
    },
  },
  ...[0, 10, 40, 160].map(restarting),
];
