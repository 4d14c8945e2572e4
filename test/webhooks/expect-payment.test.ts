import { describe, expect, test } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { type ExpectedPayment, expectPayment, type Notification } from "../../src/webhooks/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import fixture from "../fixtures/notification-transaction.json" with { type: "json" };
import { everythingShownBy, thrown } from "../transport/calls.ts";

const order: ExpectedPayment = { amount: 12900, currency: "EUR", trackingId: "order-1007", test: true };

const ofTransaction = (fields: Record<string, unknown> = {}): Notification => {
  const transaction = { ...fixture.transaction, ...fields };
  return { type: "transaction", transaction, raw: { transaction } };
};

const ofCheckout = ({
  test: isTest = true,
  ...fields
}: {
  test?: boolean;
  [field: string]: unknown;
} = {}): Notification => {
  const checkout = {
    ...checkoutStatus.checkout,
    test: isTest,
    order: { ...checkoutStatus.checkout.order, ...fields },
  };
  return { type: "checkout", checkout, raw: { checkout } };
};

const mismatch = (notification: Notification, expected: ExpectedPayment): WebhookError =>
  thrown(() => expectPayment(notification, expected), WebhookError);

describe.each([
  ["a transaction", ofTransaction],
  ["a token", ofCheckout],
])("the notification of %s", (_what, notificationOf) => {
  test.each<[string, Partial<ExpectedPayment>]>([
    ["a number", {}],
    ["a bigint", { amount: 12900n }],
    ["digits", { amount: "12900" }],
  ])("matches the order with the amount as %s", (_form, expected) => {
    expect(() => expectPayment(notificationOf(), { ...order, ...expected })).not.toThrow();
  });

  test.each<[string[], Partial<ExpectedPayment>]>([
    [["amount"], { amount: 12901 }],
    [["amount"], { amount: 129 }],
    [["amount"], { amount: "129.00" }],
    [["amount"], { amount: 12901n }],
    [["amount"], { amount: "" }],
    [["currency"], { currency: "USD" }],
    [["currency"], { currency: "eur" }],
    [["tracking_id"], { trackingId: "order-1008" }],
    [["tracking_id"], { trackingId: "" }],
    [["test"], { test: false }],
    [["test"], { test: undefined }],
    [["amount", "currency"], { amount: 1, currency: "USD" }],
    [["currency", "tracking_id"], { currency: "USD", trackingId: "1" }],
    [["tracking_id", "test"], { trackingId: "1", test: false }],
    [
      ["amount", "currency", "tracking_id", "test"],
      { amount: 1, currency: "USD", trackingId: "1", test: false },
    ],
  ])("is refused for %j when the order has %o", (fields, expected) => {
    const error = mismatch(notificationOf(), { ...order, ...expected });
    expect(error).toMatchObject({ name: "WebhookError", code: "webhook", reason: "mismatch", fields });
    expect(error).toBeInstanceOf(PaymentsError);
    for (const field of fields) expect(error.message).toContain(field);
    for (const field of ["amount", "currency", "tracking_id", "test"]) {
      if (!fields.includes(field)) expect(error.message).not.toContain(field);
    }
    expect(everythingShownBy(error)).not.toMatch(/kim@example|12900|order-1007/i);
  });

  test("of a test payment is refused when the order does not allow tests", () => {
    const { test: _test, ...live } = order;
    expect(mismatch(notificationOf(), live).fields).toStrictEqual(["test"]);
  });

  test("of a live payment matches an order with and without test: true", () => {
    for (const isTest of [true, false, undefined]) {
      const expected = { ...order, test: isTest };
      expect(() => expectPayment(notificationOf({ test: false }), expected)).not.toThrow();
    }
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["no amount", { amount: null }, ["amount"]],
    ["another amount", { amount: 1 }, ["amount"]],
    ["an amount with decimals", { amount: 12900.5 }, ["amount"]],
    ["no currency", { currency: null }, ["currency"]],
    ["no tracking id", { tracking_id: null }, ["tracking_id"]],
    ["a tracking id of another type", { tracking_id: ["order-1007"] }, ["tracking_id"]],
  ])("is refused if it has %s", (_what, fields, differing) => {
    expect(mismatch(notificationOf(fields), order).fields).toStrictEqual(differing);
  });

  test.each([undefined, null])("is refused if the shop expects %s, whatever the payment has", (nothing) => {
    const fields = { amount: String(nothing), currency: String(nothing), tracking_id: String(nothing) };
    const expected = { amount: nothing, currency: nothing, trackingId: nothing, test: true };
    const call = () => Reflect.apply(expectPayment, undefined, [notificationOf(fields), expected]);
    expect(thrown(call, WebhookError).fields).toStrictEqual(["amount", "currency", "tracking_id"]);
  });

  test("matches an amount given as digits", () => {
    expect(() => expectPayment(notificationOf({ amount: "12900" }), order)).not.toThrow();
  });
});

test.each([null, undefined])("a token whose order is %s matches no order", (none) => {
  const checkout = { ...checkoutStatus.checkout, order: none };
  const error = mismatch({ type: "checkout", checkout, raw: { checkout } }, order);
  expect(error.fields).toStrictEqual(["amount", "currency", "tracking_id"]);
});

test("does not check whether the payment succeeded", () => {
  for (const status of ["failed", "pending", null]) {
    expect(() => expectPayment(ofTransaction({ status }), order)).not.toThrow();
  }
});

describe("a payment without its notification", () => {
  const status = checkoutStatus.checkout;

  test.each([
    ["a transaction", fixture.transaction],
    ["the status of a token", status],
  ])("is compared too: %s", (_what, payment) => {
    expect(() => expectPayment(payment, order)).not.toThrow();
    const { fields } = thrown(
      () => expectPayment(payment, { amount: 1, currency: "USD", trackingId: "1" }),
      WebhookError,
    );
    expect(fields).toStrictEqual(["amount", "currency", "tracking_id", "test"]);
  });

  const processed = (fields: Record<string, unknown>) => ({
    ...status,
    gateway_response: { payment: { ...status.gateway_response.payment, ...fields } },
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ amount: 1 }, ["amount"]],
    [{ amount: "1" }, ["amount"]],
    [{ amount: 0 }, ["amount"]],
    [{ currency: "RUB" }, ["currency"]],
    [{ currency: "" }, ["currency"]],
    [{ amount: 12901, currency: "eur" }, ["amount", "currency"]],
  ])("is a mismatch if the order is right but %o was processed", (fields, differing) => {
    expect(thrown(() => expectPayment(processed(fields), order), WebhookError).fields).toStrictEqual(
      differing,
    );
  });

  test.each([
    { amount: null },
    { amount: undefined, currency: undefined },
    { currency: null },
    { amount: "12900" },
  ])("matches if %o was processed", (fields) => {
    expect(() => expectPayment(processed(fields), order)).not.toThrow();
  });

  test("matches if nothing was processed", () => {
    for (const gateway_response of [null, undefined, {}, { payment: null }]) {
      expect(() => expectPayment({ ...status, gateway_response }, order)).not.toThrow();
    }
  });
});

describe("every place that has a value is compared", () => {
  const { payment } = fixture.transaction;
  const live = { ...order, test: false };
  const good = { ...fixture.transaction, test: false };
  const status = { ...checkoutStatus.checkout, test: false };

  test.each<[string, Record<string, unknown>, string[]]>([
    ["another amount in the section", { payment: { ...payment, amount: 1 } }, ["amount"]],
    ["another currency in the section", { payment: { ...payment, currency: "RUB" } }, ["currency"]],
    ["another order in the section", { payment: { ...payment, tracking_id: "order-1" } }, ["tracking_id"]],
    ["a test in the section", { payment: { ...payment, test: true } }, ["test"]],
    ["another amount in a second section", { refund: { status: "failed", amount: 1 } }, ["amount"]],
    [
      "an order of its own",
      { order: { amount: 1, currency: "RUB", tracking_id: "order-1", test: true } },
      ["amount", "currency", "tracking_id", "test"],
    ],
    ["a token's result beside", { gateway_response: { payment: { amount: 1 } } }, ["amount"]],
    ["no amount but in the section", { amount: null }, ["amount"]],
  ])("a transaction with %s", (_what, fields, differing) => {
    const changed = Object.assign({ ...good }, fields);
    expect(thrown(() => expectPayment(changed, live), WebhookError).fields).toStrictEqual(differing);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["another amount beside its order", { amount: 1 }, ["amount"]],
    ["another order beside its order", { tracking_id: "order-1" }, ["tracking_id"]],
    ["a test order", { order: { ...status.order, test: true } }, ["test"]],
    ["a transaction's section", { payment: { currency: "RUB" } }, ["currency"]],
  ])("a token's status with %s", (_what, fields, differing) => {
    const changed = Object.assign({ ...status }, fields);
    expect(thrown(() => expectPayment(changed, live), WebhookError).fields).toStrictEqual(differing);
  });

  test("places that agree match", () => {
    const sections = {
      order: { amount: "12900", currency: null },
      refund: { status: "failed", amount: 12900 },
    };
    expect(() => expectPayment({ ...good, ...sections }, live)).not.toThrow();
  });
});

test("a numeric tracking id matches its digits", () => {
  expect(() =>
    expectPayment(ofTransaction({ tracking_id: 1007 }), { ...order, trackingId: "1007" }),
  ).not.toThrow();
});

test("nothing matches empty expectations", () => {
  for (const nothing of [undefined, null]) {
    const compare = () => Reflect.apply(expectPayment, undefined, [ofTransaction(), nothing]);
    expect(thrown(compare, WebhookError).fields).toStrictEqual(["amount", "currency", "tracking_id", "test"]);
  }
});

test("an unknown test flag counts as a test", () => {
  for (const flag of ["false", "true", "", 0, 1, {}]) {
    const notification = ofTransaction({ test: flag });
    expect(mismatch(notification, { ...order, test: false }).fields).toStrictEqual(["test"]);
  }
});
