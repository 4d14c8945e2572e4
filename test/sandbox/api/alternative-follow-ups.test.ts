/** In this folder: the API of the local gateway as any HTTP client sees it, with its refusals and its log. */

import { expect, test } from "vitest";
import { ValidationError } from "../../../src/index.ts";
import { rejection } from "../../client/calls.ts";
import { NOTIFIED, ORDER } from "../open-gateway.ts";
import { openModule } from "./open-shop-module.ts";

const WAYS = [
  ["captures", "capture", "captured", "authorization"],
  ["voids", "void", "voided", "authorization"],
  ["refunds", "refund", "refunded", "payment"],
] as const;

/** A sandbox, and what was paid by a method. */
async function open(method: string, transaction_type: "payment" | "authorization" = "payment") {
  const module = await openModule();
  const { create, sandbox } = module;
  const order = { ...ORDER, currency: "BYN", tracking_id: "order-1008" };
  const token = await create({ transaction_type, order, settings: NOTIFIED });
  const { uid, status } = await sandbox.pay(token, method === "credit_card" ? {} : { method });
  if (status === "pending") await sandbox.complete(uid, { status: "successful" });
  return { ...module, uid, request: { parent_uid: uid, amount: 2900, reason: "Returned" } };
}

test.each(WAYS)("what ERIP paid is followed by /beyag/transactions/%s", async (path, type, _, parent) => {
  const { uid, request, post, notified, payments } = await open("erip", parent);
  const { status, body } = await post(`/beyag/transactions/${path}`, { request });
  const { transaction } = Object(body);
  expect([status, transaction]).toMatchObject([
    200,
    { type, status: "successful", parent_uid: uid, amount: 2900, payment_method_type: "erip" },
  ]);
  await expect.poll(() => notified().at(-1)).toStrictEqual(transaction);
  expect(await payments.transactions.findByTrackingId("order-1008")).toMatchObject([transaction, { uid }]);
  expect(await post(`/beyag/transactions/${path}`, { request })).toMatchObject({
    status: 422,
    body: { errors: { base: [expect.stringContaining("Duplicate transaction")] } },
  });
});

test.each(WAYS)("each refuses what the other paid: %s", async (path, _, done, parent) => {
  for (const [method, wrong, right] of [
    ["erip", "/transactions", "/beyag/transactions"],
    ["credit_card", "/beyag/transactions", "/transactions"],
    ["google_pay", "/beyag/transactions", "/transactions"],
  ] as const) {
    const { request, post } = await open(method, parent);
    const parent_uid = [`is unknown here, because payments by ${method} are ${done} at ${right}/${path}`];
    const refusal = { errors: { parent_uid } };
    expect(await post(`${wrong}/${path}`, { request })).toMatchObject({
      status: 422,
      body: wrong.startsWith("/beyag") ? refusal : { response: refusal },
    });
    expect((await post(`${right}/${path}`, { request })).status).toBe(200);
  }
});

test("the client calls it by payments.request, once for a RequestID, and its log names the call", async () => {
  const { sandbox, payments, request } = await open("erip");
  const wrong = await rejection(payments.transactions.refund(request), ValidationError);
  expect(wrong.message).toContain("/beyag/transactions/refunds");
  const url = `${sandbox.clientOptions.gatewayUrl}/beyag/transactions/refunds`;
  const options = { body: { request }, headers: { RequestID: "refund-1" } };
  const first = await payments.request("POST", url, options);
  expect(await payments.request("POST", url, options)).toStrictEqual(first);
  expect(await payments.transactions.findByTrackingId("order-1008")).toHaveLength(2);
  expect(sandbox.requests.map(({ operation, path, status }) => [operation, path, status])).toContainEqual([
    "transactions.refund",
    "/beyag/transactions/refunds",
    200,
  ]);
});
