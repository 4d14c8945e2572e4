import type { Scenario } from "../scenario.ts";
import { FULFILLED_ONCE, LIFECYCLE, NOT_FULFILLED } from "./guides.ts";

export const EXPIRED: readonly Scenario[] = [
  {
    name: "expired",
    description: "Nobody paid the token, and it expired.",
    expected: NOT_FULFILLED,
    advice: `Do nothing for an expired token but close the order. ${LIFECYCLE}`,
    run: async (trial) => {
      const order = await trial.order();
      await trial.gateway.expire(order.token);
      return trial.expectFulfilments(order, 0);
    },
  },
  {
    name: "second token expires after the payment",
    description: "The customer had begun twice: one token was paid, and the other one expired later.",
    expected: FULFILLED_ONCE,
    advice: `Let an expired token change only an order that is still open, in the statement itself: UPDATE … WHERE status = 'open'. ${LIFECYCLE}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const second = gateway.copyToken(order.token);
      await gateway.pay(order.token);
      await trial.expectFulfilments(order, 1);
      await gateway.expire(second);
      return trial.expectFulfilments(order, 1);
    },
  },
];
