import { describe, expect, test } from "vitest";
import { type CheckoutStatus, type Transaction, WebhookError } from "../../src/index.ts";
import { notificationKey, type Payment } from "../../src/webhooks.ts";
import { thrown } from "../client/calls.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { verifyJson } from "./notifications.ts";

/** The key of a notification. */
const keyOf = async (sent: unknown): Promise<string> => notificationKey(await verifyJson(sent));

const paid = transaction.transaction;
const status = checkoutStatus.checkout;

/** A transaction with any fields. */
const transactionOf = (fields: Record<string, unknown>): Transaction =>
  Object.assign({ uid: "u1", type: "payment", status: "successful", test: false }, fields);

const statusOf = (fields: Record<string, unknown>, section: Record<string, unknown> = {}): CheckoutStatus =>
  Object.assign(
    {
      token: "t1",
      transaction_type: "payment",
      status: "successful",
      gateway_response: { payment: { uid: "u1", ...section } },
    },
    fields,
  );

describe("repeated notifications of one event have the same key", () => {
  test.each<[string, unknown, unknown]>([
    ["a transaction", transaction, transaction],
    ["other times", transaction, { transaction: { ...paid, updated_at: "2026-03-04T00:00:00Z" } }],
    [
      "a transaction whose uid is a number, then text",
      { transaction: { ...paid, uid: 7 } },
      { transaction: { ...paid, uid: "7" } },
    ],
    ["an expired token, at the top level and under checkout", expired, { checkout: expired }],
    ["an expired token, whatever its status", expired, { ...expired, status: "expired" }],
  ])("%s", async (_what, first, repeat) => {
    expect(await keyOf(repeat)).toBe(await keyOf(first));
  });
});

describe("the notification and the status of one result have the same key", () => {
  test("in the form that the gateway sends", async () => {
    const key = await keyOf(transaction);
    expect(notificationKey(paid)).toBe(key);
    expect(notificationKey(status)).toBe(key);
    expect(await keyOf(checkoutStatus)).toBe(key);
    expect(notificationKey(expired)).toBe(await keyOf(expired));
  });

  const types = ["payment", "charge", "authorization", "payout", "tokenization", "new"];
  const statuses = ["successful", "failed", "error", "incomplete", "pending", "expired", "deleted", "parked"];

  test.each(types)("%s, in every status", (type) => {
    for (const status of statuses) {
      const section = { uid: "u1", status };
      for (const test of [true, false, null]) {
        const posted = transactionOf({ type, status, test, [type]: { status } });
        const asked = { transaction_type: type, status, test, gateway_response: { [type]: section } };
        const key = notificationKey(posted);
        expect(notificationKey(statusOf(asked))).toBe(key);
        expect(notificationKey({ type: "transaction", transaction: posted, raw: {} })).toBe(key);
      }
    }
  });

  test("with or without the section, a test flag that is off or the payment's own type", () => {
    const key = notificationKey(transactionOf({}));
    expect(notificationKey(transactionOf({ test: null, payment: { status: "successful" } }))).toBe(key);
    expect(notificationKey(statusOf({ finished: true, expired: false }, { type: "payment" }))).toBe(key);
  });

  test.each<[string, Payment, Payment]>([
    [
      "a failure whose token has the status error",
      statusOf({ status: "error" }, { status: "failed" }),
      transactionOf({ status: "failed" }),
    ],
    [
      "a pending payment that expired with its token",
      statusOf({ status: "expired", expired: true }, { status: "expired" }),
      transactionOf({ status: "expired" }),
    ],
    ["a second attempt", statusOf({}, { uid: "u2" }), transactionOf({ uid: "u2" })],
    [
      "a token that expired after a failed attempt, and before one",
      statusOf({ status: "error", expired: true }, { status: "failed" }),
      statusOf({ status: "error", expired: true, gateway_response: null }),
    ],
  ])("for %s", (_what, one, other) => {
    expect(notificationKey(one)).toBe(notificationKey(other));
  });
});

describe("different events have different keys:", () => {
  test("another result, another type, another payment, another token", async () => {
    const statuses = ["successful", "failed", "incomplete", "pending", "expired", "parked", null];
    const alone = { ...status, gateway_response: null };
    const keys = await Promise.all([
      ...statuses.map((next) => keyOf({ transaction: { ...paid, status: next, payment: null } })),
      ...statuses.slice(1).map((next) => keyOf({ checkout: { ...alone, status: next } })),
      keyOf({ transaction: { ...paid, uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d55" } }),
      keyOf({ transaction: { ...paid, uid: status.token } }),
      keyOf({ checkout: { ...alone, status: "failed", token: paid.uid } }),
      keyOf({ checkout: { ...expired, token: "another" } }),
      ...["refund", "capture", "void"].map((type) =>
        notificationKey(transactionOf({ type, uid: `u${type}` })),
      ),
      notificationKey(transactionOf({ type: "refund", uid: "u-refund", status: "failed" })),
      ...["pending", "successful", "failed"].flatMap((result) =>
        ["chargeback", "dispute", null].map((type) =>
          notificationKey(transactionOf({ uid: "u-new", type, status: result })),
        ),
      ),
      ...["payment", "chargeback"].map((type) =>
        notificationKey(transactionOf({ uid: "u-test", type, test: true })),
      ),
      ...["payment", "chargeback"].map((type) => notificationKey(transactionOf({ uid: "u-test", type }))),
      // New statuses, even one named like an outcome.
      ...["paid", "failed", "refunded", "unknown", 'paid"]', "pending", "successful"].map((name) =>
        notificationKey(transactionOf({ status: name })),
      ),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(255);
  });

  test("payments whose identifiers imitate another key", () => {
    const identifiers = [
      ...['u1","paid', 'u1","successful"]', '["transaction","u1","paid"]', "transaction", "u1", "u1,paid"],
      ...['u1"', "u1\\", 'u1\\"', "u1]", " u1", "U1", "\\u0031", "ü", "u\u0308"],
    ];
    const keys = identifiers.flatMap((name) => [
      notificationKey(transactionOf({ uid: name })),
      notificationKey(transactionOf({ uid: name, status: 'pending","test' })),
      notificationKey(transactionOf({ uid: "u2", status: name })),
      notificationKey(transactionOf({ uid: "u2", type: name })),
      notificationKey(statusOf({ token: name, status: "failed", gateway_response: null })),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  const failed = statusOf({ status: "error" }, { status: "failed" });
  const ranOut = { ...failed, expired: true };
  const open = statusOf({ status: "incomplete" }, { status: "failed" });
  const second = statusOf({}, { uid: "u2" });

  test.each<[string, Payment, Payment]>([
    ["an expired token, and an earlier failed attempt", ranOut, failed],
    ["an expired token, and the same one before it expired", expired, { ...expired, expired: false }],
    ["a token that is still open, and its failed attempt", open, transactionOf({ status: "failed" })],
    ["a token that is still open, and an open attempt", open, transactionOf({ status: "incomplete" })],
    ["a failed attempt, and a later successful one", failed, second],
  ])("%s", (_what, one, other) => {
    expect(notificationKey(one)).not.toBe(notificationKey(other));
  });

  test("a contradictory payment, and the payment that it resembles", () => {
    const key = notificationKey(transactionOf({}));
    const contradictions = [
      transactionOf({ payment: { status: "failed" } }),
      transactionOf({ amount: 2, payment: { amount: 1 } }),
      transactionOf({ payment: { test: true } }),
      transactionOf({ payment: { uid: "u2" } }),
      transactionOf({ payment: {}, refund: { status: "successful" } }),
      transactionOf({ transaction_type: "payment" }),
      statusOf({ type: "refund" }),
      statusOf({ order: { currency: "EUR" } }, { currency: "RUB" }),
      statusOf({ finished: false }),
      statusOf({ expired: "true" }),
      statusOf({ expired: true }),
      statusOf({}, { status: "failed" }),
      transactionOf({ type: "chargeback" }),
    ];
    for (const contradiction of contradictions) expect(notificationKey(contradiction)).not.toBe(key);
  });
});

describe("there is no key for", () => {
  test.each<[string, Transaction | CheckoutStatus]>([
    ...[undefined, null, "", {}, 2 ** 53, true].map((uid): [string, Transaction] => [
      `a transaction with the uid ${JSON.stringify(uid)}`,
      transactionOf({ uid }),
    ]),
    ["a status that is an object", transactionOf({ status: {} })],
    ["a status that is a number", transactionOf({ status: 1 })],
    ["a token that is empty", statusOf({ status: "failed", token: "", gateway_response: null })],
    ["a token that is an object", statusOf({ status: "failed", token: {}, gateway_response: null })],
    ["a paid token without a transaction uid", statusOf({ gateway_response: null })],
    ["a paid token with an empty uid", statusOf({}, { uid: "" })],
  ])("%s", (_what, payment) => {
    expect(thrown(() => notificationKey(payment), WebhookError)).toMatchObject({
      reason: "body",
      message: expect.stringMatching(/^The payment has no (uid|token|status)$/),
    });
  });
});

test("the key of a transaction is its uid and its outcome, as in indexes that exist", () => {
  expect(notificationKey(transactionOf({}))).toBe('["transaction","u1","paid"]');
  const waiting = notificationKey(transactionOf({ uid: 7, status: "new" }));
  expect(waiting).toBe('["transaction","7","pending","new"]');
  expect(notificationKey(transactionOf({ test: true }))).toBe('["transaction","u1","paid","test"]');
  const odd = notificationKey(transactionOf({ type: ["swap"] }));
  expect(odd).toBe('["transaction","u1","unknown","successful",null]');
});

test("the key of an expired token ends in expired, whatever its status", () => {
  const checkout = { ...expired, token: "t", status: "error", expired: true };
  expect(notificationKey({ type: "checkout", checkout, raw: {} })).toBe('["checkout","t","expired"]');
});
