import { expect, test } from "vitest";
import { isFinal, isPaid, outcome, paymentSummary } from "../../src/index.ts";
import { expectPayment, notificationKey } from "../../src/webhooks/index.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrorsFor } from "./hostile.ts";

const NAMES = [
  ...["token", "transaction_type", "type", "status", "test", "payment"],
  ...["finished", "expired", "gateway_response"],
  ...["amount", "currency", "tracking_id", "order", "uid", "trackingId"],
];

const state = fc.oneof(anything, fieldsOf(NAMES));

/** An object with a notification's fields and wrong values. */
const notification = fc.oneof(
  anything,
  fieldsOf(["type", "transaction", "checkout", "raw"], state),
  state.map((transaction) => ({ type: "transaction", transaction })),
  state.map((checkout) => ({ type: "checkout", checkout })),
);

const call = (action: (...given: never[]) => unknown, ...given: unknown[]): unknown =>
  Reflect.apply(action, undefined, given);

test("any value has one of the documented outcomes, and a value that is no payment is unknown", () => {
  const words = [
    ...["paid", "authorized", "captured", "voided", "refunded", "paid_out", "tokenized"],
    ...["pending", "failed", "expired", "test", "unknown"],
  ];
  fc.assert(
    fc.property(state, anything, (payment, options) => {
      expect(words).toContain(call(outcome, payment, options));
      expect(call(isFinal, payment)).toBeTypeOf("boolean");
      expect(call(outcome, options)).toBe("unknown");
      expect(call(isPaid, options)).toBe(false);
    }),
  );
});

test("a summary, a key and a comparison of any value throw only PaymentsErrors", async () => {
  const expected = fc.oneof(anything, fieldsOf(["amount", "currency", "trackingId", "test"]));
  await onlyPackageErrorsFor(fc.tuple(notification, expected), ([value, order]) => {
    call(paymentSummary, value);
    call(notificationKey, value);
    call(expectPayment, value, order);
  });
});
