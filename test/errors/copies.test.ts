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

test("a subclass of one's own has its own instances only", async () => {
  class OutOfStock extends imported.PaymentsError {}
  class Broken extends imported.ApiError {}
  for (const copy of [imported, required]) {
    const error = await errorOf(copy, async () => new Response(null, { status: 404 }));
    expect(error).not.toBeInstanceOf(OutOfStock);
    expect(error).not.toBeInstanceOf(Broken);
  }
  const own = new OutOfStock("none left", { code: "configuration", processed: "no" });
  expect(own).toBeInstanceOf(OutOfStock);
  expect(own).toBeInstanceOf(required.PaymentsError);
  expect(own).not.toBeInstanceOf(required.ConfigurationError);
});

test("an error can be renamed, and keeps its class", async () => {
  for (const copy of [imported, required]) {
    const error = await errorOf(copy, async () => new Response(null, { status: 404 }));
    if (!(error instanceof copy.NotFoundError)) throw error;
    error.name = "PaymentFailed";
    expect(String(error)).toMatch(/^PaymentFailed: products\.list got 404/);
    expect(Object.assign(error, { name: "Renamed" }).name).toBe("Renamed");
    expect(error).toBeInstanceOf(imported.NotFoundError);
    expect(error).not.toBeInstanceOf(imported.ValidationError);
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
