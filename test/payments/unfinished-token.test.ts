import { expect, test } from "vitest";
import type { CheckoutStatus } from "../../src/index.ts";
import { isFinal, outcome } from "../../src/index.ts";

const NEW: CheckoutStatus = {
  token: "6d0f0c5e3a",
  transaction_type: "payment",
  status: "error",
  message: "Gateway response not found.",
  finished: false,
  expired: false,
  test: false,
  gateway_response: null,
  order: { amount: 100, currency: "EUR", description: "Annual pass" },
};

const declined = (status: string): CheckoutStatus => ({
  ...NEW,
  status,
  gateway_response: { payment: { uid: "5b8f1f0e", status: "failed", amount: 100, currency: "EUR" } },
});

const read = (status: CheckoutStatus) => [outcome(status), isFinal(status)];

test("a token that nobody has paid is pending, whatever its status is", () => {
  for (const status of ["error", "incomplete", "pending", null])
    for (const gateway_response of [null, {}, undefined])
      expect(read({ ...NEW, status, gateway_response })).toStrictEqual(["pending", false]);
});

test("a declined token is pending until it is finished or expired", () => {
  for (const status of ["failed", "error"]) {
    expect(read(declined(status))).toStrictEqual(["pending", false]);
    expect(read({ ...declined(status), finished: true })).toStrictEqual(["failed", true]);
    expect(read({ ...declined(status), expired: true })).toStrictEqual(["expired", true]);
  }
});

test("without finished, or with a success inside, it is as before", () => {
  const { finished: _, ...others } = NEW;
  expect(read(others)).toStrictEqual(["failed", true]);
  const payment = { uid: "5b8f1f0e", status: "successful", amount: 100, currency: "EUR" };
  expect(outcome({ ...NEW, gateway_response: { payment } })).toBe("unknown");
});
