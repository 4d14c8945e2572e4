import type { Scenario } from "../scenario.ts";
import { Failed } from "../scenario-result.ts";
import { answerOf } from "../trial.ts";
import { ONCE_ONLY, REFUNDS } from "./guides.ts";

export const SECOND_PAYMENT: readonly Scenario[] = [
  {
    name: "second payment",
    description: "The customer had begun twice, and both tokens of the order were paid.",
    expected:
      "The order is fulfilled once. The second payment is refunded, put aside for a person, or not answered with 200.",
    advice: `Mark an order as paid once, and keep the uid of a second payment: someone has to refund it. ${ONCE_ONLY}`,
    run: async (trial) => {
      const { gateway, merchant } = trial;
      const order = await trial.order();
      const second = gateway.copyToken(order.token);
      await gateway.pay(order.token);
      await trial.expectFulfilments(order, 1);
      const delivery = await gateway.payUnnotified(second);
      const { answers } = await gateway.redeliver(delivery);
      const observed = await trial.expectFulfilments(order, 1);
      const { uid } = JSON.parse(delivery.body).transaction;
      const answer = answers.at(-1);
      if (answer?.status !== 200) return `${observed} The second notification was ${answerOf(answer)}.`;
      const isRefunded = () => gateway.followUpsOf(String(uid)).length > 0;
      if (isRefunded()) return `${observed} The second payment was refunded.`;
      if (!merchant.functions.inReview) {
        trial.remarks.push(
          "The second payment was answered 200 and is not refunded so far. checkShop was given no inReview, so it may be kept in silence.",
        );
        return observed;
      }
      const isNoted = async () => isRefunded() || (await merchant.inReview(order.id)) > 0;
      if ((await merchant.until(isNoted)) !== undefined)
        return `${observed} The second payment was put aside.`;
      throw new Failed(`${observed} The second payment was kept in silence.`);
    },
  },
  {
    name: "refunded by the shop",
    description: "A paid order was refunded by the shop, and the refund was notified.",
    expected: "The gateway refunds the amount once, and the order is not fulfilled again.",
    advice: `Send a refund once, with an id of its own that is stored before the call. ${REFUNDS}`,
    needs: "refund",
    run: async (trial) => {
      const { gateway, merchant } = trial;
      const order = await trial.order();
      const amount = Number(gateway.orderField(order.token, "amount"));
      const { uid } = await gateway.pay(order.token);
      await trial.expectFulfilments(order, 1);
      // Half of it: a second refund would be possible.
      const part = Math.max(1, Math.floor(amount / 2));
      await merchant.refund(order.id, part);
      if (merchant.fulfilsInJob) await merchant.reconcile();
      const refunded = () =>
        gateway
          .followUpsOf(uid)
          .filter(({ status }) => status === "successful")
          .map((transaction) => Number(transaction.amount));
      await merchant.until(async () => refunded().length > 0);
      const count = await merchant.settledFulfilments(order.id, 1);
      const observed = `The gateway refunded ${refunded().join(" and ") || "nothing"} of ${part}; the order was fulfilled ${count} times.`;
      if (count <= 1 && refunded().join() === String(part)) return observed;
      throw new Failed(observed);
    },
  },
];
