import { sleep } from "../merchant.ts";
import type { Scenario } from "../scenario.ts";
import type { Trial } from "../trial.ts";
import { FULFILLED_ONCE, HANDLER, LIFECYCLE, ONCE_ONLY } from "./guides.ts";

/** How often the gateway repeats what was not answered with 200. */
const REPEATS = 5;

/** Moments at which the shop is killed, in milliseconds after the post. */
const DELAYS = [0, 10, 40, 160];

/** Kills the shop that many milliseconds after a notification was posted. */
async function restartDuring(trial: Trial, delay: number): Promise<void> {
  const { gateway, merchant } = trial;
  const order = await trial.paidOrder();
  const posted = gateway.redeliver(order.delivery);
  await sleep(delay);
  await merchant.restart();
  await posted;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    if ((await gateway.redeliver(order.delivery)).status === 200) break;
  }
  await trial.expectFulfilments(order, 1);
}

export const RESTART: readonly Scenario[] = [
  {
    name: "restart before the payment",
    description: "The shop was killed and started after an order was placed; then the order was paid.",
    expected: FULFILLED_ONCE,
    advice: `Store an order before its token is made, in a database and not in memory. ${LIFECYCLE}`,
    needs: "restart",
    run: async (trial) => {
      const order = await trial.order();
      await trial.merchant.restart();
      await trial.gateway.pay(order.token);
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "restart after the answer",
    description: "The shop answered a notification, and was killed at once.",
    expected: FULFILLED_ONCE,
    advice: `Answer 200 only after the payment is stored: what is answered is not posted again. ${HANDLER}`,
    needs: "restart",
    run: async (trial) => {
      const order = await trial.paidOrder();
      const { status } = await trial.gateway.redeliver(order.delivery);
      await trial.merchant.restart();
      if (status !== 200) await trial.gateway.redeliver(order.delivery);
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "restart during a notification",
    description:
      "The shop was killed at four moments of a notification, and the notification was repeated until it was answered.",
    expected: FULFILLED_ONCE,
    advice: `Store the notification's key and the order's new state in one transaction, so that neither is there without the other. ${ONCE_ONLY}`,
    needs: "restart",
    run: async (trial) => {
      for (const delay of DELAYS) await restartDuring(trial, delay);
      return "Each order was fulfilled once.";
    },
  },
];
