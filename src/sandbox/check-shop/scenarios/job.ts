import type { Order } from "../gateway.ts";
import type { Scenario } from "../scenario.ts";
import type { Trial } from "../trial.ts";
import { LOST } from "./guides.ts";

/** Runs the job while calls about this order are answered with a status. */
async function failJob(trial: Trial, order: Order, status: number): Promise<void> {
  const { gateway, merchant } = trial;
  const trackingId = String(gateway.orderField(order.token, "tracking_id"));
  const isAbout = (path: string) =>
    [order.token, trackingId].some((id) => path.includes(encodeURIComponent(id)));
  let asked = 0;
  await gateway.interceptDuring(
    async ({ path, proceed }) => {
      if (!isAbout(path)) return proceed();
      asked += 1;
      return Response.json({ message: "Record not found" }, { status });
    },
    async () => {
      await merchant.reconcile();
      await merchant.until(async () => asked > 0, merchant.quietTime);
    },
  );
}

const jobWhile = (name: string, status: number, description: string): Scenario => ({
  name,
  description,
  expected: "A later run of the job finds the payment, and the order is fulfilled once.",
  advice: `Keep an order open until the gateway gave its final status: an error of the call says nothing about the payment. ${LOST}`,
  needs: "reconcile",
  run: async (trial) => {
    const order = await trial.paidOrder();
    await failJob(trial, order, status);
    await trial.merchant.reconcile();
    return trial.expectFulfilments(order, 1);
  },
});

export const JOB: readonly Scenario[] = [
  {
    name: "notification lost",
    description: "An order was paid and its notification never came; then reconcile ran, if there is one.",
    expected: "The order is fulfilled once, also when the notification comes after all.",
    advice: `Run a job that asks checkouts.get for the tokens of open orders. If there is one and it runs rarely, give it to checkShop as reconcile. ${LOST}`,
    run: async (trial) => {
      const order = await trial.paidOrder();
      await trial.merchant.reconcile();
      await trial.expectFulfilments(order, 1);
      await trial.gateway.redeliver(order.delivery);
      return trial.expectFulfilments(order, 1);
    },
  },
  jobWhile(
    "job while the gateway does not know the token",
    404,
    "The job asked about a paid order and was answered 404 once; then it ran again.",
  ),
  jobWhile(
    "job while the gateway is down",
    503,
    "The job asked about a paid order and was answered 503; then it ran again.",
  ),
];
