import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { accounts, payIn } from "../../examples/recipes/balance.ts";
import { toReview } from "../../examples/recipes/orders.ts";

test("each payment of a permanent bill is added to the account once, and the bill itself never", async () => {
  const sandbox = new Sandbox();
  const payments = new PaymentsClient(sandbox.clientOptions);
  const account = { id: "member-77", currency: "BYN", balance: 0 };
  accounts.set(account.id, account);
  const bill = await payments.bills.create({
    amount: 990,
    currency: "BYN",
    description: "Reading room",
    tracking_id: account.id,
    permanent: true,
    payment_method: { type: "erip", account_number: "77" },
  });
  payIn(bill);
  const [first, failed, second] = [
    await sandbox.complete(bill.uid, { status: "successful" }),
    await sandbox.complete(bill.uid, { status: "failed" }),
    await sandbox.complete(bill.uid, { status: "successful" }),
  ];
  for (const payment of [first, failed, first, second, second]) payIn(payment);
  expect(account.balance).toBe(2 * 990);
  payIn({ ...second, uid: "of-nobody", id: "of-nobody", tracking_id: "member-78" });
  const inEuros = { id: "member-79", currency: "EUR", balance: 0 };
  accounts.set(inEuros.id, inEuros);
  payIn({ ...second, uid: "in-roubles", id: "in-roubles", tracking_id: inEuros.id });
  expect(toReview).toStrictEqual([
    { uid: "of-nobody", reason: "a payment of 990 BYN for account member-78" },
    { uid: "in-roubles", reason: "a payment of 990 BYN for account member-79" },
  ]);
  expect(inEuros.balance).toBe(0);
  expect(account.balance).toBe(2 * 990);
});
