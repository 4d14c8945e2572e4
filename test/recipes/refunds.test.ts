import { Sandbox } from "payments-client/sandbox";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNDER_WAY } from "../../examples/recipes/ask-once.ts";
import { askForRefund, makeRefunds, refunds } from "../../examples/recipes/refunds.ts";
import { FaultyGateway, lostAnswer } from "../money/faulty-gateway.ts";

const PAID = 12_900;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "error").mockReturnValue();
  refunds.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A paid order, and what your staff and your job do with it. */
async function openPaid() {
  const gateway = new FaultyGateway(new Sandbox(), false);
  const payments = gateway.client();
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: PAID, currency: "EUR", description: "Pass", tracking_id: "order-1" },
  });
  const { uid: paymentUid } = await gateway.sandbox.pay(token);
  const ask = (id: string, amount: number): void =>
    askForRefund({ id, paymentUid, amount, currency: "EUR", reason: "Returned" }, PAID);
  const states = () => [...refunds.values()].map(({ state }) => state);
  return { gateway, payments, ask, states };
}

test("a refund is asked for once by a form that is sent twice, and made once by a job that runs twice", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  ask("r-1", 4000);
  await Promise.all([makeRefunds(payments), makeRefunds(gateway.client())]);
  vi.setSystemTime(Date.now() + UNDER_WAY);
  await makeRefunds(payments);
  expect(states()).toStrictEqual(["refunded"]);
  expect(await gateway.succeeded("r-1")).toHaveLength(1);
});

test("a refund whose answer was lost is found", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  gateway.faultOf = ({ method }) => (method === "POST" ? lostAnswer : undefined);
  await makeRefunds(payments);
  expect(states()).toStrictEqual(["sent"]);
  await makeRefunds(payments);
  expect(states()).toStrictEqual(["refunded"]);
  expect(await gateway.succeeded("r-1")).toHaveLength(1);
});

test("a refund that was refused is asked for again, as another row", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  gateway.faultOf = ({ method }) =>
    method === "POST"
      ? async () => Response.json({ errors: { base: ["The account is empty"] } }, { status: 422 })
      : undefined;
  await makeRefunds(payments);
  expect(refunds.get("r-1")).toMatchObject({
    state: "refused",
    message: expect.stringContaining("is empty"),
  });
  gateway.faultOf = () => undefined;
  ask("r-2", PAID);
  await makeRefunds(payments);
  expect(states()).toStrictEqual(["refused", "refunded"]);
});

test("a refund that the bank declined is asked for again, as another row", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  gateway.faultOf = ({ method }) =>
    method === "POST"
      ? async () =>
          Response.json({
            transaction: {
              ...{ uid: "uid-1", type: "refund", status: "failed", message: "Declined" },
              ...{ amount: 4000, currency: "EUR", tracking_id: "r-1" },
              parent_uid: refunds.get("r-1")?.paymentUid,
              refund: { status: "failed" },
            },
          })
      : undefined;
  await makeRefunds(payments);
  gateway.faultOf = () => undefined;
  ask("r-2", PAID);
  await makeRefunds(payments);
  expect(states()).toStrictEqual(["declined", "refunded"]);
});

test("no more is refunded than was paid", async () => {
  const { ask, states } = await openPaid();
  ask("r-1", 4000);
  expect(() => ask("r-2", PAID - 3999)).toThrow("Only 8900 is left");
  ask("r-3", 8900);
  expect(states()).toStrictEqual(["asked", "asked"]);
});

test("equal refunds one after the other are made where keys are known to be honoured", async () => {
  const { gateway, ask, states } = await openPaid();
  const payments = new FaultyGateway(gateway.sandbox, true).client();
  ask("r-1", 4000);
  ask("r-2", 4000);
  await makeRefunds(payments, true);
  expect(states()).toStrictEqual(["refunded", "refunded"]);
});
