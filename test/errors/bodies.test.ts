import { expect, test } from "vitest";
import { type ErrorTree, type Issue, ValidationError } from "../../src/index.ts";
import errorCheckout from "../fixtures/error-checkout.json" with { type: "json" };
import errorProduct from "../fixtures/error-product.json" with { type: "json" };
import errorWrapped from "../fixtures/error-wrapped.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { testCases } from "../support/test-cases.ts";
import { rejection } from "../transport/calls.ts";
import { type Endpoint, refusal } from "./refusal.ts";

const flattened = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, inner]) =>
    Array.isArray(inner)
      ? [{ path: [...parent, field], messages: inner }]
      : flattened(inner, [...parent, field]),
  );

/** A form of `errors`, its endpoint, the body, and the error tree that results. */
const forms: readonly [string, Endpoint, unknown, ErrorTree][] = [
  ["the reference's product errors", "product", errorProduct, errorProduct.errors],
  ["the reference's token errors", "checkout", errorCheckout, errorCheckout.errors],
  [
    "the wrapped form with dotted keys, of a token",
    "checkout",
    errorWrapped,
    {
      checkout: {
        order: { base: ["is invalid"], currency: ["is invalid"] },
        settings: { fail_url: ["does not appear to be valid"] },
      },
    },
  ],
  [
    "the wrapped form with dotted keys, of a product",
    "product",
    errorWrapped,
    {
      order: { base: ["is invalid"], currency: ["is invalid"] },
      settings: { fail_url: ["does not appear to be valid"] },
    },
  ],
  ["one field", "product", { errors: { currency: ["is invalid"] } }, { currency: ["is invalid"] }],
  ["a bare string", "product", { errors: { currency: "is invalid" } }, { currency: ["is invalid"] }],
  ["a number", "product", { errors: { amount: 7 } }, { amount: ["7"] }],
  ["true", "product", { errors: { amount: true } }, { amount: ["true"] }],
  ["false and 0", "product", { errors: { test: false, amount: 0 } }, { test: ["false"], amount: ["0"] }],
  ["null", "product", { errors: { amount: null, currency: ["no"] } }, { currency: ["no"] }],
  ["null among messages", "product", { errors: { amount: [null, "no"] } }, { amount: ["no"] }],
  ["an empty array", "product", { errors: { amount: [] } }, {}],
  ["an empty object", "product", { errors: { amount: {} } }, {}],
  [
    "numbers among messages",
    "product",
    { errors: { amount: ["no", 5, true] } },
    { amount: ["no", "5", "true"] },
  ],
  ["a message twice", "product", { errors: { amount: ["no", "no"] } }, { amount: ["no"] }],
  ["base", "product", { errors: { base: ["shop is closed"] } }, { base: ["shop is closed"] }],
  ["base as a bare string", "product", { errors: { base: "shop is closed" } }, { base: ["shop is closed"] }],
  [
    "base of a token",
    "checkout",
    { errors: { base: ["shop is closed"] } },
    { checkout: { base: ["shop is closed"] } },
  ],
  [
    "base below checkout",
    "checkout",
    { errors: { checkout: { base: ["shop is closed"] } } },
    { checkout: { base: ["shop is closed"] } },
  ],
  ["errors as a string", "product", { errors: "shop is closed" }, { base: ["shop is closed"] }],
  ["errors as an array", "product", { errors: ["a", "b"] }, { base: ["a", "b"] }],
  ["errors as a string, of a token", "checkout", { errors: "closed" }, { checkout: ["closed"] }],
  ["errors as an array, of a token", "checkout", { errors: ["a", "b"] }, { checkout: ["a", "b"] }],
  [
    "errors as an array of objects",
    "product",
    { errors: [{ code: "e1", title: "is invalid" }, { code: "e2" }] },
    { 0: { code: ["e1"], title: ["is invalid"] }, 1: { code: ["e2"] } },
  ],
  [
    "an array of objects below a field",
    "checkout",
    { errors: { checkout: { order: { positions: [{ name: ["is missing"] }, { amount: "is missing" }] } } } },
    { checkout: { order: { positions: { 0: { name: ["is missing"] }, 1: { amount: ["is missing"] } } } } },
  ],
  ["errors null", "product", { errors: null }, {}],
  ["errors a number", "product", { errors: 7 }, { base: ["7"] }],
  ["no errors", "product", { message: "no" }, {}],
  [
    "nested below a product field",
    "product",
    { errors: { additional_data: { contract: ["is invalid"] } } },
    { additional_data: { contract: ["is invalid"] } },
  ],
  [
    "a field inside one of the same name",
    "product",
    { errors: { amount: { amount: ["is invalid"] } } },
    { amount: { amount: ["is invalid"] } },
  ],
  [
    "dotted keys of a product",
    "product",
    { errors: { "additional_data.contract": ["is invalid"] } },
    { additional_data: { contract: ["is invalid"] } },
  ],
  [
    "token errors without the root",
    "checkout",
    { errors: { order: { amount: ["is invalid"] } } },
    { checkout: { order: { amount: ["is invalid"] } } },
  ],
  [
    "dotted keys below the root",
    "checkout",
    { errors: { checkout: { "settings.fail_url": ["is invalid"], order: "is invalid" } } },
    { checkout: { settings: { fail_url: ["is invalid"] }, order: ["is invalid"] } },
  ],
  [
    "dotted keys with the root",
    "checkout",
    { errors: { "checkout.settings.fail_url": ["is invalid"] } },
    { checkout: { settings: { fail_url: ["is invalid"] } } },
  ],
  [
    "dotted keys with the root, wrapped, next to plain ones",
    "checkout",
    { response: { errors: { "checkout.order.amount": "is invalid", "order.currency": ["is invalid"] } } },
    { checkout: { order: { amount: ["is invalid"], currency: ["is invalid"] } } },
  ],
  [
    "a section and its field, the field first",
    "checkout",
    { errors: { "order.amount": ["is invalid"], order: ["is incomplete"] } },
    { checkout: { order: { amount: ["is invalid"], base: ["is incomplete"] } } },
  ],
  [
    "a section with its own base and a field",
    "checkout",
    { errors: { order: ["is incomplete"], "order.base": ["is odd"], "order.amount": ["is invalid"] } },
    { checkout: { order: { base: ["is incomplete", "is odd"], amount: ["is invalid"] } } },
  ],
  [
    "the root itself and a section",
    "checkout",
    { errors: { checkout: ["is incomplete"], order: ["is invalid"] } },
    { checkout: { base: ["is incomplete"], order: ["is invalid"] } },
  ],
  [
    "one field in two forms",
    "checkout",
    { errors: { "order.amount": ["a"], order: { amount: ["b"] } } },
    { checkout: { order: { amount: ["a", "b"] } } },
  ],
  [
    "both plain and wrapped",
    "product",
    { errors: { amount: ["a"] }, response: { errors: { amount: ["b"], name: ["c"] } } },
    { amount: ["a", "b"], name: ["c"] },
  ],
  ["wrapped null", "product", { response: null, errors: { amount: ["a"] } }, { amount: ["a"] }],
  ["wrapped text", "product", { response: "no", errors: { amount: ["a"] } }, { amount: ["a"] }],
  [
    "names of built-in properties",
    "product",
    { errors: { toString: "b", hasOwnProperty: { valueOf: ["c"] }, length: ["d"] } },
    { toString: ["b"], hasOwnProperty: { valueOf: ["c"] }, length: ["d"] },
  ],
];

for (const status of [422, 400, 500]) {
  testCases(
    `the errors of a ${status} are read in every form`,
    forms,
    ([form]) => form,
    async ([_, endpoint, body, errors]) => {
      const error = await refusal(endpoint, { status, body });
      expect(error.errors).toStrictEqual(errors);
      expect(error.issues).toStrictEqual(flattened(errors));
      expect(error.body).toStrictEqual(body);
      expect(error.status).toBe(status);
    },
  );
}

test("errors can be printed and serialized, with every field and message", async () => {
  const error = await refusal("checkout", { status: 422, body: errorWrapped });
  const written: unknown = JSON.parse(JSON.stringify(error));
  expect(written).toMatchObject({
    code: "api",
    operation: "checkouts.create",
    status: 422,
    safeToRetry: true,
    errors: error.errors,
    issues: error.issues,
  });
});

const MAX_DEPTH = 99;

/** A field nested this many levels deep, with a message. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), ["is wrong"]);

test.each([
  { levels: MAX_DEPTH, paths: [Array.from({ length: MAX_DEPTH }, () => "a")] },
  { levels: MAX_DEPTH + 1, paths: [] },
])("a message $levels levels deep gives $paths.length issues", async ({ levels, paths }) => {
  await using gateway = await startGateway({ status: 422, body: { errors: nested(levels) } });
  const error = await rejection(gateway.client().products.list(), ValidationError);
  expect(error.issues.map(({ path }) => path)).toStrictEqual(paths);
});
