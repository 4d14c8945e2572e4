import { describe, expect, test } from "vitest";
import { notificationKey } from "../../src/webhooks/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { bySignature, headersFor } from "./notifications.ts";

const keyOf = async (sent: unknown): Promise<string> => {
  const body = JSON.stringify(sent);
  return notificationKey(await bySignature.verify({ body, headers: headersFor(body) }));
};

const paid = transaction.transaction;
const status = checkoutStatus.checkout;

describe("a repeat of one event has the same key", () => {
  test.each<[string, unknown, unknown]>([
    ["a transaction", transaction, transaction],
    [
      "a transaction with other times",
      transaction,
      { transaction: { ...paid, updated_at: "2026-03-04T00:00:00Z" } },
    ],
    [
      "a transaction with fields that are new",
      transaction,
      { transaction: { ...paid, loyalty: 1 }, version: 3 },
    ],
    [
      "a transaction with its fields in another order",
      transaction,
      {
        transaction: Object.fromEntries(Object.entries(paid).toReversed()),
      },
    ],
    [
      "a transaction with a numeric uid",
      { transaction: { ...paid, uid: 7 } },
      { transaction: { ...paid, uid: 7 } },
    ],
    ["a token that ran out, wherever it stands", expired, { checkout: expired }],
    ["a token that ran out, whatever its status is called", expired, { ...expired, status: "expired" }],
    ["a token", checkoutStatus, { checkout: { ...status, message: "Done" } }],
  ])("%s", async (_what, first, repeat) => {
    expect(await keyOf(repeat)).toBe(await keyOf(first));
  });
});

test("events that differ have keys that differ", async () => {
  const statuses = ["successful", "failed", "incomplete", "pending", "expired", "error", null];
  const keys = await Promise.all([
    ...statuses.map((next) => keyOf({ transaction: { ...paid, status: next } })),
    ...statuses.map((next) => keyOf({ checkout: { ...status, status: next } })),
    keyOf({ transaction: { ...paid, uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d55" } }),
    keyOf({ transaction: { ...paid, uid: status.token } }),
    keyOf({ checkout: { ...status, token: paid.uid } }),
    keyOf({ checkout: { ...expired, token: "another" } }),
  ]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\w:-]{1,120}$/);
});

test("a token that ran out is another event than the failure before it", async () => {
  expect(await keyOf({ ...expired, expired: false })).not.toBe(await keyOf(expired));
});
