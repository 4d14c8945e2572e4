import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { openTokens, orders } from "../../../examples/recipes/orders.ts";
import { payAgain } from "../../../examples/recipes/pay-again.ts";
import { cancelOrder } from "../../../examples/recipes/ship.ts";

test("a customer gets a new token when the old one is over, and one for two presses", async () => {
  for (const table of [orders, openTokens]) table.clear();
  const sandbox = new Sandbox();
  const payments = new PaymentsClient(sandbox.clientOptions);
  const order = { id: "again-1", amount: 3245, currency: "EUR", paidBy: null };
  orders.set(order.id, order);
  const pressTwice = async () => {
    const shown = await Promise.all([1, 2].map(() => payAgain(payments, order.id)));
    expect(new Set(shown).size).toBe(1);
    return shown[0] ?? "";
  };
  const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";

  const first = await pressTwice();
  expect(await pressTwice()).toBe(first);
  await sandbox.pay(tokenOf(first), { card: "4005550000000019" });
  expect(await pressTwice()).toBe(first); // two attempts are left
  for (const _ of [1, 2]) await sandbox.pay(tokenOf(first), { card: "4005550000000019" });
  const second = await pressTwice();
  expect(second).not.toBe(first);
  expect([...openTokens.keys()]).toEqual(expect.arrayContaining([first, second].map(tokenOf)));

  // The notification of the payment is lost.
  const { uid } = await sandbox.pay(tokenOf(second));
  expect(await payAgain(payments, order.id)).toBeUndefined();
  expect(orders.get(order.id)?.paidBy).toBe(uid);
});

test("a canceled order gets no token", async () => {
  const payments = new PaymentsClient(new Sandbox().clientOptions);
  orders.set("again-2", { id: "again-2", amount: 3245, currency: "EUR", paidBy: null });
  cancelOrder("again-2");
  expect(await payAgain(payments, "again-2")).toBeUndefined();
});
