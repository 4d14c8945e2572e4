/** A shop that is notified of refunds and chargebacks, and more than once. */
import { notificationKey, type PaymentHandlers } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { type Order, openMemoryShop } from "../../support/memory-shop.ts";

/** A paid order, and amounts by the uid of the refund or chargeback, which is unique. */
async function openPaid(functions: (books: Map<string, number>) => Partial<PaymentHandlers<Order>>) {
  const opened = await openMemoryShop();
  const { sandbox, payments, webhooks, shop, addOrder, startPayment } = opened;
  const books = new Map<string, number>();
  sandbox.deliverTo(webhooks.handler({ ...shop, ...functions(books) }));
  const order = addOrder();
  const payment = await sandbox.pay(await startPayment(order));
  const repeatAll = async (): Promise<void> => {
    await sandbox.idle();
    for (const { id } of sandbox.deliveries) expect((await sandbox.redeliver(id)).status).toBe(200);
  };
  const refund = (amount: number) =>
    payments.transactions.refund({ parent_uid: payment.uid, amount, reason: "Returned" });
  const sum = (): number => [...books.values()].reduce((one, other) => one + other, 0);
  return { ...opened, order, payment, books, sum, refund, repeatAll };
}

test("refunds are added up once each, and the order stays paid by its payment", async () => {
  const { order, payment, sum, refund, repeatAll } = await openPaid((books) => ({
    refunded: ({ summary: { uid = "", amount = 0 } }) => books.set(uid, amount),
  }));
  await refund(4000);
  await refund(4100);
  await repeatAll();
  expect(sum()).toBe(8100);
  expect(order.paidBy).toBe(payment.uid);
});

test("a repeated notification of the payment does not pay a refunded order again", async () => {
  const { order, payment, reviews, refund, repeatAll } = await openPaid(() => ({}));
  await refund(12_900);
  await repeatAll();
  expect(order.paidBy).toBe(payment.uid);
  expect(reviews.size).toBe(0);
});

test("a chargeback without its function needs review, next to the order that stays paid", async () => {
  const { sandbox, order, payment, reviews, repeatAll } = await openPaid(() => ({}));
  const chargeback = await sandbox.chargeBack(payment.uid);
  await repeatAll();
  expect([...reviews]).toStrictEqual([[notificationKey(chargeback), order.id]]);
  expect(order.paidBy).toBe(payment.uid);
});

test("a chargeback with its function goes there, and not to review", async () => {
  const { sandbox, payment, reviews, sum, repeatAll } = await openPaid((books) => ({
    charged_back: ({ summary: { uid = "", amount = 0 } }) => books.set(uid, amount),
  }));
  await sandbox.chargeBack(payment.uid);
  await repeatAll();
  expect(sum()).toBe(12_900);
  expect(reviews.size).toBe(0);
});
