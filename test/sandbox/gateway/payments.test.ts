import { expect, test } from "vitest";
import { isFinal, outcome } from "../../../src/index.ts";
import { paymentDetails } from "../../../src/webhooks.ts";
import { DECLINED, ORDER, openSandbox } from "../open-gateway.ts";

const PAID = "Successfully processed";

test.each([
  ["4200 0000 0000 0000", "successful", PAID],
  ["4200-0000-0000-0000", "successful", PAID],
  [DECLINED, "failed", "Payment was declined"],
  ["4012000000001097", "successful", PAID],
  ["4012000000001022", "failed", "3-D Secure authentication failed"],
])("the test card %s is %s, in the transaction and in the token's status", async (card, status, message) => {
  const { sandbox, payments, create, drifts } = openSandbox();
  const token = await create();
  const transaction = await sandbox.pay(token, { card });
  expect(transaction).toMatchObject({
    ...ORDER,
    status,
    message,
    type: "payment",
    payment_method_type: "credit_card",
    credit_card: { bin: card.replaceAll(/\D/g, "").slice(0, 6), last_4: card.slice(-4), token: null },
  });
  expect(paymentDetails(transaction)).toMatchObject({ status, amount: 12_900 });
  const isSuccess = status === "successful";
  const after = await payments.checkouts.get(token);
  expect(after).toMatchObject({
    status,
    message: isSuccess ? "Transaction is successful." : message,
    finished: true,
    expired: false,
    gateway_response: { payment: { uid: transaction.uid, status } },
  });
  expect([outcome(after) === "paid", isFinal(after)]).toStrictEqual([isSuccess, true]);
  expect(drifts).toStrictEqual([]);
});

test("a number that is not a test card is refused, and not repeated in the error", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const refusal = await sandbox.pay(token, { card: "5555444433332222" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RangeError);
  expect(String(refusal)).not.toContain("5555444433332222");
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
});

test("a token is paid once, also by concurrent payments", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const outcomes = await Promise.allSettled([sandbox.pay(token), sandbox.pay(token), sandbox.pay(token)]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "rejected"]);
  await expect(sandbox.pay(token)).rejects.toMatchObject({
    name: "NotPayableError",
    message: "The payment token cannot be paid, because it is successful",
  });
});

test("paying for an unknown token is refused with the reason", async () => {
  const { sandbox } = openSandbox();
  await expect(sandbox.pay("no such token")).rejects.toThrow("There is no such payment token");
  expect(await sandbox.expire("no such token")).toBe(false);
});
