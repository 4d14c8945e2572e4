/** Extreme inputs, and objects that are not what their prototype suggests. */
import { describe, expect, test } from "vitest";
import { ConfigurationError, PaymentsClient } from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { newCheckout, newProduct } from "../transport/calls.ts";
import { good } from "../transport/construct.ts";
import { onlyPackageErrors } from "./hostile.ts";

/**
 * The platform's TypeError for an object that only has the prototype of a Date, a URL or an AbortSignal: reading such an
 * object always fails.
 */
const isPlatforms = (failure: unknown): boolean =>
  failure instanceof TypeError && /not a Date object|must be (?:an instance|of type)/.test(failure.message);

const clientWith = (options: object = {}): PaymentsClient =>
  new PaymentsClient({ ...good, fetch: async () => Response.json(product), ...options });

describe.each([true, false])("with validate: %s", (validate) => {
  const { products, checkouts } = clientWith({ validate });

  test("params nested 20 000 deep are refused or sent", async () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 20_000; level += 1) deep = { deep };
    const extra = { travel: { airline: { legs: [{ coupon: deep }] } } };
    await onlyPackageErrors(() => products.create({ ...newProduct, ...extra }));
    await onlyPackageErrors(() => checkouts.create({ ...newCheckout, ...extra }));
  });

  test.each([
    ["a proxy of a Date", new Proxy(new Date(0), {})],
    ["an object that claims to be a Date", Object.create(Date.prototype)],
  ])("an object with only the prototype of a Date", async (_what, expired_at) => {
    await onlyPackageErrors(
      () => products.create({ ...newProduct, immortal: false, expired_at }),
      isPlatforms,
    );
    const order = { ...newCheckout.order, expired_at };
    await onlyPackageErrors(() => checkouts.create({ ...newCheckout, order }), isPlatforms);
  });
});

describe("a client and webhooks may be created with", () => {
  test.each([
    ["a secret key of 200 000 characters", { secretKey: "k".repeat(200_000) }],
    ["a shop id of 200 000 characters", { shopId: "9".repeat(200_000) }],
  ])("%s", async (_what, options) => {
    await onlyPackageErrors(() => clientWith(options));
    await onlyPackageErrors(() => new Webhooks({ ...good, ...options }));
  });

  test.each([
    ["a proxy of a URL", { baseUrl: new Proxy(new URL(good.baseUrl), {}) }],
    ["an object with only the prototype of a URL", { checkoutUrl: Object.create(URL.prototype) }],
    ["an object with only the prototype of Headers", { headers: Object.create(Headers.prototype) }],
  ])("%s", async (_what, options) => {
    await onlyPackageErrors(() => clientWith(options), isPlatforms);
  });
});

test.each([
  ["a proxy of a signal", new Proxy(new AbortController().signal, {})],
  ["an object with only the prototype of a signal", Object.create(AbortSignal.prototype)],
])("a signal may be %s", async (_what, signal) => {
  await onlyPackageErrors(() => clientWith().products.get("prd_1", { signal }), isPlatforms);
});

test("a notification in a detached buffer is refused", async () => {
  const body = new Uint8Array(8);
  structuredClone(body, { transfer: [body.buffer] });
  await onlyPackageErrors(() => new Webhooks(good).verify({ body, headers: {} }));
});

test("omitted arguments cause a PaymentsError, not a result", () => {
  expect(() => Reflect.construct(PaymentsClient, [])).toThrow(ConfigurationError);
});
