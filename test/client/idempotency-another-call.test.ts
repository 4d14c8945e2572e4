/** A key that was used before: the gateway answers with the result of that call, which is not this one's. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { IdempotencyError, type RefundParams } from "../../src/index.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { openGateway } from "../sandbox/open-gateway.ts";
import { startGateway } from "../support/gateway.ts";
import { newBill, newRefund, PARENT, rejection } from "./calls.ts";

const KEY = { idempotencyKey: "refund-1" };

test("a refund of another amount does nothing, and says so with the first one", async () => {
  const { payments, pay } = await openGateway();
  const refund = { parent_uid: (await pay("payment")).uid, reason: "Returned" };
  const first = await payments.transactions.refund({ ...refund, amount: 1000 }, KEY);
  const second = payments.transactions.refund({ ...refund, amount: 2000 }, KEY);
  const error = await rejection(second, IdempotencyError);
  expect(error.message).toBe(
    "transactions.refund was not processed, because its idempotencyKey was used before for a call with another amount",
  );
  expect(error).toMatchObject({
    name: "IdempotencyError",
    code: "idempotency",
    operation: "transactions.refund",
    processed: "no",
    safeToRetry: false,
    response: { status: 200 },
    transaction: first,
  });
  expect(`${inspect(error)} ${JSON.stringify(error)}`).not.toContain(first.uid);
});

test("a void with the key of a refund of another payment is no void", async () => {
  const { payments, pay } = await openGateway();
  const reason = "Returned";
  await payments.transactions.refund({ parent_uid: (await pay("payment")).uid, amount: 1000, reason }, KEY);
  const held = { parent_uid: (await pay("authorization")).uid, amount: 1000 };
  const { message } = await rejection(payments.transactions.void(held, KEY), IdempotencyError);
  expect(message).toContain("for a call with another type, parent_uid");
});

test("a bill with the key of a bill of another order is no bill", async () => {
  const { payments } = await openGateway();
  await payments.bills.create(newBill, KEY);
  expect((await payments.bills.create(newBill, KEY)).order_id).toBe(newBill.order_id);
  const other = payments.bills.create({ ...newBill, order_id: "2" }, KEY);
  expect((await rejection(other, IdempotencyError)).message).toContain("for a call with another order_id");
});

test("an order_id that no other call documents is not compared", async () => {
  const transaction = { ...refunded.transaction, order_id: 9 };
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  const params = { ...newRefund, order_id: 7 };
  expect(await gateway.client().transactions.refund(params, KEY)).toMatchObject({ order_id: 9 });
});

test.each<[what: string, asked: object, answered: object]>([
  ["a currency", {}, { currency: "USD" }],
  ["a parent_uid", { parent_uid: "another" }, {}],
  ["a tracking_id", { tracking_id: "refund-2" }, { tracking_id: "refund-1" }],
  ["a type", {}, { type: "payment" }],
  ["an amount that JSON cannot hold", {}, { amount: 2 ** 53 }],
  ["an amount as digits", {}, { amount: "2901" }],
  ["an amount below zero, as digits", {}, { amount: "-2900" }],
  ["an amount that is a bigint", { amount: 2901n }, {}],
  ["a tracking_id in digits", { tracking_id: "7" }, { tracking_id: 8 }],
])("another %s is another call", async (_, asked, answered) => {
  const transaction = { ...refunded.transaction, ...answered };
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  const params: RefundParams & { currency: string } = { ...newRefund, currency: "EUR", ...asked };
  const refund = gateway.client().transactions.refund(params, KEY);
  const error = await rejection(refund, IdempotencyError);
  expect(error.transaction).toStrictEqual(transaction);
});

test("the same call gets its result, however its fields are written and whatever the answer leaves out", async () => {
  const tracking = { tracking_id: "refund-1" };
  const cases: readonly [asked: Partial<RefundParams> & { currency?: string }, answered: object][] = [
    [{ currency: "EUR" }, { currency: "eur" }],
    [{ amount: "2900" }, {}],
    [{ amount: 2900n }, { amount: "2900" }],
    [{}, { amount: null, parent_uid: undefined, type: "" }],
    [{}, { amount: { value: 2900 }, type: 7 }],
    ...["2901.0", "x2901", "2901x", 2900.5, "9".repeat(100)].map((amount): (typeof cases)[number] => [
      {},
      { amount },
    ]),
    [{ currency: "EUR" }, { currency: " eur " }],
    [tracking, { tracking_id: " refund-1 " }],
    [tracking, { tracking_id: { id: "another" } }],
    [{ tracking_id: "7" }, { tracking_id: 7 }],
    // Left out, it is the parent's.
    [{}, { tracking_id: "order-1" }],
    [{ tracking_id: "" }, { tracking_id: "order-1" }],
    [{ ...tracking, parent_uid: PARENT.toUpperCase() }, tracking],
  ];
  for (const [asked, answered] of cases) {
    const transaction = { ...refunded.transaction, ...answered };
    await using gateway = await startGateway({ status: 200, body: { transaction } });
    const made = await gateway.client().transactions.refund({ ...newRefund, ...asked }, KEY);
    expect(made).toStrictEqual(JSON.parse(JSON.stringify(transaction)));
  }
});

test("a payment that the gateway calls a charge is the payment that was asked for", async () => {
  const charge = { uid: "1-2", type: "charge", amount: 990 };
  await using gateway = await startGateway({ status: 200, body: { transaction: charge } });
  const params = { amount: 990, currency: "EUR", description: "A month", credit_card: { token: "t" } };
  expect(await gateway.client().transactions.pay(params, KEY)).toStrictEqual(charge);
});

test("without a key nothing is compared: the gateway has processed this call", async () => {
  const transaction = { ...refunded.transaction, amount: 1 };
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  expect(await gateway.client().transactions.refund(newRefund)).toStrictEqual(transaction);
});
