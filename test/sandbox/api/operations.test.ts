import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  NotFoundError,
  PaymentsClient,
  type ProductCreateParams,
  ServerError,
  ValidationError,
} from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";

const params: ProductCreateParams = {
  name: "Annual pass",
  description: "Entry for one person",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  immortal: true,
};

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

/** The same tests without a socket and over real HTTP. */
const ways = {
  "without a socket": async () => {
    const sandbox = new Sandbox({ shopId: 4821 });
    return { sandbox, options: sandbox.clientOptions, [Symbol.asyncDispose]: async () => undefined };
  },
  "over HTTP": async () => {
    const sandbox = new Sandbox({ shopId: 4821 });
    const server = await sandbox.listen();
    return { sandbox, options: server.clientOptions, [Symbol.asyncDispose]: () => server.close() };
  },
};

describe.each(Object.entries(ways))("a sandbox %s", (_, start) => {
  test("creates a product and returns every documented field", async () => {
    await using gateway = await start();
    const drifts: unknown[] = [];
    const hooks = { onDrift: (event: unknown) => drifts.push(event) };
    const payments = new PaymentsClient({ ...gateway.options, hooks });
    const product = await payments.products.create(params);
    const { baseUrl } = payments;
    expect(product).toStrictEqual({
      id: expect.stringMatching(/^prd_[0-9a-f]{16}$/),
      name: "Annual pass",
      description: "Entry for one person",
      currency: "EUR",
      amount: 12900,
      quantity: 40,
      infinite: false,
      language: "en",
      transaction_type: "payment",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: product.created_at,
      test: false,
      additional_data: {},
      pay_url: `${baseUrl}/products/${product.id}/pay`,
      payment_url: `${baseUrl}/products/${product.id}/pay`,
      confirm_url: `${baseUrl}/v2/confirm_order/${product.id}/4821`,
    });
    expect(await payments.products.get(product.id)).toStrictEqual(product);
    expect(await payments.products.list()).toStrictEqual([product]);
    expect(drifts).toStrictEqual([]);
  });

  test("updates a product with any subset of its fields", async () => {
    await using gateway = await start();
    const payments = new PaymentsClient(gateway.options);
    const { id } = await payments.products.create(params);
    expect(await payments.products.update(id, { amount: 9900, infinite: true })).toBeUndefined();
    expect(await payments.products.get(id)).toMatchObject({
      name: "Annual pass",
      amount: 9900,
      infinite: true,
      quantity: null,
    });
  });

  test("answers 404 for a product or token that it does not have", async () => {
    await using gateway = await start();
    const payments = new PaymentsClient(gateway.options);
    await expect(payments.products.get("prd_nothing")).rejects.toThrow(NotFoundError);
    await expect(payments.products.update("prd_nothing", { amount: 1 })).rejects.toThrow(NotFoundError);
    await expect(payments.checkouts.get("nothing")).rejects.toThrow("Record not found");
  });

  test("answers 401 for another secret key, on every call", async () => {
    await using gateway = await start();
    const payments = new PaymentsClient({ ...gateway.options, secretKey: "another" });
    const settled = await Promise.allSettled([
      payments.products.create(params),
      payments.products.list(),
      payments.products.get("prd_1"),
      payments.products.update("prd_1", { amount: 1 }),
      payments.checkouts.create({ transaction_type: "payment", order }),
      payments.checkouts.get("token"),
    ]);
    for (const call of settled) {
      expect(call).toMatchObject({ status: "rejected", reason: expect.any(AuthenticationError) });
    }
  });

  test("creates a payment token and returns its status", async () => {
    await using gateway = await start();
    const drifts: unknown[] = [];
    const hooks = { onDrift: (event: unknown) => drifts.push(event) };
    const payments = new PaymentsClient({ ...gateway.options, hooks });
    const checkout = await payments.checkouts.create({
      transaction_type: "authorization",
      test: true,
      order: { ...order, tracking_id: "order-1007", custom_fields: { custom_field_1: { value: "x" } } },
      settings: { auto_return: 3, language: "ru" },
      customer: { email: "kim@example.com" },
    });
    expect(checkout.token).toMatch(/^[0-9a-f]{64}$/);
    expect(checkout.redirect_url).toBe(`${payments.checkoutUrl}/v2/checkout?token=${checkout.token}`);
    expect(await payments.checkouts.get(checkout.token)).toMatchObject({
      token: checkout.token,
      shop_id: 4821,
      transaction_type: "authorization",
      status: "incomplete",
      finished: false,
      expired: false,
      test: true,
      gateway_response: null,
      order: {
        ...order,
        tracking_id: "order-1007",
        expired_at: null,
        custom_fields: { custom_field_1: { value: "x" } },
      },
      settings: { auto_return: "3", language: "ru", return_url: null },
      customer: { email: "kim@example.com", first_name: null },
    });
    expect(drifts).toStrictEqual([]);
  });

  test("returns the status of an expired token", async () => {
    await using gateway = await start();
    const payments = new PaymentsClient(gateway.options);
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { ...order, expired_at: new Date(Date.now() - 1000) },
    });
    expect(await payments.checkouts.get(token)).toMatchObject({
      expired: true,
      status: "error",
      message: "Token is expired.",
    });
  });

  test("fails the next requests after failNext, then succeeds again", async () => {
    await using gateway = await start();
    const payments = new PaymentsClient({ ...gateway.options, maxRetries: 0 });
    gateway.sandbox.failNext({ status: 503, times: 2 });
    gateway.sandbox.failNext({ status: 502, body: "<h1>Bad gateway</h1>", headers: { "retry-after": "7" } });
    await expect(payments.products.list()).rejects.toThrow(ServerError);
    await expect(payments.products.list()).rejects.toThrow("503");
    await expect(payments.products.list()).rejects.toMatchObject({
      status: 502,
      body: "<h1>Bad gateway</h1>",
      retryAfter: 7,
    });
    expect(await payments.products.list()).toStrictEqual([]);
  });
});

describe("the sandbox refuses with a 422 in the gateway's shape", () => {
  const refusals: [string, Record<string, unknown>, Record<string, string[]>][] = [
    ["an unknown currency", { currency: "QQQ" }, { currency: ["is unknown"] }],
    ["a missing name", { name: "" }, { name: ["is required"] }],
    ["both at once", { currency: "QQQ", name: "" }, { currency: ["is unknown"], name: ["is required"] }],
  ];

  test.each(refusals)("%s", async (_, wrong, errors) => {
    const payments = new PaymentsClient({ ...new Sandbox().clientOptions, validate: false });
    const call = payments.products.create({ ...params, ...wrong });
    await expect(call).rejects.toThrow(ValidationError);
    await expect(call).rejects.toMatchObject({ status: 422, errors });
  });

  test("an update, by the rules of creation", async () => {
    const payments = new PaymentsClient(new Sandbox().clientOptions);
    const { id } = await payments.products.create(params);
    await expect(payments.products.update(id, { currency: "QQQ" })).rejects.toMatchObject({
      status: 422,
      errors: { currency: ["is unknown"] },
    });
  });

  test("a token, nested below checkout, with the joined message", async () => {
    const payments = new PaymentsClient({ ...new Sandbox().clientOptions, validate: false });
    const call = payments.checkouts.create({
      transaction_type: "payment",
      order: { ...order, currency: "QQQ" },
      settings: { fail_url: "nowhere" },
    });
    await expect(call).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(
        "Fail url must be an absolute URL, such as https://shop.example or myapp://paid. Currency is unknown",
      ),
      errors: {
        checkout: {
          settings: { fail_url: ["must be an absolute URL, such as https://shop.example or myapp://paid"] },
          order: { currency: ["is unknown"] },
        },
      },
    });
  });

  test.each(["[]", "", "not json", '{"checkout":[]}', '{"checkout":null}', "{}"])(
    "a token request of %j, without failing itself",
    async (body) => {
      const { fetch, baseUrl, shopId, secretKey } = new Sandbox().clientOptions;
      const authorization = `Basic ${btoa(`${shopId}:${secretKey}`)}`;
      const headers = { authorization, "content-type": "application/json" };
      const response = await fetch(`${baseUrl}/ctp/api/checkouts`, { method: "POST", body, headers });
      expect([400, 422]).toContain(response.status);
      expect(await response.json()).toMatchObject({ message: expect.any(String) });
    },
  );
});

test.each([{ status: 200 }, { status: 600 }, { status: 503.5 }, { status: 503, times: 0 }])(
  "failNext refuses %j",
  (options) => {
    expect(() => new Sandbox().failNext(options)).toThrow(RangeError);
  },
);

test("listening on a used port rejects with EADDRINUSE", async () => {
  const server = await new Sandbox().listen();
  const port = Number(new URL(server.url).port);
  await expect(new Sandbox().listen({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await server.close();
});

test("two sandboxes share no state", async () => {
  const one = new PaymentsClient(new Sandbox().clientOptions);
  const other = new PaymentsClient(new Sandbox().clientOptions);
  await one.products.create(params);
  expect(await other.products.list()).toStrictEqual([]);
});
