import type { Transaction } from "../../../models/transaction.ts";
import type { Fields } from "../../gateway/records/records.ts";
import type { Gateway, Order } from "../gateway.ts";
import type { Scenario } from "../scenario.ts";
import { Skipped } from "../scenario-result.ts";
import { answerOf, type Trial } from "../trial.ts";
import { HANDLER, NOT_FULFILLED, OUTCOME } from "./guides.ts";

const REPEATED = "The gateway repeats it for a day and a half: answer 200 once it is noted for a person.";

/** A genuine payment of another token for the order: its notification is signed, and the gateway's status agrees. */
const paidOtherwise = (
  name: string,
  what: string,
  advice: string,
  changesOf: (order: Order, gateway: Gateway) => Fields,
): Scenario => ({
  name,
  description: `A token for the order ${what} was paid, and the shop was notified.`,
  expected: NOT_FULFILLED,
  advice,
  run: async (trial) => {
    const order = await trial.order();
    const token = trial.gateway.copyToken(order.token, changesOf(order, trial.gateway));
    await trial.gateway.pay(token);
    return trial.expectFulfilments(order, 0);
  },
});

const COMPARE = `Compare amount, currency and tracking_id with the order that you stored, with expectPayment, before you fulfil it. ${HANDLER}`;
const ONLY_PAID = `Fulfil an order only where outcome is "paid". ${OUTCOME}`;

/** A signed notification of something other than a payment, while the order is open. */
const notPaid = (
  name: string,
  description: string,
  transactionOf: (trial: Trial, order: Order) => unknown,
): Scenario => ({
  name,
  description,
  expected: NOT_FULFILLED,
  advice: ONLY_PAID,
  run: async (trial) => {
    const order = await trial.order();
    const answer = await trial.notify(order, { transaction: transactionOf(trial, order) });
    return `The notification was ${answerOf(answer)}. ${await trial.expectFulfilments(order, 0)}`;
  },
});

/** A transaction that followed another one. */
const followUp = ({ gateway }: Trial, { token }: Order, type: "refund" | "void"): Transaction => ({
  ...gateway.fakeTransaction(token, type),
  parent_uid: crypto.randomUUID(),
});

const subscriptionOf = ({ gateway }: Trial, { token }: Order) => {
  const { uid, status, amount, currency, tracking_id, created_at } = gateway.fakeTransaction(token);
  return {
    id: "sbs_41c7a0e95b2d8f36",
    state: "active",
    event: "renewed.subscription",
    tracking_id,
    plan: {
      id: "pln_6b1f0c2e9a7d4853",
      title: "Monthly",
      currency,
      plan: { amount, interval: 1, interval_unit: "month" },
    },
    transaction: { uid, status },
    last_transaction: { uid, status, message: "Successfully processed", created_at },
  };
};

export const MISMATCHED: readonly Scenario[] = [
  paidOtherwise("wrong amount", "with another amount", COMPARE, ({ token }, gateway) => ({
    order: { amount: Number(gateway.orderField(token, "amount")) === 1 ? 2 : 1 },
  })),
  paidOtherwise("wrong currency", "with another currency", COMPARE, ({ token }, gateway) => ({
    order: { currency: gateway.orderField(token, "currency") === "EUR" ? "USD" : "EUR" },
  })),
  {
    name: "wrong order",
    description: "A token like that of one order, with the tracking_id of another one, was paid.",
    expected: "The first order is not fulfilled, and the other one at most once.",
    advice: COMPARE,
    run: async (trial) => {
      const { gateway, merchant } = trial;
      const [order, other] = [await trial.order(), await trial.order()];
      const trackingId = gateway.orderField(other.token, "tracking_id");
      await gateway.pay(gateway.copyToken(order.token, { order: { tracking_id: trackingId } }));
      await merchant.until(async () => (await merchant.fulfilments(other.id)) > 0, merchant.quietTime);
      await trial.expectFulfilments(order, 0);
      const count = await merchant.fulfilments(other.id);
      return `The first order was not fulfilled, the other one ${count} times.`;
    },
  },
  {
    name: "unknown order",
    description: "A payment with a tracking_id that matches no order of the shop was notified.",
    expected: NOT_FULFILLED,
    advice: COMPARE,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const token = gateway.copyToken(order.token, { order: { tracking_id: `none-${crypto.randomUUID()}` } });
      const { answers } = await gateway.redeliver(await gateway.payUnnotified(token));
      const answer = answers.at(-1);
      if (answer && answer.status !== 200) trial.remarks.push(`It was ${answerOf(answer)}. ${REPEATED}`);
      return trial.expectFulfilments(order, 0);
    },
  },
  {
    name: "test payment",
    description: "A test payment of the order was notified, for which no money moves.",
    expected: NOT_FULFILLED,
    advice: `Fulfil an order only where test is not true: outcome is "test" then. If the shop runs in test mode, start it without. ${OUTCOME}`,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      if (gateway.fieldsOf(order.token)["test"] === true) throw new Skipped("the shop runs in test mode");
      await gateway.pay(gateway.copyToken(order.token, { test: true }));
      return trial.expectFulfilments(order, 0);
    },
  },
  {
    name: "authorization",
    description: "An amount was held, not charged, and the shop was notified.",
    expected: NOT_FULFILLED,
    advice: ONLY_PAID,
    run: async (trial) => {
      const { gateway } = trial;
      const order = await trial.order();
      const type = gateway.fieldsOf(order.token)["transaction_type"];
      if (type === "authorization") throw new Skipped("the shop's own tokens are authorizations");
      await gateway.pay(gateway.copyToken(order.token, { transaction_type: "authorization" }));
      return trial.expectFulfilments(order, 0);
    },
  },
  notPaid("refund", "A successful refund with the order's tracking_id was notified.", (trial, order) =>
    followUp(trial, order, "refund"),
  ),
  notPaid("void", "A successful void with the order's tracking_id was notified.", (trial, order) =>
    followUp(trial, order, "void"),
  ),
  notPaid(
    "saved card",
    "A successful tokenization of a card was notified: nothing was charged.",
    (trial, order) => trial.gateway.fakeTransaction(order.token, "tokenization"),
  ),
  notPaid("unknown status", "A payment was notified whose status no documentation names.", (trial, order) => {
    const transaction = trial.gateway.fakeTransaction(order.token);
    return { ...transaction, status: "reserved", payment: { ...transaction.payment, status: "reserved" } };
  }),
  {
    name: "subscription",
    description: "The renewal of a subscription was notified, with the order's tracking_id.",
    expected: NOT_FULFILLED,
    advice: `A body with a plan is not a payment of an order: answer 200 and do nothing. ${HANDLER}`,
    run: async (trial) => {
      const order = await trial.order();
      const answer = await trial.notify(order, subscriptionOf(trial, order));
      if (answer.status !== 200) trial.remarks.push(`It was ${answerOf(answer)}. ${REPEATED}`);
      return trial.expectFulfilments(order, 0);
    },
  },
];
