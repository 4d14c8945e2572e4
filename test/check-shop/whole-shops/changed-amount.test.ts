/** In this folder: whole shops as merchants write them, each of which pays its orders once. */

/** A shop whose orders may change their amount between the token and the payment. */
import { expect, test, vi } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { openMemoryShop } from "../../support/memory-shop.ts";

/** As in the guide: `UPDATE orders SET paid_by = … WHERE id = … AND paid_by IS NULL AND amount = …`. */
async function openShop() {
  const opened = await openMemoryShop();
  const { orders, shop } = opened;
  // The database returns a copy of its row.
  shop.findOrder = (trackingId) => {
    const row = orders.get(trackingId);
    return row && { ...row };
  };
  shop.paid = ({ order, uid }) => {
    const row = orders.get(order.id);
    if (row?.amount === order.amount) row.paidBy ??= uid;
  };
  opened.sandbox.deliverTo(opened.webhooks.handler(shop));
  return opened;
}

test("an order whose amount changes", SEARCHING, async () => {
  await passCheckShop((await openShop()).functions);
});

test("an amount that changes while the handler runs is not paid by the amount before", async () => {
  const opened = await openShop();
  const { sandbox, orders, reviews, shop, addOrder, startPayment } = opened;
  const order = addOrder();
  const token = await startPayment(order);
  const { paid } = shop;
  shop.paid = vi.fn(paid).mockImplementationOnce((payment) => {
    order.amount = 15_900; // the customer's other window, after findOrder
    return paid(payment);
  });
  sandbox.deliverTo(opened.webhooks.handler(shop));
  await sandbox.pay(token);
  expect(sandbox.deliveries).toMatchObject([{ status: 500 }]); // the gateway repeats it
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect(sandbox.deliveries).toMatchObject([{ status: 200 }]);
  expect(orders.get(order.id)?.paidBy).toBeNull();
  expect([...reviews.values()]).toStrictEqual([order.id]);
});
