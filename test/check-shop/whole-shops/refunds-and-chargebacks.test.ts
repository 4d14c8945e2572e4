/** A shop that is notified of refunds and chargebacks, in any order, and more than once. */
import type { Transaction } from "payments-client";
import { notificationKey, type PaymentHandlers } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { type Order, openMemoryShop } from "../../support/memory-shop.ts";

async function openShop(functions: (books: Books) => Partial<PaymentHandlers<Order>>) {
  const opened = await openMemoryShop();
  const { sandbox, webhooks, shop, addOrder, startPayment } = opened;
  const books: Books = { refunds: new Map(), chargebacks: new Map() };
  const handler = webhooks.handler({ ...shop, ...functions(books) });
  sandbox.deliverTo(handler);
  const order = addOrder();
  const payment = await sandbox.pay(await startPayment(order));
  /** Signs a notification like the gateway, and posts it twice. */
  const notify = async (transaction: Transaction): Promise<void> => {
    const body = JSON.stringify({ transaction });
    for (let times = 0; times < 2; times += 1) {
      const request = { method: "POST", headers: await sandbox.sign(body), body };
      const { status } = await handler(new Request("https://shop.example/notify", request));
      expect(status).toBe(200);
    }
  };
  const follow = (type: "refund" | "chargeback", uid: string, amount: number): Transaction => {
    const { payment: _, ...fields } = payment;
    return {
      ...fields,
      type,
      uid,
      id: uid,
      amount,
      parent_uid: payment.uid,
      [type]: { status: "successful" },
    };
  };
  const refund = (uid: string, amount: number) => notify(follow("refund", uid, amount));
  const chargeBack = (uid: string, amount: number) => notify(follow("chargeback", uid, amount));
  return { ...opened, books, order, payment, refund, chargeBack, follow };
}

interface Books {
  /** Amounts by the uid of the refund or chargeback, which is unique. */
  readonly refunds: Map<string, number>;
  readonly chargebacks: Map<string, number>;
}

const sum = (amounts: Map<string, number>): number =>
  [...amounts.values()].reduce((one, other) => one + other, 0);

test("refunds are added up once each, and the order stays paid by its payment", async () => {
  const { order, payment, books, refund } = await openShop(({ refunds }) => ({
    refunded: ({ summary: { uid = "", amount = 0 } }) => refunds.set(uid, amount),
  }));
  await refund("refund-1", 4000);
  await refund("refund-2", 4000);
  expect(sum(books.refunds)).toBe(8000);
  expect(order.paidBy).toBe(payment.uid);
});

test("a repeated notification of the payment does not pay a refunded order again", async () => {
  const { sandbox, order, payment, reviews, refund } = await openShop(() => ({}));
  await refund("refund-1", 12_900);
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect(order.paidBy).toBe(payment.uid);
  expect(reviews.size).toBe(0);
});

test("a chargeback without its function needs review, next to the order that stays paid", async () => {
  const { order, payment, reviews, chargeBack, follow } = await openShop(() => ({}));
  await chargeBack("chargeback-1", 12_900);
  const key = notificationKey(follow("chargeback", "chargeback-1", 12_900));
  expect([...reviews]).toStrictEqual([[key, order.id]]);
  expect(order.paidBy).toBe(payment.uid);
});

test("a chargeback with its function goes there, and not to review", async () => {
  const { reviews, books, chargeBack } = await openShop(({ chargebacks }) => ({
    charged_back: ({ summary: { uid = "", amount = 0 } }) => chargebacks.set(uid, amount),
  }));
  await chargeBack("chargeback-1", 12_900);
  expect(sum(books.chargebacks)).toBe(12_900);
  expect(reviews.size).toBe(0);
});
