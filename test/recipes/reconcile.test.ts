import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { paymentEvent } from "payments-client/webhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takePayment } from "../../examples/recipes/notify.ts";
import { openTokens, orders, toReview } from "../../examples/recipes/orders.ts";
import { reconcile } from "../../examples/recipes/reconcile.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });

beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  openTokens.clear();
  toReview.splice(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A token of an order, whose payment is not notified. */
async function openToken(id: string, amount = 12_900, contract: "recurring"[] = []): Promise<string> {
  if (!orders.has(id)) orders.set(id, { id, amount: 12_900, currency: "EUR", status: "open" });
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount,
      currency: "EUR",
      description: "Annual pass",
      tracking_id: id,
      additional_data: { contract },
    },
  });
  openTokens.add(token);
  return token;
}

test("the job marks a paid order whose notification was lost, once", async () => {
  const payment = await sandbox.pay(await openToken("lost-1"));
  await reconcile(payments);
  expect(orders.get("lost-1")?.status).toBe("paid");
  takePayment(paymentEvent(payment)); // the notification, after all
  await reconcile(payments);
  expect(toReview).toStrictEqual([]);
  expect(openTokens.size).toBe(0);
});

test("a payment that the job found first still brings its saved card with its notification", async () => {
  const token = await openToken("lost-6", 12_900, ["recurring"]);
  const payment = await sandbox.pay(token);
  const other = await sandbox.pay(await openToken("lost-6", 12_900, ["recurring"]));
  openTokens.clear();
  openTokens.add(token);
  await reconcile(payments);
  takePayment(paymentEvent(other)); // a second payment, with a card of its own
  takePayment(paymentEvent(payment));
  expect(orders.get("lost-6")?.cardToken).toBe(payment.credit_card?.token);
  expect(payment.credit_card?.token).toMatch(/./);
});

test("the job finds the second payment of an order that is paid, however often it runs", async () => {
  const tokens = [await openToken("lost-2"), await openToken("lost-2")];
  const [first, second] = [await sandbox.pay(tokens[0] ?? ""), await sandbox.pay(tokens[1] ?? "")];
  takePayment(paymentEvent(first)); // the notification of the second is lost
  for (let runs = 0; runs < 2; runs += 1) await reconcile(payments);
  expect(toReview).toMatchObject([{ uid: second.uid, reason: "Payment of lost-2: its order is not open" }]);
});

test("a token is asked about until its status is final, those of paid orders too", async () => {
  const [paid, open] = [await openToken("lost-3"), await openToken("lost-3")];
  await sandbox.pay(paid);
  await reconcile(payments);
  expect([...openTokens]).toStrictEqual([open]);
  await sandbox.expire(open);
  await reconcile(payments);
  expect(openTokens.size).toBe(0);
});

test("a payment of another amount is kept for a person, and the order stays payable", async () => {
  const wrong = await sandbox.pay(await openToken("lost-4", 1));
  await reconcile(payments);
  expect(toReview).toMatchObject([{ uid: wrong.uid, reason: expect.stringContaining("amount") }]);
  await sandbox.pay(await openToken("lost-4"));
  await reconcile(payments);
  expect(orders.get("lost-4")?.status).toBe("paid");
});

test("a payment that was reported with another amount is taken when it is reported with its own", async () => {
  const payment = await sandbox.pay(await openToken("lost-7"));
  const wrong = JSON.parse(JSON.stringify(payment).replaceAll("12900", "100"));
  for (const reported of [wrong, payment]) takePayment(paymentEvent(reported));
  expect(toReview).toMatchObject([{ uid: payment.uid, reason: expect.stringContaining("amount") }]);
  expect(orders.get("lost-7")?.status).toBe("paid");
});

test("an error of one token does not keep the job from the others", async () => {
  openTokens.add("unknown");
  await sandbox.pay(await openToken("lost-5"));
  await reconcile(payments);
  expect(orders.get("lost-5")?.status).toBe("paid");
  expect([...openTokens]).toStrictEqual(["unknown"]);
  expect(console.error).toHaveBeenCalledExactlyOnceWith("Token unknown:", expect.anything());
});
