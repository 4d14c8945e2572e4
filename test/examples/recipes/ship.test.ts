import type { Transaction } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { beforeEach, expect, test, vi } from "vitest";
import { shop } from "../../../examples/recipes/notify.ts";
import { orders, reversals, toReview } from "../../../examples/recipes/orders.ts";
import { refunds, storeRefund } from "../../../examples/recipes/refunds.ts";
import { cancelOrder, shipOrders } from "../../../examples/recipes/ship.ts";

beforeEach(() => {
  orders.clear();
  refunds.clear();
  reversals.clear();
  toReview.clear();
  for (const [id, paidBy] of [
    ["open", null],
    ["paid", "uid-1"],
    ["second", "uid-2"],
  ] as const)
    orders.set(id, { id, amount: 3245, currency: "EUR", paidBy });
});

test("an order that is not paid can be canceled, and is never shipped", async () => {
  expect(["open", "paid", "unknown"].map(cancelOrder)).toStrictEqual([true, false, false]);
  Object.assign(orders.get("open") ?? {}, { paidBy: "uid-3" });
  const shipped: string[] = [];
  await shipOrders(async (id) => void shipped.push(id));
  await shipOrders(async (id) => void shipped.push(id));
  expect(shipped).toStrictEqual(["paid", "second"]);
});

test("an order whose shipment failed or was killed does not stop the others, and ships in the next run", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await shipOrders(async (id) => {
    if (id === "paid") throw new Error("The carrier does not answer");
  });
  expect([...orders.values()].map(({ shipping }) => shipping)).toStrictEqual([undefined, "now", "done"]);
  const shipped: string[] = [];
  await shipOrders(async (id) => void shipped.push(id));
  expect(shipped).toStrictEqual(["paid"]);
});

test("an order that is refunded while its shipment fails is not shipped", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await shipOrders(async (id) => {
    if (id === "paid") throw new Error("The carrier does not answer");
  });
  storeRefund({ id: "r-1", paymentUid: "uid-1", reason: "Returned", amount: 3245 }, 3245);
  Object.assign(refunds.get("r-1") ?? {}, { state: "succeeded" }); // its notification is lost
  await shipOrders(() => expect.unreachable());
  expect(orders.get("paid")?.shipping).toBe("now");
});

test("an order whose whole payment went back before is not shipped", async () => {
  const refund = { paymentUid: "uid-1", reason: "Returned" };
  storeRefund({ ...refund, id: "r-1", amount: 3000 }, 3245);
  storeRefund({ ...refund, id: "r-2", amount: 245 }, 3245);
  const shipped: string[] = [];
  const run = () => shipOrders(async (id) => void shipped.push(id));
  await run();
  expect(shipped).toStrictEqual(["second"]);
  Object.assign(refunds.get("r-2") ?? {}, { state: "declined" });
  await run();
  expect(shipped).toStrictEqual(["second", "paid"]);
});

test.each([3245, 100])(
  "an order of whose payment %d was charged back waits for the staff",
  async (amount) => {
    const chargeback = (uid: string): Transaction => ({
      ...{ uid: `back-${uid}`, type: "chargeback", status: "successful", amount, currency: "EUR" },
      ...{ parent_uid: uid, parent_transaction: { uid, tracking_id: "paid" } },
    });
    const shipped: string[] = [];
    Object.assign(orders.get("second") ?? {}, { paidBy: null }); // notified before its payment
    await handlePayment(shop, chargeback("another payment"));
    await handlePayment(shop, chargeback("uid-2"));
    Object.assign(orders.get("second") ?? {}, { paidBy: "uid-2" });
    const run = () => shipOrders(async (id) => void shipped.push(id));
    await run();
    expect(shipped).toStrictEqual(["paid"]);
    const refund = { id: "r-1", paymentUid: "uid-2", reason: "Returned", amount: 100 };
    for (const review of toReview.values()) review.done = true;
    expect(() => storeRefund(refund, 3245)).toThrow("1 to 0 of payment uid-2 can be refunded");
    await run();
    expect(shipped).toStrictEqual(["paid", "second"]);
  },
);
