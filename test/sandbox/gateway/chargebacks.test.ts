import { expect, test } from "vitest";
import { outcome, paymentSummary } from "../../../src/index.ts";
import { openModule } from "../api/open-shop-module.ts";
import { DECLINED, openGateway } from "../open-gateway.ts";

test("a bank takes the money of a payment back, and the merchant is notified", async () => {
  const { sandbox, payments, pay, notified, drifts } = await openGateway();
  const payment = await pay("payment");
  const chargeback = await sandbox.chargeBack(payment.uid);
  expect(chargeback).toMatchObject({
    type: "chargeback",
    status: "successful",
    parent_uid: payment.uid,
    amount: 12_900,
    currency: "EUR",
    reason: "client request",
    test: true,
    chargeback: { status: "successful" },
    parent_transaction: { uid: payment.uid, tracking_id: "order-1007" },
  });
  expect(chargeback).not.toHaveProperty("tracking_id");
  expect(notified().at(-1)).toStrictEqual(chargeback);
  expect(await payments.transactions.get(chargeback.uid)).toStrictEqual(chargeback);
  expect(outcome(chargeback, { test: true })).toBe("charged_back");
  expect(paymentSummary(chargeback).trackingId).toBe("order-1007");
  expect(drifts).toStrictEqual([]);
});

test("what was charged back cannot be refunded or charged back again", async () => {
  const { sandbox, payments, pay } = await openGateway();
  const { uid } = await pay("payment");
  await sandbox.chargeBack(uid, { amount: 10_000, reason: "Fraud" });
  const refund = { parent_uid: uid, amount: 2901, reason: "Returned" };
  await expect(payments.transactions.refund(refund)).rejects.toThrow("can't be greater than 2900");
  await expect(sandbox.chargeBack(uid, { amount: 2901 })).rejects.toThrow(
    "The payment cannot be charged back: amount can't be greater than 2900",
  );
  expect(await sandbox.chargeBack(uid)).toMatchObject({ amount: 2900 });
  await expect(sandbox.chargeBack(uid)).rejects.toMatchObject({ name: "NotPayableError" });
});

test("a capture and a charge can be charged back, a hold, a payout, a decline and a bill cannot", async () => {
  const { sandbox, payments, pay, create } = await openGateway();
  const hold = await pay("authorization");
  const capture = await payments.transactions.capture({ parent_uid: hold.uid, amount: 5000 });
  for (const { uid } of [capture, await pay("charge")])
    expect(await sandbox.chargeBack(uid)).toMatchObject({ type: "chargeback", parent_uid: uid });
  const erip = await sandbox.pay(await create({ payment_method: { types: ["erip"] } }), { method: "erip" });
  await sandbox.complete(erip.uid, { status: "successful" });
  const declined = await pay("payment", { card: DECLINED });
  for (const { uid } of [hold, await pay("payout"), declined, erip, { uid: "none" }])
    await expect(sandbox.chargeBack(uid)).rejects.toMatchObject({ name: "NotPayableError" });
});

test("the platform's staff charges back by a call of the API", async () => {
  const { sandbox, pay, post, notified } = await openModule();
  const { uid } = await pay("payment");
  const request = { parent_uid: uid, amount: 12_900, reason: "Fraud" };
  const { status, body } = await post("/transactions/chargebacks", { request });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { transaction: { type: "chargeback", reason: "Fraud", parent_uid: uid } },
  });
  await sandbox.idle();
  expect(notified().at(-1)).toStrictEqual(Object(body).transaction);
  expect(await post("/transactions/chargebacks", { request: { ...request, reason: "" } })).toMatchObject({
    status: 422,
    body: { response: { errors: { reason: ["can't be blank"] } } },
  });
});
