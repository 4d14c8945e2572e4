import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFinal, isPaid, outcome } from "../../src/index.ts";
import { expectPayment, notificationKey, paymentDetails } from "../../src/webhooks/index.ts";
import { anything, fieldsOf, isMerchantsOwn, onlyOurs, throwing } from "./hostile.ts";

const NAMES = [
  "token",
  "transaction_type",
  "type",
  "status",
  "test",
  "finished",
  "expired",
  "gateway_response",
];

const AMOUNTS = ["amount", "currency", "tracking_id", "order", "uid", "trackingId"];

const state = fc.oneof(anything, fieldsOf([...NAMES, ...AMOUNTS, "payment"]));

/** What looks like a notification, with the wrong things in it. */
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
  test(`gives a ${type} for anything`, () => {
    fc.assert(
      fc.property(state, (payment) => {
        expect(call(ask, payment)).toBeTypeOf(type);
      }),
    );
  });

  test("passes on what a getter of the merchant's throws, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(throwing(NAMES), (make) => onlyOurs(() => call(ask, make()), isMerchantsOwn)),
    );
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

test("outcome says one of its words of anything", () => {
  const words = [
    ...["paid", "authorized", "captured", "voided", "refunded", "paid_out", "tokenized"],
    ...["pending", "failed", "expired", "test", "unknown"],
  ];
  fc.assert(
    fc.property(state, anything, (payment, options) => {
      expect(words).toContain(call(outcome, payment, options));
    }),
  );
});

test("outcome takes any options", () => {
  fc.assert(
    fc.property(anything, (options) => {
      const payment = { uid: "1", type: "payment", status: "failed" };
      expect(call(outcome, payment, options)).toBe("failed");
    }),
  );
});

test("paymentDetails gives an object or nothing", () => {
  fc.assert(
    fc.property(state, (transaction) => {
      const details = call(paymentDetails, transaction);
      expect(details === undefined || (typeof details === "object" && details !== null)).toBe(true);
    }),
  );
});

test("notificationKey answers anything with a key or an error of ours", async () => {
  await fc.assert(
    fc.asyncProperty(notification, (value) =>
      onlyOurs(() => expect(call(notificationKey, value)).toBeTypeOf("string")),
    ),
  );
});

test("expectPayment answers anything with an error of ours", async () => {
  const expected = fc.oneof(anything, fieldsOf([...AMOUNTS, "test"]));
  await fc.assert(
    fc.asyncProperty(notification, expected, (value, order) =>
      onlyOurs(() => call(expectPayment, value, order)),
    ),
  );
});
