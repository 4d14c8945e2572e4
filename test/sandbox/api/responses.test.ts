import { afterEach, expect, test, vi } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";
import { rawCall } from "../raw-call.ts";

afterEach(() => {
  vi.useRealTimers();
});

const product = {
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
  const sandbox = new Sandbox({ shopId: 4821 });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  return { sandbox, payments, call: rawCall(sandbox) };
};

/** A sandbox with a product and a paid authorization. */
async function openUsed() {
  const { sandbox, payments, call } = open();
  const { id } = await payments.products.create(product);
  const { token } = await payments.checkouts.create({ transaction_type: "authorization", order });
  const { uid } = await sandbox.pay(token);
  return { sandbox, call, id, token, uid };
}

test("each operation has its own success status", async () => {
  const { call, id, token, uid } = await openUsed();
  const follow = { request: { parent_uid: uid, amount: 100 } };
  const { body } = await call("POST", "/transactions/captures", follow);
  const capture: unknown = Object(body).transaction.uid;
  const refund = { request: { parent_uid: capture, amount: 100, reason: "Guide" } };
  const wrong = { request: { parent_uid: "none", amount: 100, reason: "Guide" } };
  for (const [method, path, sent, status] of [
    ["POST", "/products", product, 201],
    ["POST", "/products", { ...product, currency: "QQQ" }, 422],
    ["GET", "/products", undefined, 200],
    ["GET", `/products/${id}`, undefined, 200],
    ["PUT", `/products/${id}`, { amount: "1" }, 204],
    ["PUT", `/products/${id}`, { currency: "QQQ" }, 422],
    ["POST", "/ctp/api/checkouts", { checkout }, 201],
    ["POST", "/ctp/api/checkouts", { checkout: { ...checkout, order: {} } }, 422],
    ["GET", `/ctp/api/checkouts/${token}`, undefined, 200],
    ["GET", `/transactions/${uid}`, undefined, 200],
    ["GET", "/v2/transactions/tracking_id/none", undefined, 200],
    ["POST", "/transactions/voids", follow, 200],
    ["POST", "/transactions/refunds", refund, 200],
    ["POST", "/transactions/captures", wrong, 422],
    ["POST", "/transactions/voids", wrong, 422],
    ["POST", "/transactions/refunds", wrong, 422],
  ] as const) {
    expect((await call(method, path, sent)).status, `${method} ${path}`).toBe(status);
  }
  expect(await call("PUT", `/products/${id}`, { amount: "1" })).toMatchObject({ status: 204, body: "" });
});

test("an unknown id gets 404 with the same body, whatever else is wrong", async () => {
  const { call } = open();
  for (const [method, path, sent] of [
    ["GET", "/products/prd_none", undefined],
    ["PUT", "/products/prd_none", { amount: "1" }],
    ["PUT", "/products/prd_none", { currency: "QQQ" }],
    ["PUT", "/products/prd_none", "no JSON"],
    ["GET", "/ctp/api/checkouts/none", undefined],
    ["GET", "/transactions/none", undefined],
    ["GET", "/nowhere", undefined],
  ] as const) {
    const { status, body } = await call(method, path, sent);
    expect([status, body], `${method} ${path}`).toStrictEqual([404, { message: "Record not found" }]);
  }
});

test("wrong credentials get 401, for known and unknown ids alike", async () => {
  const { sandbox, id, token, uid } = await openUsed();
  for (const [authorization, reason] of [
    ["", "shop id and secret key are wrong"],
    ["Basic", "shop id and secret key are wrong"],
    ["Basic %", "shop id and secret key are wrong"],
    [`Basic ${btoa("4821:")}`, "the secret key is wrong"],
    [`Basic ${btoa("1:sandbox-secret-key")}`, "the shop id is wrong"],
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
      const { status, body } = await stranger(method, path, sent);
      expect([status, body], `${method} ${path}`).toStrictEqual([
        401,
        { message: `Access denied: ${reason}` },
      ]);
    }
  }
});

test("the scheme of the credentials may be written in any case", async () => {
  const { sandbox } = open();
  const credentials = btoa("4821:sandbox-secret-key");
  for (const scheme of ["Basic", "basic", "BASIC"]) {
    const call = rawCall(sandbox, { authorization: `${scheme} ${credentials}` });
    expect((await call("GET", "/products")).status).toBe(200);
  }
  const bearer = rawCall(sandbox, { authorization: `Bearer ${credentials}` });
  expect((await bearer("GET", "/products")).status).toBe(401);
});

test("a 422 says how values are written in JSON, and names nothing of JavaScript", async () => {
  const { call } = open();
  const wrong = (amount: unknown) => ({ ...checkout, order: { ...order, amount, expired_at: "soon" } });
  for (const [amount, found] of [
    [32.45, "32.45"],
    ["much", "another text"],
    [{ value: 1 }, "an object"],
    [2 ** 60, "1152921504606847000, not exact above 9007199254740991"],
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
  for (const path of ["/products", "/ctp/api/checkouts", `/products/${id}`, "/transactions/refunds"]) {
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

test("updates and sales change updated_at but not created_at", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-02T08:14:55.120Z") });
  const { sandbox, payments } = open();
  const { id } = await payments.products.create(product);
  const created = { created_at: "2026-03-02T08:14:55.120Z" };
  expect(await payments.products.get(id)).toMatchObject({ ...created, updated_at: created.created_at });
  vi.setSystemTime(Date.parse("2026-03-02T09:00:00.000Z"));
  await payments.products.update(id, { amount: 1 });
  expect(await payments.products.get(id)).toMatchObject({
    ...created,
    updated_at: "2026-03-02T09:00:00.000Z",
  });
  vi.setSystemTime(Date.parse("2026-03-02T10:00:00.000Z"));
  await sandbox.pay(id);
  expect(await payments.products.get(id)).toMatchObject({
    ...created,
    updated_at: "2026-03-02T10:00:00.000Z",
  });
});

test("a product comes back as it was sent: language, type, test and unlimited stock", async () => {
  const { payments } = open();
  const more = { language: "de", transaction_type: "authorization" as const, test: true };
  const { id } = await payments.products.create({ ...product, ...more });
  expect(await payments.products.get(id)).toMatchObject({ ...more, quantity: 40, infinite: false });
  await payments.products.update(id, { infinite: true });
  expect(await payments.products.get(id)).toMatchObject({ quantity: null, infinite: true });
});

test("an update is refused for an unknown currency, an invalid field, or no field at all", async () => {
  const { call, id } = await openUsed();
  for (const [changes, message, errors] of [
    [{ currency: "QQQ" }, "Currency is unknown", { currency: ["is unknown"] }],
    [
      { quantity: "1", infinite: true },
      "Quantity must not be sent when infinite is true",
      { quantity: ["must not be sent when infinite is true"] },
    ],
  ] as const) {
    expect(await call("PUT", `/products/${id}`, changes)).toMatchObject({
      status: 422,
      body: { message, errors },
    });
  }
  expect((await call("PUT", `/products/${id}`, {})).status).toBe(422);
});

test("the message of a 422 joins all problems in sentences that name the field", async () => {
  const { call } = open();
  const wrong = { ...product, name: "", currency: "QQQ", amount: "much", expired_at: "soon" };
  const { body } = await call("POST", "/products", wrong);
  const { message, errors } = Object(body);
  expect(errors).toMatchObject({ name: ["is required"], currency: ["is unknown"] });
  const sentences = Object.entries<string[]>(errors).flatMap(([field, texts]) => {
    const name = field.replaceAll("_", " ");
    return texts.map((text) => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${text}`);
  });
  expect(sentences.length).toBeGreaterThan(3);
  expect(message).toBe(sentences.join(". "));
});

test("a currency that does not exist is refused in a token below checkout, order", async () => {
  const { call } = open();
  const body = { checkout: { ...checkout, order: { ...order, currency: "QQQ" } } };
  expect(await call("POST", "/ctp/api/checkouts", body)).toMatchObject({
    status: 422,
    body: { message: "Currency is unknown", errors: { checkout: { order: { currency: ["is unknown"] } } } },
  });
});

test("X-Forwarded-Prefix does not change links", async () => {
  const { sandbox } = open();
  for (const prefix of ["//evil.example", "@evil.example", "/a b", "/a/", ""]) {
    const { body } = await rawCall(sandbox, { "x-forwarded-prefix": prefix })("POST", "/products", product);
    const { id, pay_url } = Object(body);
    expect(pay_url).toBe(`${sandbox.clientOptions.baseUrl}/products/${id}/pay`);
  }
});

test("listeners are notified of every change of products, tokens and payments until they unsubscribe", async () => {
  const { sandbox, payments } = open();
  let told = 0;
  const listener = () => {
    told += 1;
  };
  const [unsubscribe, unsubscribeSecond] = [sandbox.onChange(listener), sandbox.onChange(listener)];
  /** The number of calls of both listeners. */
  const during = async (change: () => Promise<unknown>): Promise<number> => {
    const before = told;
    await change();
    return told - before;
  };
  const { id } = await payments.products.create(product);
  expect(told).toBe(2);
  expect(await during(() => payments.products.update(id, { amount: 1 }))).toBe(2);
  unsubscribeSecond();
  let token = "";
  const createToken = async () => {
    ({ token } = await payments.checkouts.create({ transaction_type: "authorization", order }));
  };
  expect(await during(createToken)).toBe(1);
  expect(await during(() => sandbox.pay(token))).toBeGreaterThan(0);
  const [{ uid = "" } = {}] = [await payments.checkouts.get(token)].map(
    ({ gateway_response }) => gateway_response?.authorization ?? {},
  );
  const parent_uid = uid ?? "";
  expect(await during(() => payments.transactions.void({ parent_uid, amount: 1 }))).toBe(1);
  expect(await during(() => payments.products.list())).toBe(0);
  unsubscribe();
  expect(await during(createToken)).toBe(0);
});

test("a listener that throws does not affect other listeners", async () => {
  const { sandbox, payments } = open();
  const told: string[] = [];
  sandbox.onChange(() => {
    throw new Error("the listener's own");
  });
  sandbox.onChange(() => told.push("second"));
  await payments.products.create(product);
  expect(told).toStrictEqual(["second"]);
});

test.each([
  [{ secretKey: JSON.parse("1") }, "shopId must be a string or a number, secretKey a string"],
  [{ shopId: JSON.parse("true") }, "shopId must be a string or a number, secretKey a string"],
  [{ speed: Number.POSITIVE_INFINITY }, "speed must be a number, 0.001 or more"],
  [{ speed: 0.0009 }, "speed must be a number, 0.001 or more"],
  [{ speed: JSON.parse('"2"') }, "speed must be a number, 0.001 or more"],
])("an invalid option is named in the error: %j", (options, message) => {
  expect(() => new Sandbox(options)).toThrow(message);
});

test("a shop identifier is escaped in the confirmation link", async () => {
  const payments = new PaymentsClient(new Sandbox({ shopId: "a b/c" }).clientOptions);
  const { id, confirm_url } = await payments.products.create(product);
  expect(confirm_url).toBe(`${payments.baseUrl}/v2/confirm_order/${id}/a%20b%2Fc`);
});

test("the defaults are shop 1 and one address for all hosts", () => {
  const { fetch, ...options } = new Sandbox({ speed: 0.001 }).clientOptions;
  const url = options.baseUrl;
  expect(options).toStrictEqual({
    shopId: "1",
    secretKey: "sandbox-secret-key",
    baseUrl: url,
    checkoutUrl: url,
    gatewayUrl: url,
  });
});
