/** A shop whose customers pay a part with a gift card, and the rest with a bank card. */
import { expect, test } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { openMemoryShop } from "../../support/memory-shop.ts";

const TOTAL = 12_900;

/** A gift card is charged when the order is placed, in one transaction with it. The token is of the rest. */
async function openShop(balance: number) {
  const opened = await openMemoryShop();
  const giftCard = { balance };
  const order = () => {
    const part = Math.min(giftCard.balance, TOTAL - 1);
    giftCard.balance -= part;
    return opened.addOrder(TOTAL - part);
  };
  const placeOrder = async () => {
    const placed = order();
    return { orderId: placed.id, token: await opened.startPayment(placed) };
  };
  return { ...opened, giftCard, order, functions: { ...opened.functions, placeOrder } };
}

test("a gift card and a card", SEARCHING, async () => {
  await passCheckShop((await openShop(5000)).functions);
});

test("two orders at the same time share one gift card, and each is paid by its own rest", async () => {
  const { sandbox, orders, reviews, giftCard, order, startPayment } = await openShop(15_000);
  const placed = [order(), order()];
  expect(placed.map(({ amount }) => amount)).toStrictEqual([1, TOTAL - (15_000 - (TOTAL - 1))]);
  expect(giftCard.balance).toBe(0);
  for (const each of placed) {
    const { uid } = await sandbox.pay(await startPayment(each));
    expect(orders.get(each.id)?.paidBy).toBe(uid);
  }
  expect(reviews.size).toBe(0);
});

test("a payment of the whole amount, by a token of before the gift card, needs review", async () => {
  const { sandbox, orders, reviews, addOrder, startPayment } = await openShop(5000);
  const order = addOrder(TOTAL);
  const token = await startPayment(order);
  order.amount = TOTAL - 5000; // the customer enters the gift card in another window
  await sandbox.pay(token);
  expect(orders.get(order.id)?.paidBy).toBeNull();
  expect([...reviews.values()]).toStrictEqual([order.id]);
});
