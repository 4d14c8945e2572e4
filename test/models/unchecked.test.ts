import { describe, expect, test } from "vitest";
import { newRefund } from "../client/calls.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import {
  aCheckout,
  aCheckoutWithACart,
  aProduct,
  bodySentBy,
  createCheckout,
  createProduct,
  having,
  updateProduct,
} from "./params.ts";

const UNCHECKED = { validate: false };

describe("validate: false", () => {
  test("sends a product with every kind of mistake", async () => {
    const wrong = {
      name: "",
      description: null,
      currency: "euro",
      quantity: 3,
      infinite: true,
      visible_fields: "mail",
      return_url: "/thanks",
      shop_id: "4821",
      transaction_type: "charge",
      undocumented: { amount: 7 },
    };
    expect(await bodySentBy(createProduct(having(aProduct, wrong)), UNCHECKED)).toStrictEqual({
      ...wrong,
      amount: "12900",
      quantity: "3",
      expired_at: "2027-01-01T00:00:00+00:00",
      language: "en",
    });
  });

  test.each<[string, unknown, unknown]>([
    ["amount", 12900, "12900"],
    ["amount", 2n ** 60n, "1152921504606846976"],
    ["amount", "129.00", "129.00"],
    ["amount", -1, "-1"],
    ["amount", true, true],
    ["amount", null, null],
    ["quantity", 3, "3"],
    ["quantity", "many", "many"],
    ["expired_at", new Date("2027-01-01T00:00:00.500Z"), "2027-01-01T00:00:00+00:00"],
    ["expired_at", "2027-01-01T00:00+0300", "2027-01-01T00:00:00+03:00"],
    ["expired_at", "2027-02-30T00:00:00Z", "2027-02-30T00:00:00Z"],
    ["expired_at", 1_798_761_600, 1_798_761_600],
  ])("writes a product's %s %o as documented where possible", async (field, value, sent) => {
    const product = having(aProduct, { [field]: value });
    expect(await bodySentBy(createProduct(product), UNCHECKED)).toHaveProperty(field, sent);
    const update = having({}, { [field]: value });
    expect(await bodySentBy(updateProduct(update), UNCHECKED)).toStrictEqual({ [field]: sent });
  });

  test("sends an empty update", async () => {
    expect(await bodySentBy(updateProduct({}), UNCHECKED)).toStrictEqual({});
  });

  test("sends a payment token request with every kind of mistake", async () => {
    const wrong = {
      transaction_type: "refund",
      attempts: "3",
      settings: { fail_url: "/fail", customer_fields: { read_only: ["email", "mail"] } },
      "order.currency": "euro",
      "order.custom_fields": { custom_field_4: { label: "a".repeat(51) } },
      "order.additional_data": {
        contract: "recurring",
        card_on_file: { initiator: "customer", type: "no_show" },
        cart: { positions: [{ amount: 1 }, "Guide"] },
      },
      customer: { state: "Berlin", country: "Germany", birth_date: "2027-02-30" },
      payment_method: ["credit_card"],
      travel: 5,
    };
    const params = having(aCheckout, wrong);
    expect(await bodySentBy(createCheckout(params), UNCHECKED)).toStrictEqual({ checkout: params });
  });

  test.each<[string, unknown, unknown]>([
    ["order", "order-1007", "order-1007"],
    ["order", null, null],
    ["order.amount", "12900", 12900],
    ["order.amount", "32.45", "32.45"],
    ["order.amount", "9007199254740993", "9007199254740993"],
    ["order.expired_at", new Date("2027-01-01T00:00:00.500Z"), "2027-01-01T00:00:00+00:00"],
    ["order.additional_data.cart.positions.0.amount", "5", 5],
    ["order.additional_data.cart.positions.0.quantity", "5", 5],
    ["order.additional_data.cart.positions.0.quantity", "a few", "a few"],
    ["order.additional_data.cart.positions", { amount: "5" }, { amount: 5 }],
    ["order.additional_data.cart", "Pass", "Pass"],
    ["settings", [], []],
    ["settings.auto_return", 0, "0"],
    ["settings.auto_return", "soon", "soon"],
  ])("writes a request's %s %o as documented where possible", async (path, value, sent) => {
    const body = await bodySentBy(createCheckout(having(aCheckoutWithACart, { [path]: value })), UNCHECKED);
    expect(body).toHaveProperty(`checkout.${path}`, sent);
  });

  test.each(["capture", "void", "refund"] as const)("writes the amount of a %s alike", async (way) => {
    await using gateway = await startGateway({ status: 200, body: refunded });
    const { transactions } = gateway.client(UNCHECKED);
    await transactions[way](having(newRefund, { amount: "12", reason: 5, parent_uid: null }));
    await transactions[way](having(newRefund, { amount: "32.45" }));
    expect(gateway.requests.map(({ body }) => JSON.parse(body))).toStrictEqual([
      { request: { amount: 12, reason: 5, parent_uid: null } },
      { request: { ...newRefund, amount: "32.45" } },
    ]);
  });
});
