import { expect, test, vi } from "vitest";
import { orders } from "../../../examples/recipes/orders.ts";
import { postNotification } from "../../../examples/recipes/signed-notification.ts";

const openOrder = (id: string) => {
  const order = { id, amount: 12900, currency: "EUR", paidBy: null };
  orders.set(id, order);
  return { amount: order.amount, currency: order.currency, tracking_id: id };
};

test("a notification signed by the merchant's test marks an order as paid", async () => {
  const payment = openOrder("signed-1");
  expect((await postNotification(payment)).status).toBe(200);
  expect(orders.get("signed-1")?.paidBy).toMatch(/./);
});

test("a signed notification with another amount or a failed payment marks no order as paid", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const payment = openOrder("signed-2");
  expect((await postNotification({ ...payment, amount: 1 })).status).toBe(200);
  const failed = { ...payment, uid: "another", status: "failed", payment: { status: "failed" } };
  expect((await postNotification(failed)).status).toBe(200);
  expect(orders.get("signed-2")?.paidBy).toBeNull();
});
