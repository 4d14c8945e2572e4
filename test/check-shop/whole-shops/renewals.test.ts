/** A shop that charges saved cards each month, and tries again after a decline. */
import { paymentSummary, sendOnce } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { type Order, openMemoryShop } from "../../support/memory-shop.ts";

/** A try to charge a month is an order of its own, so that its notification finds it. */
interface Try extends Order {
  sentAt: number;
  isFailed: boolean;
}

async function openShop() {
  const opened = await openMemoryShop();
  const { payments, orders, shop } = opened;
  const tries = new Map<string, Try>();

  /** The try to charge a month. After a try that failed, another one. */
  const nextTry = (first: Order, month: string): Try => {
    const idOf = (number: number) => `${first.id}-${month}-${number}`;
    let number = 1;
    while (tries.get(idOf(number))?.isFailed) number += 1;
    const id = idOf(number);
    const row = tries.get(id) ?? { ...first, id, paidBy: null, sentAt: 0, isFailed: false };
    tries.set(id, row);
    orders.set(id, row);
    return row;
  };

  const renew = async (orderId: string, month: string): Promise<void> => {
    const first = orders.get(orderId);
    const known = await payments.transactions.findByTrackingId(orderId);
    const card = known.map(paymentSummary).find(({ uid }) => uid === first?.paidBy)?.cardToken;
    if (!first || !card) throw new Error("There is no card yet");
    const row = nextTry(first, month);
    const { id, amount, currency } = row;
    const claim = (milliseconds: number): boolean => {
      if (Date.now() - row.sentAt < milliseconds) return false;
      row.sentAt = Date.now();
      return true;
    };
    const params = { amount, currency, description: "A month", credit_card: { token: card } };
    const sent = await sendOnce(payments, "pay", params, { key: id, claim });
    if (sent.is === "succeeded") await handlePayment(shop, sent.transaction);
    row.isFailed ||= sent.is === "declined" || sent.is === "refused";
    if (sent.is !== "succeeded") throw new Error(`The charge is ${sent.is}`);
  };
  return { ...opened, tries, renew, functions: { ...opened.functions, renew } };
}

test("renewals", SEARCHING, async () => {
  await passCheckShop((await openShop()).functions);
});

test("a declined month is tried again, as another order of the same month", async () => {
  const { sandbox, tries, renew, functions } = await openShop();
  const { orderId, token } = await functions.placeOrder();
  await sandbox.pay(token, { card: "4000000000000341" });
  for (let runs = 0; runs < 2; runs += 1) await expect(renew(orderId, "1")).rejects.toThrow("is declined");
  expect([...tries.keys()]).toStrictEqual([`${orderId}-1-1`, `${orderId}-1-2`]);
});
