import { expect, test } from "vitest";
import type { Transaction } from "../../src/index.ts";
import { paymentDetails } from "../../src/webhooks.ts";
import fixture from "../fixtures/notification-transaction.json" with { type: "json" };

const section = { auth_code: "1", status: "successful" };

test("the section named after the transaction's type is found in a notification", () => {
  expect(paymentDetails(fixture.transaction)).toBe(fixture.transaction.payment);
});

test.each(["payment", "authorization", "charge", "refund", "chargeback"])(
  "the section of a %s is found next to other sections",
  (type) => {
    const others = { payment: { auth_code: "2" }, authorization: null, charge: {}, [type]: section };
    expect(paymentDetails({ uid: "5b8f1f0e", type, ...others })).toBe(section);
  },
);

test.each<[string, Partial<Transaction>]>([
  ["is missing", { type: "charge", payment: section }],
  ["is null", { type: "payment", payment: null }],
  ["is undefined", { type: "payment", payment: undefined }],
  ["has no matching type", { payment: section }],
  ["has a type that is null", { type: null, payment: section }],
  ["has a type that is empty", { type: "", payment: section }],
  ["is text", { type: "status", status: "successful" }],
  ["is a list", { type: "refunds", ...{ refunds: [section] } }],
  ["is inherited: constructor", { type: "constructor" }],
  ["is inherited: __proto__", { type: "__proto__" }],
  ["is inherited: toString", { type: "toString" }],
])("a section is undefined if it %s", (_what, fields) => {
  expect(paymentDetails({ uid: "5b8f1f0e", ...fields })).toBeUndefined();
});
