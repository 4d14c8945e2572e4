import { expect, test, vi } from "vitest";
import type { ProductCreateParams } from "../../../src/index.ts";
import { openSandbox } from "../open-gateway.ts";
import { rawCall } from "../raw-call.ts";

const product: ProductCreateParams = {
  name: "Annual pass",
  description: "Entry for one person",
  currency: "EUR",
  amount: "12900",
  quantity: "40",
  immortal: true,
  language: "en",
};

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };
const checkout = { transaction_type: "authorization", order };

const open = () => {
  const gateway = openSandbox();
  return { ...gateway, call: rawCall(gateway.sandbox) };
};

/** A sandbox with a product and a paid authorization. */
async function openUsed() {
  const { sandbox, payments, create, call } = open();
  const { id } = await payments.products.create(product);
  const token = await create({ transaction_type: "authorization" });
  const { uid } = await sandbox.pay(token);
  return { sandbox, call, id, token, uid };
}

test("a product is returned with every documented field", async () => {
  const { payments, drifts } = open();
  const { baseUrl } = payments;
  const created = await payments.products.create(product);
  const { id, created_at } = created;
  expect(created).toStrictEqual({
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
    updated_at: created_at,
    test: false,
    additional_data: {},
    pay_url: `${baseUrl}/products/${id}/pay`,
    payment_url: `${baseUrl}/products/${id}/pay`,
    confirm_url: `${baseUrl}/v2/confirm_order/${id}/4821`,
  });
  expect(await payments.products.get(id)).toStrictEqual(created);
  expect(await payments.products.list()).toStrictEqual([created]);
  expect(drifts).toStrictEqual([]);
});

test("an unknown id gets 404 with the same body, whatever else is wrong, and an address that is not served is told by name", async () => {
  const { call, sandbox } = open();
  for (const [method, path, isServed, sent] of [
    ["GET", "/products/prd_none", true],
    ["PUT", "/products/prd_none", true, { amount: "1" }],
    ["PUT", "/products/prd_none", true, { currency: "QQQ" }],
    ["PUT", "/products/prd_none", true, "no JSON"],
    ["GET", "/ctp/api/checkouts/none", true],
    ["GET", "/transactions/none", true],
    ["POST", "/subscriptions", false],
    ["GET", "/nowhere", false],
    ["DELETE", "/products/prd_1", false],
    ["GET", "/ctp/api/checkouts", false],
  ] as const) {
    const message = isServed ? "Record not found" : `this local gateway does not serve ${method} ${path}`;
    const { status, body } = await call(method, path, sent);
    expect([method, path, status, body]).toStrictEqual([method, path, 404, { message }]);
    expect(sandbox.requests.at(-1)).toMatchObject({ method, path, status: 404, isServed });
  }
});

test("a token is made with the shop's public key, and its status read with the key or the token alone", async () => {
  const { sandbox } = open();
  const asMobileKit = async (path: string, authorization: string | undefined, body?: unknown) => {
    const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
    const init = { headers, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) };
    return sandbox.fetch(new Request(`https://sandbox.invalid/ctp/api/checkouts${path}`, init));
  };
  const bearer = `Bearer ${await sandbox.publicKey()}`;
  const created = await asMobileKit("", bearer, { checkout });
  expect(created.status).toBe(201);
  const token = /"token":"(\w+)"/.exec(await created.text())?.[1];
  for (const [authorization, status] of [
    [bearer, 200],
    [undefined, 200],
    ["Bearer of another shop", 401],
    ["Basic wrong", 401],
  ] as const) {
    expect((await asMobileKit(`/${token}`, authorization)).status, authorization).toBe(status);
  }
  expect((await asMobileKit("", "Bearer other", { checkout })).status).toBe(401);
  expect((await asMobileKit("", undefined, { checkout })).status).toBe(401);
  expect((await asMobileKit("/none", undefined)).status).toBe(404);
  expect((await rawCall(sandbox, { authorization: bearer })("GET", "/products")).status).toBe(401);
});

test("every answer has a request id of its own", async () => {
  const { sandbox, call } = open();
  const ids = new Set<string | null>();
  const add = (headers: Headers) => ids.add(headers.get("x-request-id"));
  add((await call("GET", "/products")).headers);
  add((await call("POST", "/products", {})).headers);
  add((await call("GET", "/nowhere")).headers);
  add((await rawCall(sandbox, { origin: "https://evil.example" })("GET", "/products")).headers);
  sandbox.failNext({ status: 503 });
  add((await call("GET", "/products")).headers);
  const server = await sandbox.listen();
  for (const path of ["/", "/v2/checkout?token=none", "/widget/be_gateway.js", "/sandbox/style.css"])
    add((await fetch(server.url + path)).headers);
  add((await fetch(`${server.url}/products`, { method: "POST", body: "x".repeat(2_000_000) })).headers);
  await server.close();
  expect([...ids]).toHaveLength(10);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test("wrong credentials get 401, for known and unknown ids alike", async () => {
  const { sandbox, id, token, uid } = await openUsed();
  for (const [authorization, reason] of [
    ["", "shop id and secret key are wrong"],
    ["Basic", "shop id and secret key are wrong"],
    ["Basic %", "shop id and secret key are wrong"],
    [`Basic ${btoa("4821:")}`, "the secret key is wrong"],
    [`Basic ${btoa("1:s3cret")}`, "the shop id is wrong"],
  ] as const) {
    const stranger = rawCall(sandbox, { authorization });
    for (const [method, path, sent] of [
      ["GET", "/products", undefined],
      ["POST", "/products", product],
      ["GET", `/products/${id}`, undefined],
      ["PUT", `/products/${id}`, { amount: "1" }],
      ["POST", "/ctp/api/checkouts", { checkout }],
      ["GET", `/ctp/api/checkouts/${token}`, undefined],
      ["GET", `/transactions/${uid}`, undefined],
      ["GET", "/v2/transactions/tracking_id/none", undefined],
      ["POST", "/transactions/captures", { request: { parent_uid: uid, amount: 1 } }],
    ] as const) {
      const { status, body, headers } = await stranger(method, path, sent);
      // With this header, a browser would ask the customer for the key.
      expect([status, body, headers.get("www-authenticate")], `${method} ${path}`).toStrictEqual([
        401,
        { message: `Access denied: ${reason}` },
        null,
      ]);
    }
  }
});

test("a 422 says how values are written in JSON, and names nothing of JavaScript", async () => {
  const { call } = open();
  const wrong = (amount: unknown) => ({ ...checkout, order: { ...order, amount, expired_at: "soon" } });
  for (const [amount, found] of [
    [32.45, "32.45"],
    ["much", "another text"],
    [{ value: 1 }, "an object"],
    [2 ** 60, "1152921504606847000"],
  ] as const) {
    const { status, body } = await call("POST", "/ctp/api/checkouts", { checkout: wrong(amount) });
    expect([status, body]).toMatchObject([
      422,
      {
        message: expect.not.stringMatching(/toMinorUnits|a Date/),
        errors: {
          checkout: {
            order: {
              amount: [`must be an integer in minor units: 32.45 is written 3245 (it is ${found})`],
              expired_at: ["must be a real time written YYYY-MM-DDThh:mm:ss+hh:mm"],
            },
          },
        },
      },
    ]);
  }
  expect((await call("POST", "/products", { ...product, amount: "32.45" })).body).toMatchObject({
    errors: { amount: ['must be an integer in minor units: 32.45 is written 3245 (it is "32.45")'] },
  });
});

test("a body that is not a JSON object gets 400", async () => {
  const { call, id, uid } = await openUsed();
  for (const path of ["/products", `/products/${id}`]) {
    for (const sent of ["", "no JSON", "[]", "null", "1"]) {
      const answer = await call(path.endsWith(id) ? "PUT" : "POST", path, sent);
      expect(answer, `${path} ${sent}`).toMatchObject({
        status: 400,
        body: { message: "The body must be a JSON object" },
      });
    }
  }
  expect((await call("GET", `/transactions/${uid}`)).status).toBe(200);
});

test("a body without the object that it should have gets 422, with a message", async () => {
  const { call } = open();
  for (const sent of [{}, { checkout: null }, { checkout: [] }]) {
    expect(await call("POST", "/ctp/api/checkouts", sent), JSON.stringify(sent)).toMatchObject({
      status: 422,
      body: { message: "Checkout is required", errors: { checkout: ["is required"] } },
    });
  }
  for (const sent of [{}, { parent_uid: "x" }]) {
    const message = "Request is missing. Put all fields into it.";
    const body = { message, errors: { request: ["is missing. Put all fields into it"] } };
    for (const path of ["/transactions/refunds", "/transactions/payments", "/transactions/credits"])
      expect(await call("POST", path, sent)).toMatchObject({ status: 422, body: { response: body } });
    expect(await call("POST", "/beyag/payments", sent)).toMatchObject({ status: 422, body });
  }
  for (const sent of [{ request: null }, { request: [] }]) {
    expect(await call("POST", "/transactions/refunds", sent), JSON.stringify(sent)).toMatchObject({
      status: 422,
      body: { response: { message: expect.stringContaining("can't be blank") } },
    });
  }
});

test("an update and a sale change updated_at, not created_at", async () => {
  const created_at = "2026-03-02T08:14:55.120Z";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(created_at) });
  const { sandbox, payments } = open();
  const { id } = await payments.products.create(product);
  for (const change of [() => payments.products.update(id, { amount: 1 }), () => sandbox.pay(id)]) {
    vi.setSystemTime(Date.now() + 60_000);
    await change();
    const updated_at = new Date().toISOString();
    expect(await payments.products.get(id)).toMatchObject({ created_at, updated_at });
  }
});

test("listeners are notified of every change of products, tokens and payments until they unsubscribe", async () => {
  const { sandbox, payments, create } = open();
  const listener = vi.fn();
  sandbox.onChange(() => {
    throw new Error("the listener's own");
  });
  const [unsubscribe, unsubscribeSecond] = [sandbox.onChange(listener), sandbox.onChange(listener)];
  const { id } = await payments.products.create(product);
  expect(listener).toHaveBeenCalledTimes(2);
  await payments.products.update(id, { amount: 1 });
  expect(listener).toHaveBeenCalledTimes(4);
  unsubscribeSecond();
  const token = await create({ transaction_type: "authorization" });
  expect(listener).toHaveBeenCalledTimes(5);
  const { uid: parent_uid } = await sandbox.pay(token);
  expect(listener.mock.calls.length).toBeGreaterThan(5);
  listener.mockClear();
  await payments.transactions.void({ parent_uid, amount: 1 });
  expect(listener).toHaveBeenCalledOnce();
  await payments.products.list();
  unsubscribe();
  await create();
  expect(listener).toHaveBeenCalledOnce();
});
