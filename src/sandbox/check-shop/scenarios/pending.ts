import type { Scenario } from "../scenario.ts";
import { LIFECYCLE, NOT_FULFILLED } from "./guides.ts";

export const PENDING: readonly Scenario[] = [
  {
    name: "pending, then failed",
    description: "A payment by an alternative method was notified as pending, and then failed.",
    expected: NOT_FULFILLED,
    advice: `Wait while outcome is "pending": no money has arrived. ${LIFECYCLE}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const pending = await gateway.payLater(order.token);
      await trial.expectFulfilments(order, 0);
      await gateway.complete(pending.uid, "failed");
      return trial.expectFulfilments(order, 0);
    },
  },
  {
    name: "pending, then paid, then failed",
    description:
      "A payment was notified as pending, then as paid; notifications of failed and pending came after that.",
    expected: "The order is not fulfilled while the payment is pending, and once when it is paid.",
    advice: `Wait while outcome is "pending", fulfil when it is "paid", and let nothing that comes later undo it. ${LIFECYCLE}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const pending = await gateway.payLater(order.token);
      await trial.expectFulfilments(order, 0);
      await gateway.complete(pending.uid, "successful");
      await trial.expectFulfilments(order, 1);
      await trial.notify(order, { transaction: gateway.fakeTransaction(order.token, undefined, "failed") });
      await trial.notify(order, { transaction: pending });
      return trial.expectFulfilments(order, 1);
    },
  },
];
