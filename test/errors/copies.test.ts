/** One part of a program imports the package, another requires it: two copies, one kind of error. */
import { createRequire } from "node:module";
import * as imported from "payments-client";
import { expect, test } from "vitest";

const required: typeof imported = createRequire(import.meta.url)("payments-client");

const options = {
  shopId: 1,
  secretKey: "s3cret-key-of-the-shop",
  baseUrl: "https://api.gateway.example",
  checkoutUrl: "https://checkout.gateway.example",
  maxRetries: 0,
};

const errorOf = async (copy: typeof imported, fetch: imported.Fetch): Promise<unknown> =>
  new copy.PaymentsClient({ ...options, fetch }).products.list().catch((error: unknown) => error);

const NAMES = [
  "PaymentsError",
  "ConnectionError",
  "TimeoutError",
  "ResponseError",
  "ApiError",
  "NotFoundError",
  "ValidationError",
  "UnexpectedResponseError",
  "ConfigurationError",
] as const;

const failures: readonly [imported.Fetch, held: readonly (typeof NAMES)[number][]][] = [
  [
    async () => new Response(null, { status: 404 }),
    ["PaymentsError", "ResponseError", "ApiError", "NotFoundError"],
  ],
  [async () => new Response("?"), ["PaymentsError", "ResponseError", "UnexpectedResponseError"]],
  [() => Promise.reject(new TypeError("fetch failed")), ["PaymentsError", "ConnectionError"]],
];

test("an error of one copy is an instance of the other's classes, and of no sibling", async () => {
  expect(required.PaymentsError).not.toBe(imported.PaymentsError);
  for (const [fetch, held] of failures) {
    for (const [one, other] of [
      [imported, required],
      [required, imported],
      [imported, imported],
    ] as const) {
      const error = await errorOf(one, fetch);
      expect(NAMES.filter((name) => error instanceof other[name])).toStrictEqual(held);
      expect(other.isPaymentsError(error)).toBe(true);
    }
  }
});

test("nothing else is an error of the package, whatever it is called", () => {
  class ApiError extends Error {
    override name = "ApiError";
  }
  class PaymentsError extends Error {
    override get name(): string {
      return "PaymentsError";
    }
  }
  for (const value of [
    new ApiError(),
    new PaymentsError(),
    new Error(),
    {},
    null,
    undefined,
    "ApiError",
    1,
  ]) {
    expect(value).not.toBeInstanceOf(imported.ApiError);
    expect(value).not.toBeInstanceOf(imported.PaymentsError);
    expect(imported.isPaymentsError(value)).toBe(false);
  }
});
