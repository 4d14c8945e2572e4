import { describe, expect, test } from "vitest";
import { completeCheckoutSent, completeProductSent } from "../models/complete-params.ts";
import { aCheckout, aProductSent, having } from "../models/params.ts";
import { newRefund } from "../transport/calls.ts";
import { problemsOf } from "./validate.ts";

describe("a product is not as described", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with a price that is a number", { amount: 12900 }],
    ["with a price with a point", { amount: "32.45" }],
    ["with a quantity that is a number", { quantity: 40 }],
    ["without quantity", { quantity: undefined }],
    ["with a quantity beside infinite", { infinite: true }],
    ["with an empty quantity of a finite stock", { quantity: "" }],
    ["without expiry", { expired_at: null }],
    ["with an expiry without zone", { expired_at: "2027-01-01T00:00:00" }],
    ["with an expiry in UTC by letter", { expired_at: "2027-01-01T00:00:00Z" }],
    ["with a day that does not exist", { expired_at: "2027-02-30T00:00:00+00:00" }],
    ["without language", { language: undefined }],
    ["with a currency in small letters", { currency: "eur" }],
    ["without name", { name: "" }],
    ["with a relative URL", { return_url: "/thanks" }],
    ["with an unknown field to show", { visible_fields: ["shoe_size"] }],
    ["of an unknown transaction type", { transaction_type: "gift" }],
    ["with a test of one", { test: 1 }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("ProductCreateParams", aProductSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...aProductSent, ...wrong }));
    expect(problemsOf("ProductCreateParams", body)).not.toStrictEqual([]);
  });
});

describe("an update is not as described", () => {
  test.each([{}, { amount: 1 }, { infinite: true, quantity: "1" }])("%j", (body) => {
    expect(problemsOf("ProductUpdateParams", completeProductSent)).toStrictEqual([]);
    expect(problemsOf("ProductUpdateParams", body)).not.toStrictEqual([]);
  });
});

describe("a refund is not as described", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { amount: "2900" }],
    ["of nothing", { amount: 0 }],
    ["without reason", { reason: undefined }],
    ["with a long reason", { reason: "x".repeat(256) }],
    ["with a long tracking id", { tracking_id: "x".repeat(256) }],
    ["without parent", { parent_uid: "" }],
    ["with a duplicate check in words", { duplicate_check: "no" }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("RefundParams", newRefund)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...newRefund, ...wrong }));
    expect(problemsOf("RefundParams", body)).not.toStrictEqual([]);
  });
});

describe("a payment token request is not as described", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { "order.amount": "12900" }],
    ["with an amount below 0", { "order.amount": -1 }],
    ["with an amount that JSON does not hold exactly", { "order.amount": 2 ** 53 }],
    ["without order", { order: undefined }],
    ["of an unknown transaction type", { transaction_type: "gift" }],
    ["with seconds below 0", { "settings.auto_return": -1 }],
    ["with seconds that are no number", { "settings.auto_return": "soon" }],
    ["with an empty section", { settings: "" }],
    ["with empty attempts", { attempts: "" }],
    ["with a long toggle text", { "settings.agreement_toggle.text": "x".repeat(256) }],
    ["with a long label", { "order.custom_fields.custom_field_1.label": "x".repeat(51) }],
    ["with a fourth field", { "order.custom_fields.custom_field_4": { value: "x" } }],
    ["with an unknown contract", { "order.additional_data.contract": ["forever"] }],
    [
      "with the reason of a customer's charge",
      { "order.additional_data.card_on_file": { initiator: "customer", type: "no_show" } },
    ],
    [
      "with a position that lacks its quantity",
      { "order.additional_data.cart.positions": [{ name: "Pass", amount: 1, description: "x" }] },
    ],
    ["with a state of no country", { "customer.country": null }],
    ["with a state of another country", { "customer.country": "DE" }],
    ["with a state in full", { "customer.state": "California" }],
    ["with a country in full", { "customer.country": "Germany", "customer.state": "" }],
    ["with a birthday that does not exist", { "customer.birth_date": "1987-02-29" }],
    ["with types that are no list", { "payment_method.types": "credit_card" }],
    ["with legs that are no list", { "travel.airline.legs": {} }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("CheckoutCreateParams", completeCheckoutSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify(having(completeCheckoutSent, wrong)));
    expect(problemsOf("CheckoutCreateParams", body)).not.toStrictEqual([]);
  });

  test("but it is valid with empty optional fields and with undocumented fields", () => {
    const nothing = { customer: null, attempts: null, "settings.auto_return": "", "settings.fail_url": "" };
    const body = having(aCheckout, { ...nothing, "order.x_note": { y: 1 } });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });

  test("but it is with seconds that are a number", () => {
    const body = having(aCheckout, { "settings.auto_return": 3 });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });
});
