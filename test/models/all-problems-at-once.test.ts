import { expect, test } from "vitest";
import type { InvalidRequestError, PaymentsClient } from "../../src/index.ts";
import { flattened } from "../errors/refusal.ts";
import { completeCheckout } from "./complete-params.ts";
import { aProduct, createCheckout, having, refusalOf } from "./params.ts";

const expectToNameEveryField = ({ errors, issues, message }: InvalidRequestError): void => {
  expect(issues.map(({ path, messages }) => ({ path, messages }))).toStrictEqual(flattened(errors));
  for (const { path, messages } of issues) {
    expect(message).toContain(`${path.join(".").replace(/\.base$/, "")} ${messages.join(", ")}`);
  }
};

test("cross-field rules are checked while other fields are wrong", async () => {
  /** A wrong field of a request: its path, its value, and the message about it. */
  const mistakes: readonly (readonly [path: string, value: unknown, message: string])[] = [
    ["test", "yes", "must be true or false"],
    ["settings.auto_pay", 1, "must be true or false"],
    ["customer.phone", 5, "must be a string"],
    ["customer.country", "Germany", "must be an ISO 3166-1 alpha-2 code, such as DE"],
    ["customer.email", "", "is required by settings.customer_fields.read_only"],
    ["customer.zip", null, "is required by settings.customer_fields.read_only"],
    ["order.currency", 978, "must be an ISO 4217 alpha-3 code, such as EUR"],
    ["order.custom_fields.custom_field_2.label", 5, "must be a string"],
    [
      "order.custom_fields.custom_field_4",
      { value: "a" },
      "must be one of custom_field_1, custom_field_2, custom_field_3",
    ],
    ["order.additional_data.receipt_text", "Thank you", "must be an array"],
    [
      "order.additional_data.card_on_file.type",
      "no-show",
      "must be one of delayed_charge, increment, resubmission, reauthorization, no_show",
    ],
    ["order.additional_data.cart.positions.0.name", 5, "must be a string"],
  ];
  const positions = "order.additional_data.cart.positions";
  const fields = {
    ...Object.fromEntries(mistakes.map(([path, value]) => [path, value])),
    "settings.customer_fields.read_only": ["email", "zip"],
    [`${positions}.0.amount`]: 1,
  };
  const error = await refusalOf(createCheckout(having(completeCheckout, fields)));
  const expected = {
    ...Object.fromEntries(mistakes.map(([path, , message]) => [path, [message]])),
    [`${positions}.base`]: ["amounts add up to 2901, but order.amount is 12900"],
  };
  expect(error.errors).toStrictEqual({ checkout: having({}, expected) });
  expectToNameEveryField(error);
});

test.each([
  ["nothing", undefined, "is required"],
  ["null", null, "is required"],
  ["a list", [aProduct], "must be an object"],
  ["a string", "Annual pass", "must be an object"],
  ["a number", 5, "must be an object"],
])("%s instead of parameters is reported", async (_, params, message) => {
  const create =
    (resource: "products" | "checkouts") =>
    (client: PaymentsClient): Promise<unknown> =>
      Reflect.apply(client[resource].create, client[resource], [params]);
  const ofProduct = await refusalOf(create("products"));
  expect(ofProduct.errors).toStrictEqual({ base: [message] });
  expect(ofProduct.message).toBe(`products.create was not sent: ${message}`);
  const ofCheckout = await refusalOf(create("checkouts"));
  expect(ofCheckout.errors).toStrictEqual({ checkout: [message] });
});
