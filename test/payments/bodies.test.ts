/** What a payment is worth: every body of a gateway has its outcome, and no field turns it into money by mistake. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  checkoutStatusSchema,
  isFinal,
  outcome,
  type Transaction,
  transactionSchema,
} from "../../src/index.ts";
import { TYPES } from "../../src/payments/outcome-by-type.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { honestBodies } from "./bodies.ts";
import { type Fields, SUCCESSFUL } from "./changes.ts";

const transactionOf = (fields: Fields): Transaction => Object.assign({ uid: "b1" }, fields);

/** Fields that make any payment something else. */
const contradictions: [string, Fields][] = [
  ["a swap", { swap: SUCCESSFUL }],
  ["a type that ends like a part of a payment", { payout_to_card: SUCCESSFUL }],
  ["a chargeback", { chargeback: SUCCESSFUL }],
  ["a swap of a part", { swap: { ...SUCCESSFUL, amount: 1 } }],
  ["a swap in a list", { swap: [{ status: "failed" }, SUCCESSFUL] }],
  ["a credit", { credit: SUCCESSFUL }],
  ["a payment between customers", { p2p: SUCCESSFUL }],
  ["a dispute", { dispute: SUCCESSFUL }],
  ["a type in capitals", { Refund: SUCCESSFUL }],
  ["a type of the future", { "payment-reversal": SUCCESSFUL }],
  ["a refund", { refund: SUCCESSFUL }],
  ["a void", { void: SUCCESSFUL }],
  ["a refund in a list", { refund: [{ status: "failed" }, SUCCESSFUL] }],
  ["an amount of 0", { amount: 0 }],
  ["an amount of 0 in digits", { amount: "0" }],
  ["an amount below 0", { amount: -12_900 }],
  ["an amount below 0 in digits", { amount: "-12900" }],
  ["an amount that is no integer", { amount: 12_900.5 }],
  ["an amount with a comma", { amount: "12,900" }],
  ["an amount that is no number", { amount: "free" }],
  ["an amount that is an object", { amount: {} }],
  ["an amount in a list", { amount: [12_900] }],
  ["digits in a list", { amount: ["12900"] }],
  ["an amount above 2^53", { amount: 2 ** 53 + 2 }],
  ["an amount of any size", { amount: 1e300 }],
  ["an order that lost digits", { tracking_id: 2 ** 53 }],
  ["a payment that lost digits", { uid: 2 ** 60 }],
];

/** The objects that the models of a transaction and of a token's status name, except the results. */
const documented = [transactionSchema, checkoutStatusSchema].flatMap((model) =>
  Object.entries(Object(z.toJSONSchema(model).properties))
    .filter(
      ([name, schema]) =>
        JSON.stringify(schema).includes('"object"') && ![...TYPES, "gateway_response"].includes(name),
    )
    .map(([name]) => name),
);

/** Fields that say nothing else about a payment. */
const honest: [string, Fields][] = [
  ["a swap that failed", { swap: { status: "failed" } }],
  ["a swap that waits", { swap: { status: "pending" } }],
  ["no refunds", { refund: [] }],
  ["an unknown object", { loyalty: { points: 7 } }],
  ["a check for fraud", { be_protected_verification: SUCCESSFUL }],
  ["another check", { verify_p2p: SUCCESSFUL }],
  ["a check of the future", { smart_routing_verification: SUCCESSFUL }],
  ["a bill", { erip: SUCCESSFUL }],
  ["the payment that a chargeback takes back", { parent_transaction: { type: "payment", ...SUCCESSFUL } }],
  ["the section of its method", { method_type: "qiwi", qiwi: SUCCESSFUL }],
  ["the section of its method of payment", { payment_method_type: "qiwi", qiwi: SUCCESSFUL }],
  ["a transaction with its status", { transaction: SUCCESSFUL }],
  ["a text", { swap: "successful" }],
  ...["company", "shop", "risk_verification", ...documented].map((name): [string, Fields] => [
    `a status in ${name}`,
    { [name]: SUCCESSFUL },
  ]),
];

const bodies = await honestBodies();
const paid = bodies.flatMap(({ name, body, outcome: expected }) => {
  if (expected !== "paid") return [];
  const payment: Fields = Object(body["transaction"] ?? body["checkout"] ?? body);
  return [{ name, payment, isStatus: "token" in payment }];
});

/** A payment with these fields, at the top level or, for a token's status, where its result is. */
const placesOf = ({ payment, isStatus }: (typeof paid)[number], fields: Fields): Fields[] => {
  const result: Fields = Object(payment["gateway_response"]);
  return [
    { ...payment, ...fields },
    ...(isStatus ? [{ ...payment, gateway_response: { ...result, ...fields } }] : []),
  ];
};

test("every body that a gateway sends has its outcome, whatever sections it has beside", async () => {
  const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: false });
  const headers = { authorization: `Basic ${btoa("4821:secret")}` };
  for (const { name, body, outcome: expected } of bodies) {
    const notification = await webhooks.verify({ body: JSON.stringify(body), headers });
    if (notification.type === "other") throw new Error(`${name} is not a payment`);
    const payment = notification.type === "transaction" ? notification.transaction : notification.checkout;
    expect(outcome(payment, { test: true }), name).toBe(expected);
    // A success of a test is one only for those who ask for it, and what is pending may still change.
    const isSuccess = !["pending", "failed", "expired"].includes(expected);
    expect(outcome(payment), name).toBe(isSuccess && payment.test ? "test" : expected);
    expect(isFinal(payment), name).toBe(expected !== "pending");
  }
});

const isSection = (fields: Fields): boolean => Object.values(fields).some((value) => Object(value) === value);

test.each(contradictions)("no paid body stays paid with %s", (_what, fields) => {
  expect(paid.length).toBeGreaterThan(20);
  for (const body of paid) {
    const [whole, inside] = placesOf(body, fields);
    expect(outcome(Object(whole), { test: true }), body.name).toBe("unknown");
    if (inside && isSection(fields) && !("amount" in fields)) {
      expect(outcome(Object(inside), { test: true }), body.name).toBe("unknown");
    }
  }
});

test.each(honest)("every paid body stays paid with %s", (_what, fields) => {
  for (const body of paid) {
    const [whole, ...inside] = placesOf(body, fields);
    // A result names no method, and contains no transaction.
    const isOfWhole = Object.keys(fields).some((name) => /method_type|^transaction$/.test(name));
    for (const payment of isOfWhole ? [whole] : [whole, ...inside]) {
      expect(outcome(Object(payment), { test: true }), body.name).toBe("paid");
    }
  }
});

test("saving a card has the amount 0, and an authorization of nothing holds nothing", () => {
  const saved = { type: "tokenization", status: "successful", amount: 0, tokenization: SUCCESSFUL };
  expect(outcome(transactionOf(saved))).toBe("tokenized");
  for (const type of ["authorization", "capture", "refund", "payout", "charge"]) {
    expect(outcome(transactionOf({ ...saved, type, tokenization: null }))).toBe("unknown");
  }
});
