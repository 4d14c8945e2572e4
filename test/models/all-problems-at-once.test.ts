import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ErrorTree, InvalidRequestError, Issue } from "../../src/index.ts";
import { testCases } from "../support/test-cases.ts";
import { completeCheckout, completeProduct } from "./complete-params.ts";
import {
  aCheckout,
  aProduct,
  createCheckout,
  createProduct,
  having,
  pathsOf,
  refusalOf,
  updateProduct,
} from "./params.ts";

const AMOUNT: unknown = expect.stringContaining("must be an integer in minor units: 32.45 is written 3245");

const leavesOf = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, inner]) =>
    Array.isArray(inner)
      ? [{ path: [...parent, field], messages: inner }]
      : leavesOf(inner, [...parent, field]),
  );

const expectToNameEveryField = ({ errors, issues, message }: InvalidRequestError): void => {
  expect(issues.map(({ path, messages }) => ({ path, messages }))).toStrictEqual(leavesOf(errors));
  for (const { path, messages } of issues) {
    expect(message).toContain(`${path.join(".").replace(/\.base$/, "")} ${messages.join(", ")}`);
  }
};

test("a payment token request with fifteen mistakes gets all of them reported", async () => {
  const error = await refusalOf(
    createCheckout(
      having(completeCheckout, {
        transaction_type: "refund",
        attempts: "3",
        "settings.fail_url": "/fail",
        "settings.auto_return": "soon",
        "settings.customer_fields.visible": ["email", "mail", 5],
        "settings.agreement_toggle.text": "a".repeat(256),
        "order.amount": 32.45,
        "order.currency": undefined,
        "order.expired_at": "2027-02-30T00:00:00Z",
        "order.custom_fields.custom_field_1.label": "a".repeat(51),
        "order.additional_data.contract": "recurring",
        "order.additional_data.cart.positions.1.name": "",
        "customer.birth_date": "1988-02-30",
        "payment_method.types": "credit_card",
        "travel.airline.legs": {},
      }),
    ),
  );
  const fields =
    "email, first_name, last_name, address, city, state, zip, phone, country, birth_date, taxpayer_id";
  expect(error.errors).toStrictEqual({
    checkout: {
      transaction_type: ["must be one of authorization, payment, payout, tokenization, charge"],
      attempts: ["must be an integer"],
      settings: {
        fail_url: ["must be an absolute URL, such as https://shop.example or myapp://paid"],
        auto_return: ["must be a whole number, or its digits"],
        customer_fields: {
          visible: [`item 2 must be one of ${fields}`, `item 3 must be one of ${fields}`],
        },
        agreement_toggle: { text: ["must be at most 255 characters"] },
      },
      order: {
        amount: [AMOUNT],
        currency: ["is required"],
        expired_at: ["must be a Date, or a real time written YYYY-MM-DDThh:mm:ss+hh:mm"],
        custom_fields: { custom_field_1: { label: ["must be at most 50 characters"] } },
        additional_data: {
          contract: ["must be an array"],
          cart: { positions: { 1: { name: ["is required"] } } },
        },
      },
      customer: { birth_date: ["must be a real date written YYYY-MM-DD"] },
      payment_method: { types: ["must be an array"] },
      travel: { airline: { legs: ["must be an array"] } },
    },
  });
  expect(error.issues).toHaveLength(15);
  expectToNameEveryField(error);
  expect(error.message).toMatch(/^checkouts\.create was not sent: checkout\.transaction_type must be one of/);
});

test("cross-field rules are checked while other fields are wrong", async () => {
  const error = await refusalOf(
    createCheckout(
      having(completeCheckout, {
        test: "yes",
        "settings.auto_pay": 1,
        "settings.customer_fields.read_only": ["email", "zip"],
        "customer.email": "",
        "customer.zip": null,
        "customer.phone": 5,
        "customer.country": "Germany",
        "order.currency": 978,
        "order.custom_fields.custom_field_2": { label: 5 },
        "order.custom_fields.custom_field_4": { value: "a" },
        "order.additional_data.receipt_text": "Thank you",
        "order.additional_data.card_on_file": { initiator: "customer", type: "no-show", flag: 1 },
        "order.additional_data.cart.positions.0.amount": 1,
        "order.additional_data.cart.positions.0.name": 5,
      }),
    ),
  );
  expect(error.errors).toStrictEqual({
    checkout: {
      test: ["must be true or false"],
      settings: { auto_pay: ["must be true or false"] },
      order: {
        currency: ["must be an ISO 4217 alpha-3 code, such as EUR"],
        custom_fields: {
          custom_field_2: { label: ["must be a string"] },
          custom_field_4: ["must be one of custom_field_1, custom_field_2, custom_field_3"],
        },
        additional_data: {
          receipt_text: ["must be an array"],
          card_on_file: {
            type: ["must be one of delayed_charge, increment, resubmission, reauthorization, no_show"],
          },
          cart: {
            positions: {
              0: { name: ["must be a string"] },
              base: ["amounts add up to 2901, but order.amount is 12900"],
            },
          },
        },
      },
      customer: {
        phone: ["must be a string"],
        country: ["must be an ISO 3166-1 alpha-2 code, such as DE"],
        email: ["is required by settings.customer_fields.read_only"],
        zip: ["is required by settings.customer_fields.read_only"],
      },
    },
  });
  expectToNameEveryField(error);
});

test.each([
  ["settings", { settings: 5 }],
  ["order", { order: [] }],
  ["order.additional_data", { "order.additional_data": true }],
  ["order.additional_data.cart", { "order.additional_data.cart": "Pass" }],
  ["order.custom_fields", { "order.custom_fields": "gift" }],
  ["customer", { customer: "kim", "settings.customer_fields.read_only": [] }],
  ["settings.customer_fields", { "settings.customer_fields": "email" }],
])(
  "a section %s that is not an object is reported once, without the rules that read it",
  async (path, fields) => {
    const { issues } = await refusalOf(createCheckout(having(completeCheckout, fields)));
    expect(issues).toMatchObject([
      { path: ["checkout", ...path.split(".")], messages: ["must be an object"], code: "type" },
    ]);
  },
);

test("a customer that is not an object is reported along with its required fields", async () => {
  const error = await refusalOf(
    createCheckout(having(aCheckout, { customer: "kim", "settings.customer_fields.read_only": ["email"] })),
  );
  expect(error.errors).toStrictEqual({
    checkout: {
      customer: {
        base: ["must be an object"],
        email: ["is required by settings.customer_fields.read_only"],
      },
    },
  });
  expectToNameEveryField(error);
});

test("a product with many mistakes gets all of them reported", async () => {
  const error = await refusalOf(
    createProduct(
      having(aProduct, {
        name: "",
        description: 5,
        currency: "eur",
        amount: "32.45",
        quantity: undefined,
        infinite: "no",
        visible_fields: ["mail", "email", 5],
        test: 1,
        immortal: 0,
        expired_at: null,
        return_url: "shop.example",
        shop_id: "4821",
        language: true,
        transaction_type: "charge",
      }),
    ),
  );
  expect(Object.keys(error.errors).sort()).toStrictEqual(Object.keys(completeProduct).sort());
  expect(error.errors).toMatchObject({
    name: ["is required"],
    amount: [AMOUNT],
    quantity: ["is required unless infinite is true"],
    expired_at: ["is required unless immortal is true"],
  });
  expect(error.errors["visible_fields"]).toStrictEqual([
    expect.stringMatching(/^item 1 /),
    expect.stringMatching(/^item 3 /),
  ]);
  expectToNameEveryField(error);
});

test("an update with many mistakes gets all of them reported", async () => {
  const error = await refusalOf(
    updateProduct(having({}, { name: 5, amount: -1, infinite: true, quantity: 3, expired_at: "soon" })),
  );
  expect(Object.keys(error.errors).sort()).toStrictEqual(["amount", "expired_at", "name", "quantity"]);
  expectToNameEveryField(error);
});

test("a rejected call is safe to retry", async () => {
  const error = await refusalOf(createCheckout(having(aCheckout, { order: null })));
  expect(error).toMatchObject({
    name: "InvalidRequestError",
    code: "invalid_request",
    operation: "checkouts.create",
    safeToRetry: true,
    message: "checkouts.create was not sent: checkout.order is required",
  });
});

// Valid in no field except plain text, and must not be repeated in an error.
const SECRETS = ["kim.mueller@example.com", "tok_4b9a1_secret_of_a_card", "4200000000000000 "];

const expectNotQuoted = (secret: string, error: InvalidRequestError): void => {
  expect(error.message).not.toContain(secret);
  expect(inspect(error, { depth: 20 })).not.toContain(secret);
  expect(error.message).not.toContain("Invalid input");
};

describe("a customer's value in a wrong place", () => {
  testCases(
    "is not quoted in the error, alone or in a list, in any field of a checkout",
    pathsOf(completeCheckout),
    (path) => path,
    async (path) => {
      for (const secret of SECRETS) {
        for (const value of [secret, [secret], [[secret]], { inside: secret, list: [secret] }]) {
          const params = having(completeCheckout, { [path]: value });
          const wrong = having(params, { transaction_type: secret, "order.amount": secret });
          expectNotQuoted(secret, await refusalOf(createCheckout(wrong)));
        }
      }
    },
  );

  testCases(
    "is not quoted in the error, in any field of a product",
    pathsOf(completeProduct),
    (path) => path,
    async (path) => {
      for (const secret of SECRETS) {
        for (const value of [secret, [secret], { inside: secret }]) {
          const error = await refusalOf(createProduct(having(aProduct, { shop_id: secret, [path]: value })));
          expectNotQuoted(secret, error);
        }
      }
    },
  );
});
