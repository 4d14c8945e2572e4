import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { handlePayment } from "payments-client/webhooks";
import { beforeEach, expect, test, vi } from "vitest";
import { shop } from "../../../examples/recipes/notify.ts";
import { openTokens, orders, toReview } from "../../../examples/recipes/orders.ts";
import { reconcile } from "../../../examples/recipes/reconcile.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });

const DAY = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  openTokens.clear();
  toReview.clear();
});

/** A token of an order, whose payment is not notified. */
async function openToken(id: string): Promise<string> {
  if (!orders.has(id)) orders.set(id, { id, amount: 12_900, currency: "EUR", paidBy: null });
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount: 12_900,
      currency: "EUR",
      description: "Annual pass",
      tracking_id: id,
    },
    payment_method: { types: ["credit_card", "erip"] },
  });
  openTokens.set(token, Date.now() + DAY);
  return token;
}

test("the job marks a paid order whose notification was lost, once", async () => {
  const payment = await sandbox.pay(await openToken("lost-1"));
  await reconcile(payments);
  expect(orders.get("lost-1")?.paidBy).toBe(payment.uid);
  await handlePayment(shop, payment); // the notification, after all
  await reconcile(payments);
  expect(toReview.size).toBe(0);
  expect(openTokens.size).toBe(0);
});

test("a token is asked about until its order is over, whatever the gateway answers", async () => {
  const finished = new PaymentsClient({
    ...sandbox.clientOptions,
    fetch: async () =>
      Response.json({
        checkout: { token: open, transaction_type: "payment", status: "failed", finished: true },
      }),
  });
  const [paid, open] = [await openToken("lost-3"), await openToken("lost-3")];
  await sandbox.pay(paid);
  await reconcile(payments);
  expect([...openTokens.keys()]).toStrictEqual([open]);
  await reconcile(finished);
  await sandbox.pay(open);
  await reconcile(payments);
  expect([...toReview.values()]).toMatchObject([{ orderId: "lost-3" }]);
  expect([...openTokens.keys()]).toStrictEqual([open]);
  vi.setSystemTime(Date.now() + DAY + 59 * 60_000);
  await reconcile(payments);
  expect(openTokens.size).toBe(1);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await reconcile(payments);
  expect(openTokens.size).toBe(0);
});

test("a payment that is still pending when its order is over is asked about", async () => {
  const token = await openToken("lost-9");
  const { uid } = await sandbox.pay(token, { method: "erip" });
  openTokens.set(token, Date.now() - DAY); // a clock that is behind
  await reconcile(payments);
  await sandbox.complete(uid, { status: "successful" });
  await reconcile(payments);
  expect(orders.get("lost-9")?.paidBy).toBe(uid);
});

test("a payment that was reported with another amount is taken when it is reported with its own", async () => {
  const payment = await sandbox.pay(await openToken("lost-7"));
  const wrong = JSON.parse(JSON.stringify(payment).replaceAll("12900", "100"));
  await handlePayment(shop, wrong);
  expect([...toReview.values()]).toMatchObject([
    {
      ...{ uid: payment.uid, orderId: "lost-7", amount: 100, currency: "EUR", reason: "mismatch" },
      message: expect.stringContaining("amount"),
    },
  ]);
  await handlePayment(shop, payment);
  expect(orders.get("lost-7")?.paidBy).toBe(payment.uid);
  expect(toReview.size).toBe(0);
});

test("an error of one token does not keep the job from the others", async () => {
  openTokens.set("unknown", Date.now() + DAY);
  await sandbox.pay(await openToken("lost-5"));
  await reconcile(payments);
  expect(orders.get("lost-5")?.paidBy).toMatch(/./);
  expect([...openTokens.keys()]).toStrictEqual(["unknown"]);
  expect(console.error).toHaveBeenCalledExactlyOnceWith("Token unknown:", expect.anything());
});
