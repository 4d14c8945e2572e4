/** `validate: false` sends wrong values as they are. Valid ones are written as documented: see `places/wire.ts`. */
import { describe, expect, test } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import { newRefund } from "../client/calls.ts";
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
  test("sends an empty update, and a product with every kind of mistake", async () => {
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
    expect(await bodySentBy(updateProduct({}), UNCHECKED)).toStrictEqual({});
    expect(await bodySentBy(createProduct(having(aProduct, wrong)), UNCHECKED)).toStrictEqual({
      ...wrong,
      amount: "12900",
      quantity: "3",
      expired_at: "2027-01-01T00:00:00+00:00",
      language: "en",
    });
  });

  test.each<[string, unknown, unknown]>([
    ["amount", 2n ** 60n, "1152921504606846976"],
    ["amount", "129.00", "129.00"],
    ["amount", -1, "-1"],
    ["amount", true, true],
    ["amount", null, null],
    ["quantity", "many", "many"],
    ["expired_at", "2027-02-30T00:00:00Z", "2027-02-30T00:00:00Z"],
    ["expired_at", 1_798_761_600, 1_798_761_600],
  ])("sends a product's %s %o", async (field, value, sent) => {
    const product = having(aProduct, { [field]: value });
    expect(await bodySentBy(createProduct(product), UNCHECKED)).toHaveProperty(field, sent);
    const update = having({}, { [field]: value });
    expect(await bodySentBy(updateProduct(update), UNCHECKED)).toStrictEqual({ [field]: sent });
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
    ["order.amount", "32.45", "32.45"],
    ["order.amount", "9007199254740993", "9007199254740993"],
    ["order.additional_data.cart.positions.0.quantity", "a few", "a few"],
    ["order.additional_data.cart.positions", { amount: "5" }, { amount: 5 }],
    ["order.additional_data.cart", "Pass", "Pass"],
    ["settings", [], []],
    ["settings.auto_return", "soon", "soon"],
  ])("sends a request's %s %o", async (path, value, sent) => {
    const body = await bodySentBy(createCheckout(having(aCheckoutWithACart, { [path]: value })), UNCHECKED);
    expect(body).toHaveProperty(`checkout.${path}`, sent);
  });

  test.each(["capture", "void", "refund"] as const)("sends the wrong fields of a %s", async (way) => {
    const params = having(newRefund, { amount: "32.45", reason: 5, parent_uid: null });
    const call = ({ transactions }: PaymentsClient) => transactions[way](params);
    expect(await bodySentBy(call, UNCHECKED)).toStrictEqual({ request: params });
  });
});
