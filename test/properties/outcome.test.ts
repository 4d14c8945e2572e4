import { describe, expect, test } from "vitest";
import { isFinal, isPaid, outcome } from "../../src/index.ts";
import { expectPayment, notificationKey, paymentDetails } from "../../src/webhooks/index.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrorsFor, passesOnErrorsOf } from "./hostile.ts";

const NAMES = [
  ...["token", "transaction_type", "type", "status", "test"],
  ...["finished", "expired", "gateway_response"],
];

const AMOUNTS = ["amount", "currency", "tracking_id", "order", "uid", "trackingId"];

const state = fc.oneof(anything, fieldsOf([...NAMES, ...AMOUNTS, "payment"]));

/** An object with a notification's fields and wrong values. */
const notification = fc.oneof(
  anything,
  fieldsOf(["type", "transaction", "checkout", "raw"], state),
  state.map((transaction) => ({ type: "transaction", transaction })),
  state.map((checkout) => ({ type: "checkout", checkout })),
);

const call = (action: (...given: never[]) => unknown, ...given: unknown[]): unknown =>
  Reflect.apply(action, undefined, given);

describe.each<[string, (...given: never[]) => unknown, "string" | "boolean"]>([
  ["outcome", outcome, "string"],
  ["isPaid", isPaid, "boolean"],
  ["isFinal", isFinal, "boolean"],
])("%s", (_name, ask, type) => {
  test(`returns a ${type} for any value`, () => {
    fc.assert(
      fc.property(state, (payment) => {
        expect(call(ask, payment)).toBeTypeOf(type);
      }),
    );
  });

  test("passes on only errors that the merchant's getters throw", async () => {
    await passesOnErrorsOf(NAMES, (payment) => call(ask, payment));
  });
});

test("unknown values have the outcome unknown and are not paid", () => {
  fc.assert(
    fc.property(anything, (payment) => {
      expect(call(outcome, payment)).toBe("unknown");
      expect(call(isPaid, payment)).toBe(false);
    }),
  );
});

test("outcome returns one of its documented values for any input and any options", () => {
  const words = [
    ...["paid", "authorized", "captured", "voided", "refunded", "paid_out", "tokenized"],
    ...["pending", "failed", "expired", "test", "unknown"],
  ];
  fc.assert(
    fc.property(state, anything, (payment, options) => {
      expect(words).toContain(call(outcome, payment, options));
      expect(call(outcome, { uid: "1", type: "payment", status: "failed" }, options)).toBe("failed");
    }),
  );
});

test("paymentDetails returns an object or undefined", () => {
  fc.assert(
    fc.property(state, (transaction) => {
      const details = call(paymentDetails, transaction);
      expect(details === undefined || (typeof details === "object" && details !== null)).toBe(true);
    }),
  );
});

test("notificationKey returns a key or throws a PaymentsError for any input", async () => {
  await onlyPackageErrorsFor(notification, (value) =>
    expect(call(notificationKey, value)).toBeTypeOf("string"),
  );
});

test("expectPayment throws only PaymentsErrors for any input", async () => {
  const expected = fc.oneof(anything, fieldsOf([...AMOUNTS, "test"]));
  await onlyPackageErrorsFor(fc.tuple(notification, expected), ([value, order]) =>
    call(expectPayment, value, order),
  );
});
