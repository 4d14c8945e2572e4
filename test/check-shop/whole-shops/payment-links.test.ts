/** A shop whose products are paid by link. Each payment is a sale of its own. */
import type { PaymentHandlers } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { openGateway } from "../../support/check-shop.ts";

/** The payment is the order: it has the product's price, and pays itself. */
interface Sale {
  readonly productId: string;
  readonly amount: number;
  readonly currency: string;
  readonly paidBy: string | null;
}

async function openShop() {
  const { sandbox, payments, webhooks } = await openGateway();
  const prices = new Map<string, number>();
  const sales = new Map<string, string>(); // by uid, which is unique
  const reviews = new Map<string, string>();
  const shop: PaymentHandlers<Sale> = {
    // In the local gateway, the tracking id of a payment by link is the product's id.
    findOrder: (productId, { summary: { uid = "" } }) => {
      const amount = prices.get(productId);
      return amount === undefined
        ? undefined
        : { productId, amount, currency: "EUR", paidBy: sales.has(uid) ? uid : null };
    },
    paid: ({ order, uid }) => sales.set(uid, order.productId),
    review: ({ key, reason }) => reviews.set(key, reason),
  };
  sandbox.deliverTo(webhooks.handler(shop));
  const offer = async (amount: number): Promise<string> => {
    const { id } = await payments.products.create({
      ...{ name: "Guide book", description: "Paperback", currency: "EUR", amount },
      ...{ infinite: true, immortal: true, notification_url: "https://shop.example/notify" },
    });
    prices.set(id, amount);
    return id;
  };
  return { sandbox, payments, prices, sales, reviews, offer };
}

test("each payment by a link is a sale, and a repeated notification is none", async () => {
  const { sandbox, sales, reviews, offer } = await openShop();
  const [guide, map] = [await offer(3000), await offer(900)];
  const paid = [await sandbox.pay(guide), await sandbox.pay(guide), await sandbox.pay(map)];
  for (const { id } of sandbox.deliveries) await sandbox.redeliver(id);
  expect(sandbox.deliveries.map(({ status }) => status)).toStrictEqual([200, 200, 200]);
  expect([...sales]).toStrictEqual([guide, guide, map].map((id, index) => [paid[index]?.uid, id]));
  expect(reviews.size).toBe(0);
});

test("a payment of another amount, or for a product of another shop, is no sale and needs review", async () => {
  const { sandbox, payments, prices, sales, reviews, offer } = await openShop();
  const guide = await offer(3000);
  await payments.products.update(guide, { amount: 100 }); // by a person in the back office
  await sandbox.pay(guide);
  sandbox.disturbNext({ notification: "wrong_order" });
  await sandbox.pay(await offer(900));
  expect(sales.size).toBe(0);
  prices.set(guide, 100);
  expect([...reviews.values()]).toStrictEqual(["mismatch", "no_order"]);
  for (const { id } of sandbox.deliveries) await sandbox.redeliver(id);
  expect([...sales.values()].includes(guide), "its price was corrected").toBe(true);
});
