/** A shop whose staging system counts test payments, and whose production does not. */
import { handlePayment } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { openMemoryShop } from "../../support/memory-shop.ts";

async function openShop(isStaging: boolean) {
  const opened = await openMemoryShop();
  const { sandbox, payments, webhooks, orders, shop, addOrder } = opened;
  const tested: string[] = [];
  const own = {
    ...shop,
    findOrder: (trackingId: string) => {
      const order = orders.get(trackingId);
      return order && Object.assign(order, { test: isStaging });
    },
    test: ({ summary }: { summary: { trackingId?: string | undefined } }) =>
      tested.push(summary.trackingId ?? ""),
  };
  sandbox.deliverTo(webhooks.handler(own));
  const pay = async (isTest: boolean) => {
    const { id, amount, currency } = addOrder();
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      test: isTest,
      order: { amount, currency, description: "Annual pass", tracking_id: id },
      settings: { notification_url: "https://shop.example/notify" },
    });
    await sandbox.pay(token);
    expect(sandbox.deliveries.at(-1)).toMatchObject({ status: 200 });
    const { is } = await handlePayment(own, await payments.checkouts.get(token));
    return { is, isPaid: orders.get(id)?.paidBy !== null, isTested: tested.includes(id) };
  };
  return { ...opened, pay };
}

test("on staging, a test payment pays its order", async () => {
  const { pay, reviews } = await openShop(true);
  expect(await pay(true)).toStrictEqual({ is: "paid", isPaid: true, isTested: false });
  expect(await pay(false), "a shop that is live by mistake").toMatchObject({ isPaid: true });
  expect(reviews.size).toBe(0);
});

test("in production, a test payment pays nothing, and needs no review", async () => {
  const { pay, reviews } = await openShop(false);
  expect(await pay(true)).toStrictEqual({ is: "test", isPaid: false, isTested: true });
  expect(await pay(false)).toStrictEqual({ is: "paid", isPaid: true, isTested: false });
  expect(reviews.size).toBe(0);
});
