import { beforeEach, expect, test, vi } from "vitest";
import { orders } from "../../../examples/recipes/orders.ts";
import { cancelOrder, shipOrders } from "../../../examples/recipes/ship.ts";

beforeEach(() => {
  orders.clear();
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
