import { DECLINED } from "../gateway.ts";
import type { Scenario } from "../scenario.ts";
import { Failed } from "../scenario-result.ts";
import { answerOf } from "../trial.ts";
import { FULFILLED_ONCE, HANDLER, LIFECYCLE, ONCE_ONLY, RAW_BODY } from "./guides.ts";

const NOT_ACCEPTED = `Answer 200. A 401 tells of another shop id, key or public key, or of a body that was parsed before; no answer tells of a notification_url that the sandbox cannot reach. (Guide “Troubleshooting”, section “Notifications are refused”.)`;

/** The first scenario: all others build on it. */
export const PAID_ONCE: Scenario = {
  name: "paid once",
  description: "An order was placed and paid by card, and the shop was notified once.",
  expected: FULFILLED_ONCE,
  advice: `Answer the notification with 200 after the order was marked as paid, and let fulfilments count it. ${HANDLER}`,
  run: async (trial) => {
    const { gateway, merchant } = trial;
    const order = await trial.order();
    const delivery = await gateway.payUnnotified(order.token);
    const { answers, status } = await gateway.redeliver(delivery);
    const answer = answerOf(answers.at(-1));
    if (status !== 200) throw new Failed(`The notification was ${answer}.`, NOT_ACCEPTED);
    const isFulfilled = async () => (await merchant.fulfilments(order.id)) > 0;
    // Half of the time is for the job, if there is one.
    const isQuick = await merchant.until(isFulfilled, merchant.timeout / 2);
    merchant.fulfilsInJob = isQuick === undefined && merchant.functions.reconcile !== undefined;
    if (merchant.fulfilsInJob) trial.remarks.push("The order was fulfilled only after reconcile.");
    const observed = await trial.expectFulfilments(order, 1);
    return `The notification was ${answer}. ${observed}`;
  },
};

export const PAID: readonly Scenario[] = [
  {
    name: "notified twice",
    description: "The notification of a paid order was posted again after the shop had answered it.",
    expected: FULFILLED_ONCE,
    advice: `Keep the key of each notification under a unique index, and ignore a known one. ${ONCE_ONLY}`,
    run: async (trial) => {
      const order = await trial.paidOrder();
      await trial.gateway.redeliver(order.delivery);
      await trial.gateway.redeliver(order.delivery);
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "notified ten times at once",
    description: "The notification of a paid order was posted ten times at the same time, for three orders.",
    expected: FULFILLED_ONCE,
    advice: `Let one statement of the database decide, such as an insert under a unique index or UPDATE … WHERE status = 'open', instead of a look before the write. ${ONCE_ONLY}`,
    run: async (trial) => {
      for (let count = 0; count < 3; count += 1) {
        const order = await trial.paidOrder();
        await Promise.all(Array.from({ length: 10 }, () => trial.gateway.redeliver(order.delivery)));
        await trial.expectFulfilments(order, 1);
      }
      return "Each order was fulfilled once.";
    },
  },
  {
    name: "notified an hour late",
    description: "The notification of a paid order was posted an hour after the payment.",
    expected: FULFILLED_ONCE,
    advice: `Take a payment whenever its notification arrives: its age says nothing. ${LIFECYCLE}`,
    run: async (trial) => {
      const order = await trial.paidOrder();
      const { uid } = JSON.parse(order.delivery.body).transaction;
      await trial.notify(order, { transaction: trial.gateway.makeOlder(String(uid)) });
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "notified out of order",
    description: "A card was declined and a second one paid; the decline was notified after the payment.",
    expected: FULFILLED_ONCE,
    advice: `Let no later notification of a failed attempt change an order that is paid. ${LIFECYCLE}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const declined = await gateway.payUnnotified(order.token, DECLINED);
      const paid = await gateway.payUnnotified(order.token);
      await gateway.redeliver(paid);
      await trial.expectFulfilments(order, 1);
      await gateway.redeliver(declined);
      return trial.expectFulfilments(order, 1);
    },
  },
  {
    name: "written by another JSON library",
    description:
      "A notification was written with spaces, line breaks and escaped letters, and signed as it was.",
    expected: FULFILLED_ONCE,
    advice: `Verify the signature over the bytes that arrived: no parser may run before, and nothing may be written again. ${RAW_BODY}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.paidOrder();
      const content = { ...JSON.parse(order.delivery.body), comment: "é/字" };
      const body = JSON.stringify(content, null, 2).replaceAll(
        /[^ -~\n]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      const answer = await gateway.post(order.token, body.replaceAll("/", "\\/"));
      return `The notification was ${answerOf(answer)}. ${await trial.expectFulfilments(order, 1)}`;
    },
  },
  {
    name: "declined, then paid",
    description: "A card was declined, and the customer paid with another one by the same token.",
    expected: "The order is not fulfilled by the decline, and once by the payment.",
    advice: `Leave an order open when an attempt failed: only outcome "paid" fulfils it, and then always. ${LIFECYCLE}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      await gateway.pay(order.token, DECLINED);
      await trial.expectFulfilments(order, 0);
      await gateway.pay(order.token);
      return trial.expectFulfilments(order, 1);
    },
  },
];
