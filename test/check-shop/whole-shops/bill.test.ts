/** In this folder: whole shops as merchants write them, each of which pays its orders once. */

/** Accounts that customers top up with a permanent bill, which is paid many times. */
import { handlePayment } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { accounts, shop } from "../../../examples/recipes/balance.ts";
import { toReview } from "../../../examples/recipes/orders.ts";
import { openGateway } from "../../support/check-shop.ts";

async function openShop() {
  const { sandbox, payments, webhooks } = await openGateway();
  sandbox.deliverTo(webhooks.handler(shop));
  const openAccount = async (number: string, currency = "BYN") => {
    const account = { id: `account-${number}`, currency, balance: 0 };
    accounts.set(account.id, account);
    const bill = await payments.bills.create({
      ...{ amount: 990, currency: "BYN", description: "Reading room", tracking_id: account.id },
      ...{ permanent: true, ip: "127.0.0.1", notification_url: "https://shop.example/notify" },
      payment_method: { type: "erip", account_number: number },
    });
    return { account, bill, uid: bill.uid };
  };
  return { sandbox, openAccount };
}

test("each payment of a bill is booked once, in any order, however often it is notified, and the bill never", async () => {
  const { sandbox, openAccount } = await openShop();
  const [kim, sam] = [await openAccount("901"), await openAccount("902")];
  await handlePayment(shop, kim.bill);
  sandbox.disturbNext({ notification: "reordered" });
  sandbox.disturbNext({ notification: "twice", times: 2 });
  const pay = (uid: string, times: number, status: "successful" | "failed" = "successful") =>
    Promise.all(Array.from({ length: times }, () => sandbox.complete(uid, { status })));
  await pay(kim.uid, 20);
  await pay(sam.uid, 3);
  await pay(sam.uid, 2, "failed");
  await sandbox.idle();
  expect([kim.account.balance, sam.account.balance]).toStrictEqual([20 * 990, 3 * 990]);
  await Promise.all(sandbox.deliveries.map(({ id }) => sandbox.redeliver(id)));
  expect([kim.account.balance, sam.account.balance]).toStrictEqual([20 * 990, 3 * 990]);
  expect(new Set(sandbox.deliveries.map(({ status }) => status))).toStrictEqual(new Set([200]));
});

test("a payment into no account, or in another currency, needs review", async () => {
  toReview.clear(); // another recipe's test may have used it
  const { sandbox, openAccount } = await openShop();
  const [closed, inEuros] = [await openAccount("903"), await openAccount("904", "EUR")];
  accounts.delete(closed.account.id);
  for (const { uid } of [closed, inEuros]) await sandbox.complete(uid, { status: "successful" });
  await sandbox.idle();
  const reviewed = [...toReview.values()].map(({ orderId }) => orderId);
  expect(reviewed).toStrictEqual(["account-903", "account-904"]);
  expect(inEuros.account.balance).toBe(0);
});
