import { describe, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";
import { completeCheckoutSent, completeProductSent } from "../models/complete-params.ts";
import { aCheckout, aProductSent, having } from "../models/params.ts";
import { newRefund } from "../transport/calls.ts";
import { problemsOf } from "./validate.ts";

describe("a product is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with a price that is a number", { amount: 12900 }],
    ["with a price with a point", { amount: "32.45" }],
    ["with a quantity that is a number", { quantity: 40 }],
    ["without quantity", { quantity: undefined }],
    ["with quantity and infinite", { infinite: true }],
    ["with an empty quantity and without infinite", { quantity: "" }],
    ["without expiry", { expired_at: null }],
    ["with an expiry without a time zone", { expired_at: "2027-01-01T00:00:00" }],
    ["with an expiry in UTC written Z", { expired_at: "2027-01-01T00:00:00Z" }],
    ["with a day that does not exist", { expired_at: "2027-02-30T00:00:00+00:00" }],
    ["without language", { language: undefined }],
    ["with an empty language", { language: "" }],
    ["with a currency in lower case", { currency: "eur" }],
    ["without name", { name: "" }],
    ["with a relative URL", { return_url: "/thanks" }],
    ["with an unknown visible field", { visible_fields: ["shoe_size"] }],
    ["of an unknown transaction type", { transaction_type: "gift" }],
    ["with 1 as test", { test: 1 }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("ProductCreateParams", aProductSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...aProductSent, ...wrong }));
    expect(problemsOf("ProductCreateParams", body)).not.toStrictEqual([]);
  });
});

describe("an update is invalid", () => {
  test.each([{}, { amount: 1 }, { infinite: true, quantity: "1" }])("%j", (body) => {
    expect(problemsOf("ProductUpdateParams", completeProductSent)).toStrictEqual([]);
    expect(problemsOf("ProductUpdateParams", body)).not.toStrictEqual([]);
  });
});

describe("an update is invalid exactly if the sandbox refuses it for every product", () => {
  const { fetch, baseUrl, shopId, secretKey } = new Sandbox().clientOptions;
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
  };
  const send = (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${baseUrl}/products${path}`, { method, headers, body: JSON.stringify(body) });

  const PRODUCTS = [
    aProductSent,
    { ...aProductSent, quantity: "", infinite: true },
    { ...aProductSent, expired_at: "", immortal: true },
  ];

  const combined = (field: string, value: string, unless: string) =>
    [{}, { [field]: "" }, { [field]: null }, { [field]: value }].flatMap((first) =>
      [{}, { [unless]: true }, { [unless]: false }, { [unless]: null }].map((second) => ({
        ...first,
        ...second,
      })),
    );

  test.each([
    ...combined("quantity", "4", "infinite"),
    ...combined("expired_at", "2028-01-01T00:00:00+00:00", "immortal"),
    ...[{ language: "" }, { language: null }, { name: "" }, { amount: "" }, { currency: null }],
  ])("%j", async (changes) => {
    const statuses: number[] = [];
    for (const product of PRODUCTS) {
      const { id }: { id: string } = JSON.parse(await (await send("", "POST", product)).text());
      statuses.push((await send(`/${id}`, "PUT", changes)).status);
    }
    const isValid = problemsOf("ProductUpdateParams", changes).length === 0;
    expect(statuses.includes(204), statuses.join()).toBe(isValid);
  });
});

describe("a refund is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { amount: "2900" }],
    ["of 0", { amount: 0 }],
    ["without reason", { reason: undefined }],
    ["with a long reason", { reason: "x".repeat(256) }],
    ["with a long tracking id", { tracking_id: "x".repeat(256) }],
    ["without parent_uid", { parent_uid: "" }],
    ["with text as duplicate_check", { duplicate_check: "no" }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("RefundParams", newRefund)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify({ ...newRefund, ...wrong }));
    expect(problemsOf("RefundParams", body)).not.toStrictEqual([]);
  });
});

describe("a payment token request is invalid", () => {
  test.each<[string, Record<string, unknown>]>([
    ["with an amount in digits", { "order.amount": "12900" }],
    ["with a negative amount", { "order.amount": -1 }],
    ["with an amount that JSON can't represent exactly", { "order.amount": 2 ** 53 }],
    ["without order", { order: undefined }],
    ["of an unknown transaction type", { transaction_type: "gift" }],
    ["with negative seconds", { "settings.auto_return": -1 }],
    ["with seconds that are not a number", { "settings.auto_return": "soon" }],
    ["with an empty section", { settings: "" }],
    ["with empty attempts", { attempts: "" }],
    ["with a long toggle text", { "settings.agreement_toggle.text": "x".repeat(256) }],
    ["with a long label", { "order.custom_fields.custom_field_1.label": "x".repeat(51) }],
    ["with a fourth custom field", { "order.custom_fields.custom_field_4": { value: "x" } }],
    ["with an unknown contract", { "order.additional_data.contract": ["forever"] }],
    [
      "with a position that lacks its quantity",
      { "order.additional_data.cart.positions": [{ name: "Pass", amount: 1, description: "x" }] },
    ],
    ["with a country's full name", { "customer.country": "Germany", "customer.state": "" }],
    ["with a birthday that does not exist", { "customer.birth_date": "1987-02-29" }],
    ["with types that are not a list", { "payment_method.types": "credit_card" }],
    ["with legs that are not a list", { "travel.airline.legs": {} }],
  ])("%s", (_, wrong) => {
    expect(problemsOf("CheckoutCreateParams", completeCheckoutSent)).toStrictEqual([]);
    const body = JSON.parse(JSON.stringify(having(completeCheckoutSent, wrong)));
    expect(problemsOf("CheckoutCreateParams", body)).not.toStrictEqual([]);
  });

  test("it is valid with empty optional fields and with undocumented fields", () => {
    const nothing = { customer: null, attempts: null, "settings.auto_return": "", "settings.fail_url": "" };
    const body = having(aCheckout, { ...nothing, "order.x_note": { y: 1 } });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });

  test("it is valid with numeric seconds", () => {
    const body = having(aCheckout, { "settings.auto_return": 3 });
    expect(problemsOf("CheckoutCreateParams", body)).toStrictEqual([]);
  });
});
