import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { handlePayment } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { accounts, shop } from "../../../examples/recipes/balance.ts";
import { toReview } from "../../../examples/recipes/orders.ts";

test("each payment of a permanent bill is added to the account once, and the bill itself never", async () => {
  const sandbox = new Sandbox();
  const payments = new PaymentsClient(sandbox.clientOptions);
  const account = { id: "member-77", currency: "BYN", balance: 0 };
  accounts.set(account.id, account);
  const bill = await payments.bills.create({
    amount: 990,
    currency: "BYN",
    description: "Reading room",
    ip: "203.0.113.7",
    tracking_id: account.id,
    permanent: true,
    payment_method: { type: "erip", account_number: "77" },
  });
  await handlePayment(shop, bill);
  const [first, failed, second] = [
    await sandbox.complete(bill.uid, { status: "successful" }),
    await sandbox.complete(bill.uid, { status: "failed" }),
    await sandbox.complete(bill.uid, { status: "successful" }),
  ];
  for (const payment of [first, failed, first, second, second]) await handlePayment(shop, payment);
  expect(account.balance).toBe(2 * 990);
  await handlePayment(shop, { ...second, uid: "of-nobody", id: "of-nobody", tracking_id: "member-78" });
  const inEuros = { id: "member-79", currency: "EUR", balance: 0 };
  accounts.set(inEuros.id, inEuros);
  await handlePayment(shop, { ...second, uid: "in-roubles", id: "in-roubles", tracking_id: inEuros.id });
  expect([...toReview.values()]).toMatchObject([
    { uid: "of-nobody", orderId: "member-78" },
    { uid: "in-roubles", orderId: "member-79" },
  ]);
  expect(inEuros.balance).toBe(0);
  expect(account.balance).toBe(2 * 990);
});
