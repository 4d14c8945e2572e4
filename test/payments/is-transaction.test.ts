import { expect, expectTypeOf, test } from "vitest";
import { isTransaction, type PaymentDetails, type Transaction } from "../../src/index.ts";

const section = { status: "successful" };
const refund: Transaction = { uid: "r-1", type: "refund", parent_uid: "p-1", refund: section };

test("a refund has its section and the uid of what it refunds", () => {
  if (!isTransaction(refund, "refund")) throw new Error("is a refund");
  expectTypeOf(refund.parent_uid).toEqualTypeOf<string>();
  expectTypeOf(refund.refund).toExtend<PaymentDetails>();
  expect(refund.refund.status).toBe("successful");
});

test("a payment needs no other transaction", () => {
  const payment: Transaction = { uid: "p-1", type: "payment", payment: {} };
  if (!isTransaction(payment, "payment")) throw new Error("is a payment");
  expectTypeOf(payment.type).toEqualTypeOf<"payment">();
  expect(payment.payment).toStrictEqual({});
});

test("another type, no section or no parent is not narrowed to", () => {
  expect(isTransaction(refund, "payment")).toBe(false);
  expect(isTransaction({ ...refund, payment: { status: "successful" } }, "payment")).toBe(false);
  for (const type of ["capture", "void", "refund"] as const) {
    const followUp: Transaction = { ...refund, type, [type]: { status: "successful" } };
    expect(isTransaction(followUp, type)).toBe(true);
    expect(isTransaction({ ...followUp, [type]: null }, type)).toBe(false);
    expect(isTransaction({ ...followUp, parent_uid: null }, type)).toBe(false);
  }
});
