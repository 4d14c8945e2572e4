import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { checkOut, products } from "../../../examples/recipes/cart.ts";
import { openTokens, orders } from "../../../examples/recipes/orders.ts";
import { cancelOrder } from "../../../examples/recipes/ship.ts";

test("a cart has the prices of the shop, reserves its stock, and frees it when it is canceled", async () => {
  for (const table of [orders, openTokens]) table.clear(); // of the recipes that other tests used
  const sandbox = new Sandbox();
  const payments = new PaymentsClient(sandbox.clientOptions);
  const buy = (product: string, quantity: number) =>
    checkOut(payments, [{ product, quantity, ...{ price: 1 } }]);
  products.set("guide", { name: "Guide book", price: 3000, stock: 3 });

  await buy("guide", 2);
  const [order] = orders.values();
  expect(order).toMatchObject({ amount: 6000, currency: "EUR", paidBy: null });
  const { order: sent } = await payments.checkouts.get([...openTokens.keys()][0] ?? "");
  expect(sent).toMatchObject({ amount: 6000, tracking_id: order?.id });

  for (const [product, quantity] of [
    ["guide", 2],
    ["guide", 0],
    ["guide", 0.5],
    ["guide", -1],
    ["none", 1],
  ] as const)
    await expect(buy(product, quantity)).rejects.toThrow(RangeError);
  const line = { product: "guide", quantity: 1 };
  await expect(checkOut(payments, [line, line])).rejects.toThrow(RangeError);
  expect(orders.size).toBe(1);

  cancelOrder(order?.id ?? "");
  await buy("guide", 3);
  expect(orders.size).toBe(2);
});
