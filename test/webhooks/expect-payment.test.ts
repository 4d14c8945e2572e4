import { describe, expect, test } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { type ExpectedPayment, expectPayment, type Notification } from "../../src/webhooks.ts";
import { everythingShownBy } from "../client/calls.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import fixture from "../fixtures/notification-transaction.json" with { type: "json" };

const order: ExpectedPayment = { amount: 12900, currency: "EUR", trackingId: "order-1007", test: true };

const FIELDS = ["amount", "currency", "tracking_id", "test"];
const AMOUNT = ["amount"];
const ID = ["tracking_id"];

const ofTransaction = (fields: Record<string, unknown> = {}): Notification => {
  const transaction = { ...fixture.transaction, ...fields };
  return { type: "transaction", transaction, raw: { transaction } };
};

const status = checkoutStatus.checkout;

const ofCheckout = (fields: { test?: boolean; [field: string]: unknown } = {}): Notification => {
  const { test: isTest = true, ...ordered } = fields;
  const checkout = { ...status, test: isTest, order: { ...status.order, ...ordered } };
  return { type: "checkout", checkout, raw: { checkout } };
};

/** The error for a payment that does not match; undefined for one that does. */
function mismatch(payment: unknown, expected: unknown = order): WebhookError | undefined {
  try {
    Reflect.apply(expectPayment, undefined, [payment, expected]);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
}

const differing = (payment: unknown, expected?: unknown): readonly string[] =>
  mismatch(payment, expected)?.fields ?? [];

describe.each([
  ["a transaction", ofTransaction],
  ["a token", ofCheckout],
])("the notification of %s", (_what, notificationOf) => {
  test.each<[string[], Partial<ExpectedPayment>]>([
    [["amount"], { amount: 12901 }],
    [["amount"], { amount: "129.00" }],
    [["currency"], { currency: "USD" }],
    [["tracking_id"], { trackingId: "order-1008" }],
    [["tracking_id"], { trackingId: "" }],
    [["test"], { test: false }],
    [["test"], { test: undefined }],
    [["amount", "currency"], { amount: 1, currency: "USD" }],
    [FIELDS, { amount: 1, currency: "USD", trackingId: "1", test: false }],
  ])("is refused for %j when the order has %o", (fields, expected) => {
    const error = mismatch(notificationOf(), { ...order, ...expected });
    expect(error).toMatchObject({ name: "WebhookError", code: "webhook", reason: "mismatch", fields });
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error?.message).toBe(`The payment does not match: ${fields.join(", ")}`);
    expect(everythingShownBy(error)).not.toMatch(/kim@example|12900|order-1007/i);
  });

  test.each<[string, Record<string, unknown>, Partial<ExpectedPayment>, string[]]>([
    ["the order's amount as a number", {}, {}, []],
    ["the order's amount as a bigint", {}, { amount: 12900n }, []],
    ["the order's amount as digits", {}, { amount: "12900" }, []],
    ["the order's amount with leading zeros", {}, { amount: "0000012900" }, []],
    ["its own amount as digits", { amount: "12900" }, {}, []],
    ["a numeric tracking id", { tracking_id: 1007 }, { trackingId: "1007" }, []],
    ["a live payment, with test: true", { test: false }, {}, []],
    ["a live payment, with test: false", { test: false }, { test: false }, []],
    ["no amount", { amount: null }, {}, ["amount"]],
    ["an amount with decimals", { amount: 12900.5 }, {}, ["amount"]],
    ["no currency", { currency: null }, {}, ["currency"]],
    ["no tracking id", { tracking_id: null }, {}, ["tracking_id"]],
    ["a tracking id of another type", { tracking_id: ["order-1007"] }, {}, ["tracking_id"]],
  ])("is compared with the order: %s", (_has, fields, expected, differs) => {
    expect(differing(notificationOf(fields), { ...order, ...expected })).toStrictEqual(differs);
  });

  test.each([undefined, null])("is refused if the shop expects %s, whatever the payment has", (nothing) => {
    const fields = { amount: String(nothing), currency: String(nothing), tracking_id: String(nothing) };
    const expected = { amount: nothing, currency: nothing, trackingId: nothing, test: true };
    expect(differing(notificationOf(fields), expected)).toStrictEqual(["amount", "currency", "tracking_id"]);
    expect(differing(notificationOf(), {})).toStrictEqual(FIELDS);
  });
});

test.each<[string, Record<string, unknown>, object, string[]]>([
  ["a number and digits", { tracking_id: 7 }, { amount: "12900" }, []],
  ["digits of any length", { tracking_id: "9007199254740993" }, { trackingId: "9007199254740993" }, []],
  ["a bigint of any size", { amount: "9007199254740993" }, { amount: 9007199254740993n }, []],
  ["an order id that lost digits", { tracking_id: 2 ** 53 }, { trackingId: "9007199254740992" }, ID],
  ["an amount that lost digits", { amount: 2 ** 53 }, { amount: "9007199254740992" }, AMOUNT],
  ["the same number that lost digits", { amount: 2 ** 53 }, { amount: 2 ** 53 }, AMOUNT],
  ["a bigint and a number that lost digits", { amount: 2 ** 53 }, { amount: 2n ** 53n }, AMOUNT],
  ["NaN and its name", { amount: "NaN" }, { amount: Number.NaN }, AMOUNT],
  ["NaN and null", { amount: null }, { amount: Number.NaN }, AMOUNT],
  ["Infinity and its name", { amount: "Infinity" }, { amount: Infinity }, AMOUNT],
  ["a fraction", { amount: 12_900.5 }, { amount: 12_900.5 }, AMOUNT],
  ["a zero in front", { tracking_id: "07" }, { trackingId: "7" }, ID],
  ["a zero in front of the order's", { tracking_id: 7 }, { trackingId: "07" }, ID],
  ["another case", { currency: "eur" }, {}, ["currency"]],
  ["a space", { tracking_id: "7 " }, {}, ID],
  ["true and its name", { tracking_id: true }, { trackingId: "true" }, ID],
])("a number matches only an order that it is exactly: %s", (_what, fields, expected, differs) => {
  const payment = { uid: "b1", type: "payment", status: "successful", amount: 12_900, currency: "EUR" };
  const own = { amount: 12_900, currency: "EUR", trackingId: "7" };
  const found = differing({ ...payment, tracking_id: "7", ...fields }, { ...own, ...expected });
  expect(found).toStrictEqual(differs);
});

test("nothing matches if there is no expectation", () => {
  expect(differing(ofTransaction(), null)).toStrictEqual(FIELDS);
  expect(() => Reflect.apply(expectPayment, undefined, [ofTransaction()])).toThrow(WebhookError);
});

test.each([null, undefined])("a token whose order is %s matches no order", (none) => {
  const checkout = { ...status, order: none };
  expect(differing({ type: "checkout", checkout, raw: { checkout } })).toStrictEqual([
    "amount",
    "currency",
    "tracking_id",
  ]);
});

test("does not check whether the payment succeeded", () => {
  for (const status of ["failed", "pending", null]) {
    expect(differing(ofTransaction({ status }))).toStrictEqual([]);
  }
});

test.each(["false", "true", "", 0, 1, {}])("a test flag of %j counts as a test", (flag) => {
  expect(differing(ofTransaction({ test: flag }), { ...order, test: false })).toStrictEqual(["test"]);
  expect(differing(ofTransaction({ test: flag }))).toStrictEqual([]);
});

test.each(["true", 2, {}])("a test payment is accepted only with test: true or 1, not %j", (taken) => {
  expect(differing(ofTransaction(), { ...order, test: taken })).toStrictEqual(["test"]);
  expect(differing(ofTransaction(), { ...order, test: 1 })).toStrictEqual([]);
});
