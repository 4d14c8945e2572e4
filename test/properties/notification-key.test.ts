import { expect, test } from "vitest";
import { type Outcome, outcome } from "../../src/index.ts";
import { notificationKey } from "../../src/webhooks/index.ts";
import { fc } from "./fast-check.ts";
import { anyText } from "./hostile.ts";

/** Identifiers, including unusual ones: brackets, quotes, commas, colons, other keys. */
const identifier = fc
  .oneof(
    anyText,
    fc.string({ unit: fc.constantFrom('"', ",", "[", "]", ":", "\\", "u", "1", " ") }),
    fc.constantFrom(
      'u1","paid',
      'u1","successful"]',
      '["transaction","u1","paid"]',
      "transaction",
      "u1",
      "paid",
    ),
  )
  .filter((text) => text !== "");

const status = fc.oneof(
  fc.constantFrom("successful", "failed", "error", "expired", "incomplete", "pending", "paid", "unknown"),
  identifier,
);

const type = fc.constantFrom("payment", "charge", "authorization", "refund", "void", "capture", "chargeback");

const transaction = fc.record({ uid: identifier, type, status });

/** A token's status with or without its transaction's uid. */
const checkout = fc
  .record({ token: identifier, transaction_type: type, status, uid: fc.option(identifier) })
  .map(({ uid, ...rest }) => ({
    ...rest,
    gateway_response: uid === null ? null : { [rest.transaction_type]: { uid } },
  }));

const ENDED_UNPAID: readonly Outcome[] = ["failed", "expired"];

/** What a key must distinguish, as plain values. */
const identityOf = (payment: Parameters<typeof outcome>[0]): string => {
  const result = outcome(payment, { test: true });
  const isSeveral = result === "pending" || result === "unknown";
  const [uid] =
    "token" in payment
      ? Object.values(Object(payment.gateway_response)).map((one) => Object(one).uid)
      : [payment.uid];
  const subject = uid === undefined ? { token: Object(payment).token } : { uid };
  return JSON.stringify({ subject, result, status: isSeveral ? payment.status : null });
};

test("different payments or results never share a key, for any identifiers", () => {
  const keys = new Map<string, string>();
  const payment = fc.oneof(transaction, checkout).filter((one) => {
    const result = outcome(one, { test: true });
    const hasUid = !("token" in one) || one.gateway_response !== null;
    return hasUid || ["pending", "unknown", ...ENDED_UNPAID].includes(result);
  });
  fc.assert(
    fc.property(payment, (one) => {
      const [key, identity] = [notificationKey(one), identityOf(one)];
      expect(keys.get(key) ?? identity).toBe(identity);
      keys.set(key, identity);
    }),
    { numRuns: 5000 },
  );
});
