import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type CheckoutStatus, paymentSummary, type Transaction } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import subscription from "../fixtures/notification-subscription.json" with { type: "json" };
import paid from "../fixtures/notification-transaction.json" with { type: "json" };
import savedCard from "../fixtures/transaction-saved-card.json" with { type: "json" };

const { transaction } = savedCard;
const status = checkoutStatus.checkout;

/** A payment with any fields. */
const withFields = <Fields extends object>(payment: Fields, fields: Record<string, unknown>): Fields =>
  Object.assign({ ...payment }, fields);

const NOTHING = {
  type: undefined,
  uid: undefined,
  token: undefined,
  trackingId: undefined,
  amount: undefined,
  currency: undefined,
  test: undefined,
  paidAt: undefined,
  message: undefined,
};

describe("a payment is summed up", () => {
  test("from a transaction", () => {
    expect(paymentSummary(transaction)).toStrictEqual({
      outcome: "paid",
      type: "payment",
      uid: "77c1b0e2-5a5c-4b61-9f0e-2d1c3b4a5968",
      token: undefined,
      trackingId: "member-77-2026-12",
      amount: 990,
      currency: "EUR",
      test: false,
      paidAt: "2026-12-02T08:15:01.650Z",
      message: "Successfully processed",
    });
    expect(paymentSummary(transaction).cardToken).toBe("5e2f7a10-4c8b-4b58-9d53-0a1f6f1f2c77");
  });

  test("alike from a token's status and the transaction of its notification", () => {
    const shared = {
      outcome: "test",
      type: "payment",
      uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
      token: "6d0f1c7b1a2e4f93a7c5e8b2d4f60819ab3c5d7e9f1024687bdc5ae390f2c641",
      trackingId: "order-1007",
      amount: 12900,
      currency: "EUR",
      test: true,
    };
    expect(paymentSummary(paid.transaction)).toStrictEqual({
      ...shared,
      paidAt: "2026-03-02T08:21:15.495Z",
      message: "Successfully processed",
    });
    expect(paymentSummary(status)).toStrictEqual({
      ...shared,
      paidAt: undefined,
      message: "Transaction is successful.",
    });
  });

  test("from a notification, as from what it brings", () => {
    const ofTransaction = { type: "transaction", transaction, raw: {} } as const;
    expect(paymentSummary(ofTransaction)).toStrictEqual(paymentSummary(transaction));
    expect(paymentSummary({ type: "checkout", checkout: status, raw: {} })).toStrictEqual(
      paymentSummary(status),
    );
    const other = { type: "other", body: subscription, raw: subscription } as const;
    expect(paymentSummary(other)).toStrictEqual({ ...NOTHING, outcome: "unknown" });
    expect(paymentSummary(other).cardToken).toBeUndefined();
  });

  test("from the section, where the payment itself says nothing", () => {
    const foreign = withFields(transaction, { message: "No\nfunds\u009b" });
    expect(paymentSummary(foreign).message).toBe("No\\nfunds\\u009b");
    const { amount, currency, message } = { amount: undefined, currency: null, message: null };
    expect(paymentSummary(withFields(transaction, { amount, currency, message }))).toMatchObject({
      amount: 990,
      currency: "EUR",
      message: "Payment was approved",
    });
    const payment = { ...status.gateway_response.payment, credit_card: { token: "c1" } };
    expect(paymentSummary(withFields(status, { gateway_response: { payment } })).cardToken).toBe("c1");
  });

  test("with digits and integers in the form that the SDK uses", () => {
    const fields = { amount: "990", tracking_id: 77, uid: 5120 };
    expect(paymentSummary(withFields(transaction, fields))).toMatchObject({
      amount: 990,
      trackingId: "77",
      uid: "5120",
    });
  });
});

describe("a field is undefined", () => {
  const inSection = (fields: Record<string, unknown>) =>
    withFields(transaction, { payment: { ...transaction.payment, ...fields } });

  test.each<[string, Transaction | CheckoutStatus, object]>([
    [
      "where the section has another amount",
      inSection({ amount: 1 }),
      { amount: undefined, outcome: "unknown", currency: "EUR" },
    ],
    ["where the section is a test", inSection({ test: true }), { test: undefined, outcome: "unknown" }],
    [
      "where the order has another tracking id",
      withFields(transaction, { order: { tracking_id: "order-1" } }),
      { trackingId: undefined, outcome: "unknown" },
    ],
    [
      "where a token's status has another type too",
      withFields(status, { type: "refund" }),
      { type: undefined, outcome: "unknown" },
    ],
    ["where it is empty", withFields(transaction, { tracking_id: "" }), { trackingId: undefined }],
    [
      "where it is of another type",
      withFields(transaction, { uid: {}, type: 7.5, currency: [], amount: 9.9, payment: null, message: [] }),
      { uid: undefined, type: undefined, currency: undefined, amount: undefined, message: undefined },
    ],
    [
      "where the type that names its section is in a list",
      withFields(transaction, { type: ["payment"], message: null }),
      { outcome: "unknown", type: undefined, message: undefined },
    ],
    [
      "where its number has lost digits, or its digits are no amount",
      withFields(transaction, { uid: 2 ** 53, amount: "9e2", payment: null }),
      { uid: undefined, amount: undefined },
    ],
  ])("%s", (_where, payment, expected) => {
    expect(paymentSummary(payment)).toMatchObject(expected);
  });

  test("where two cards are named", () => {
    expect(paymentSummary(inSection({ credit_card: { token: "another" } })).cardToken).toBeUndefined();
  });

  test.each([undefined, null, 7, "paid", [], {}])("where there is no payment: %j", (nothing) => {
    const summary = Reflect.apply(paymentSummary, undefined, [nothing]);
    expect(summary).toStrictEqual({ ...NOTHING, outcome: "unknown" });
  });
});

test("the card's token is in no log, JSON or copy of a summary", () => {
  const summary = paymentSummary(transaction);
  for (const shown of [inspect(summary), JSON.stringify(summary), inspect({ ...summary })]) {
    expect(shown).not.toContain("5e2f7a10");
  }
});

test("a transaction is read as one, whatever undocumented objects it has beside", () => {
  const beside = withFields(transaction, { transaction: { uid: "a" }, checkout: { token: "b" }, body: {} });
  expect(paymentSummary(beside)).toStrictEqual(paymentSummary(transaction));
});

test("the type of a token without an attempt is that of its transaction", () => {
  const open = withFields(status, { status: "pending", finished: false, gateway_response: null });
  expect(paymentSummary(open)).toMatchObject({ outcome: "pending", type: "payment" });
});

test("a chargeback has the tracking id of the payment that it takes back, and of no other", () => {
  const parent = { uid: "payment-1", tracking_id: "1007" };
  const chargeback = {
    uid: "c",
    type: "chargeback",
    status: "successful",
    amount: 1,
    currency: "EUR",
    parent_uid: parent.uid,
    parent_transaction: parent,
  };
  const trackingIdOf = (changes: Record<string, unknown>): string | undefined =>
    paymentSummary(withFields(chargeback, changes)).trackingId;
  expect(trackingIdOf({})).toBe("1007");
  expect(trackingIdOf({ parent_transaction: { ...parent, uid: "another" } })).toBeUndefined();
  expect(trackingIdOf({ tracking_id: "own" })).toBe("own");
  expect(trackingIdOf({ tracking_id: "own", chargeback: { tracking_id: "other" } })).toBeUndefined();
  expect(trackingIdOf({ type: "payment" })).toBeUndefined();
});
