import { expect, test } from "vitest";
import { type ErrorTree, ValidationError } from "../../src/index.ts";
import { rejection } from "../client/calls.ts";
import errorCheckout from "../fixtures/error-checkout.json" with { type: "json" };
import errorProduct from "../fixtures/error-product.json" with { type: "json" };
import errorWrapped from "../fixtures/error-wrapped.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { type Endpoint, flattened, refusal } from "./refusal.ts";

const CLOSED = ["shop is closed"];

const INVALID = ["is invalid"];

/** What is inside the wrapped example. */
const fail_url = ["does not appear to be valid"];
const wrapped = { order: { base: INVALID, currency: INVALID }, settings: { fail_url } };

/** A form of `errors`, the body that is sent, the error tree that results, and the body of the error if it is another. */
type Form = readonly [form: string, sent: unknown, errors: ErrorTree, body?: unknown];

const forms: Readonly<Record<Endpoint, readonly Form[]>> = {
  product: [
    ["the reference's errors", errorProduct, errorProduct.errors],
    ["the wrapped form with dotted keys", errorWrapped, wrapped],
    ["one field", { errors: { currency: INVALID } }, { currency: INVALID }],
    ["a bare string", { errors: { currency: "is invalid" } }, { currency: INVALID }],
    ["a number", { errors: { amount: 7 } }, { amount: ["7"] }],
    ["false and 0", { errors: { test: false, amount: 0 } }, { test: ["false"], amount: ["0"] }],
    ["null among messages", { errors: { amount: [null, "no"] } }, { amount: ["no"] }],
    ["an empty object", { errors: { amount: {} } }, {}],
    ["numbers among messages", { errors: { amount: ["no", 5, true] } }, { amount: ["no", "5", "true"] }],
    ["base as a bare string", { errors: { base: "shop is closed" } }, { base: CLOSED }],
    ["errors as a string", { errors: "shop is closed" }, { base: CLOSED }],
    ["errors as an array", { errors: ["a", "b"] }, { base: ["a", "b"] }],
    [
      "errors as an array of objects",
      { errors: [{ code: "e1", title: "is invalid" }, { code: "e2" }] },
      { 0: { code: ["e1"], title: INVALID }, 1: { code: ["e2"] } },
    ],
    ["a page of HTML", "<!doctype html><title>502 Bad Gateway</title><center>nginx</center>", {}],
    ["nothing", "", {}],
    ["text", "Too many requests", {}],
    ["a JSON number", "7", {}, 7],
    ["a JSON array", '["no",{"a":1}]', {}, ["no", { a: 1 }]],
    ["JSON with a byte order mark", '\ufeff{"code":1}', {}, { code: 1 }],
    ["errors null", { errors: null }, {}],
    ["no errors", { message: "no" }, {}],
    [
      "nested below a field",
      { errors: { additional_data: { contract: INVALID } } },
      { additional_data: { contract: INVALID } },
    ],
    ["a field in its own name", { errors: { amount: { amount: INVALID } } }, { amount: { amount: INVALID } }],
    ["dots", { errors: { "additional_data.contract": INVALID } }, { additional_data: { contract: INVALID } }],
    [
      "both plain and wrapped",
      { errors: { amount: ["a"] }, response: { errors: { amount: ["b"], name: ["c"] } } },
      { amount: ["a", "b"], name: ["c"] },
    ],
    ["wrapped null", { response: null, errors: { amount: ["a"] } }, { amount: ["a"] }],
    [
      "names of built-in properties",
      { errors: { toString: "b", hasOwnProperty: { valueOf: ["c"] }, length: ["d"] } },
      { toString: ["b"], hasOwnProperty: { valueOf: ["c"] }, length: ["d"] },
    ],
  ],
  checkout: [
    ["the reference's errors", errorCheckout, errorCheckout.errors],
    ["the wrapped form with dotted keys", errorWrapped, { checkout: wrapped }],
    ["base", { errors: { base: CLOSED } }, { checkout: { base: CLOSED } }],
    ["base below checkout", { errors: { checkout: { base: CLOSED } } }, { checkout: { base: CLOSED } }],
    ["errors as a string", { errors: "closed" }, { checkout: ["closed"] }],
    ["errors as an array", { errors: ["a", "b"] }, { checkout: ["a", "b"] }],
    [
      "an array of objects below a field",
      { errors: { checkout: { order: { positions: [{ name: INVALID }, { amount: "is missing" }] } } } },
      { checkout: { order: { positions: { 0: { name: INVALID }, 1: { amount: ["is missing"] } } } } },
    ],
    ["no root", { errors: { order: { amount: INVALID } } }, { checkout: { order: { amount: INVALID } } }],
    [
      "dotted keys below the root",
      { errors: { checkout: { "settings.fail_url": INVALID, order: "is invalid" } } },
      { checkout: { settings: { fail_url: INVALID }, order: INVALID } },
    ],
    [
      "dotted keys with the root",
      { errors: { "checkout.settings.fail_url": INVALID } },
      { checkout: { settings: { fail_url: INVALID } } },
    ],
    [
      "dotted keys with the root, wrapped, next to plain ones",
      { response: { errors: { "checkout.order.amount": "is invalid", "order.currency": INVALID } } },
      { checkout: { order: { amount: INVALID, currency: INVALID } } },
    ],
    [
      "a section and its field, the field first",
      { errors: { "order.amount": INVALID, order: ["is incomplete"] } },
      { checkout: { order: { amount: INVALID, base: ["is incomplete"] } } },
    ],
    [
      "a section with its own base and a field",
      { errors: { order: ["is incomplete"], "order.base": ["is odd"], "order.amount": INVALID } },
      { checkout: { order: { base: ["is incomplete", "is odd"], amount: INVALID } } },
    ],
    [
      "the root itself and a section",
      { errors: { checkout: ["is incomplete"], order: INVALID } },
      { checkout: { base: ["is incomplete"], order: INVALID } },
    ],
    [
      "one field in two forms",
      { errors: { "order.amount": ["a"], order: { amount: ["b"] } } },
      { checkout: { order: { amount: ["a", "b"] } } },
    ],
  ],
};

for (const endpoint of ["product", "checkout"] as const) {
  test.each([422, 400, 500].flatMap((status) => forms[endpoint].map((form) => ({ status, form }))))(
    `the errors of a ${endpoint} are read with the status $status: $form.0`,
    async ({ status, form: [_, sent, errors, body = sent] }) => {
      const headers = { "content-type": "text/html", "x-request-id": "r1" };
      const error = await refusal(endpoint, { status, body: sent, headers });
      expect(error.errors).toStrictEqual(errors);
      expect(error.issues).toStrictEqual(flattened(errors));
      expect(error.response.body).toStrictEqual(body);
      expect(error.response.status).toBe(status);
      expect(error.requestId).toBe("r1");
      expect(Object.fromEntries(error.response.headers)).toMatchObject(headers);
    },
  );
}

test("errors can be printed and serialized, with every field and message", async () => {
  const error = await refusal("checkout", { status: 422, body: errorWrapped });
  const written: unknown = JSON.parse(JSON.stringify(error));
  expect(written).toMatchObject({
    code: "api",
    operation: "checkouts.create",
    response: { status: 422 },
    safeToRetry: true,
    errors: error.errors,
    issues: error.issues,
  });
  // Headers and body may contain customer data.
  expect(Object.keys(error.response)).toStrictEqual(["status"]);
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
