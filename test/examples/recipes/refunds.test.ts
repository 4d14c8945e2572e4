import { Sandbox } from "payments-client/sandbox";
import { beforeEach, expect, test, vi } from "vitest";
import {
  type Refund,
  refunds,
  refundsForStaff,
  sendRefunds,
  storeRefund,
} from "../../../examples/recipes/refunds.ts";
import { type Fault, FaultyGateway, neverArrives } from "../money/faulty-gateway.ts";

const PAID = 12_900;

/** `underWay` of `sendOnce`. */
const UNDER_WAY = 120_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  refunds.clear();
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
    storeRefund({ id, paymentUid, amount, reason: "Returned" }, PAID);
  const states = () => [...refunds.values()].map(({ state }) => state);
  return { gateway, payments, ask, states };
}

test.each([1, -1])(
  "a refund that the gateway never got is sent again after two minutes, even by a clock that was set back: %i",
  async (way) => {
    const { gateway, payments, ask, states } = await openPaid();
    ask("r-1", 4000);
    let posts = 0;
    let gets = 0;
    gateway.faultOf = ({ method }) => {
      if (method === "GET") gets += 1;
      else posts += 1;
      return method === "POST" && posts === 1 ? neverArrives : undefined;
    };
    await sendRefunds(payments);
    vi.setSystemTime(Date.now() + way * (UNDER_WAY - 1));
    await sendRefunds(payments);
    expect(posts).toBe(1);
    vi.setSystemTime(Date.now() + way);
    await sendRefunds(payments);
    expect(states()).toStrictEqual(["succeeded"]);
    vi.setSystemTime(Date.now() + way * UNDER_WAY);
    await sendRefunds(payments);
    expect([posts, gets]).toStrictEqual([2, 3]);
  },
);

test("a refund that the bank has not decided on is asked about again", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  const answering =
    (status: string): Fault =>
    async (process) => {
      const answer = Object(await (await process()).json());
      const change = (made: object) => ({ ...made, status, refund: { status } });
      return Response.json(
        answer.transactions
          ? { transactions: answer.transactions.map(change) }
          : { transaction: change(answer.transaction) },
      );
    };
  gateway.faultOf = () => answering("pending");
  for (let runs = 0; runs < 2; runs += 1) await sendRefunds(payments);
  expect(states()).toStrictEqual(["open"]);
  gateway.faultOf = () => answering("expired");
  await sendRefunds(payments);
  expect(states()).toStrictEqual(["declined"]);
});

const declinedOf = ({ id, amount, paymentUid }: Refund) => ({
  ...{ uid: "uid-1", type: "refund", status: "failed", message: "The account is empty" },
  ...{ amount, currency: "EUR", tracking_id: id, parent_uid: paymentUid, refund: { status: "failed" } },
});

test.each<[Refund["state"], (refund: Refund) => Response]>([
  ["refused", () => Response.json({ errors: { base: ["The account is empty"] } }, { status: 422 })],
  ["declined", (refund) => Response.json({ transaction: declinedOf(refund) })],
])("a refund that was %s is asked for again, as another row", async (state, answer) => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  const first = refunds.get("r-1") ?? expect.unreachable();
  gateway.faultOf = ({ method }) => (method === "POST" ? async () => answer(first) : undefined);
  await sendRefunds(payments);
  expect(first).toMatchObject({ state, message: expect.stringContaining("is empty") });
  gateway.faultOf = () => undefined;
  ask("r-2", PAID);
  await sendRefunds(payments);
  expect(states()).toStrictEqual([state, "succeeded"]);
});

test("no more is refunded than was paid", async () => {
  const { ask, states } = await openPaid();
  ask("r-1", 4000);
  for (const amount of [PAID - 3999, 0, -5, 10.5, Number.NaN])
    expect(() => ask("r-2", amount), String(amount)).toThrow("1 to 8900 of payment");
  const other = {
    id: "r-4",
    paymentUid: "another payment",
    amount: 500,
    reason: "Returned",
  };
  storeRefund(other, 500);
  for (const _ of [1, 2]) ask("r-3", 8900);
  expect(() => ask("r-3", 8000)).toThrow("r-3 is another refund");
  expect(states()).toStrictEqual(["open", "open", "open"]);
});

test("a row whose key was used for another refund does not keep the job from the others", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  await sendRefunds(payments);
  refunds.clear();
  ask("r-1", 3000); // a program that makes the same id twice
  ask("r-2", 2000);
  await sendRefunds(payments);
  expect(states()).toStrictEqual(["open", "succeeded"]);
  expect(log).toHaveBeenCalledWith("Refund r-1:", expect.objectContaining({ code: "configuration" }));
});

test("a refund that is unknown for an hour, or is not made, is listed with the answer", async () => {
  const { gateway, payments, ask, states } = await openPaid();
  ask("r-1", 4000);
  gateway.faultOf = () => async () => Response.json({ message: "Record not found" }, { status: 404 });
  await sendRefunds(payments);
  expect(refundsForStaff()).toStrictEqual([]);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  expect(refundsForStaff()).toMatchObject([
    { id: "r-1", message: expect.stringContaining("Record not found") },
  ]);
  gateway.faultOf = () => undefined;
  for (const refund of refunds.values()) refund.sentAt = Date.now();
  await sendRefunds(payments); // an earlier call may still run
  expect(refundsForStaff()).toMatchObject([{ message: expect.stringContaining("Record not found") }]);
  vi.setSystemTime(Date.now() + UNDER_WAY);
  await sendRefunds(payments);
  expect(states()).toStrictEqual(["succeeded"]);
  expect(refundsForStaff()).toStrictEqual([]);
});
