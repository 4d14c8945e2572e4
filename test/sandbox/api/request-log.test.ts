import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";
import { ORDER as order } from "../open-gateway.ts";
import { rawCall } from "../raw-call.ts";

const SECRET = "s3cret-key-of-the-shop";

function open() {
  const sandbox = new Sandbox({ shopId: 4821, secretKey: SECRET });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0, validate: false });
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    rawCall(sandbox, headers)(method, path, body);
  /** The dashboard's list of calls. */
  const dashboard = async () => (await sandbox.fetch(new Request("http://127.0.0.1/sandbox/log"))).text();
  return { sandbox, payments, call, dashboard };
}

test("API calls are logged in their order, with request, answer, time and duration", async () => {
  const { sandbox, payments, call } = open();
  const params = { transaction_type: "payment" as const, order };
  const { token, redirect_url } = await payments.checkouts.create(params);
  await payments.checkouts.get(token);
  await call("GET", "/products?page=2");
  const start = Date.now();
  expect(sandbox.requests).toStrictEqual([
    {
      id: "1",
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      method: "POST",
      path: "/ctp/api/checkouts",
      operation: "checkouts.create",
      isServed: true,
      status: 201,
      body: { checkout: params },
      answer: { checkout: { ...params, token, redirect_url } },
      problems: [],
      undocumented: [],
      durationMs: expect.any(Number),
    },
    expect.objectContaining({
      id: "2",
      method: "GET",
      path: `/ctp/api/checkouts/${token}`,
      operation: "checkouts.get",
      body: undefined,
      answer: { checkout: expect.objectContaining({ token }) },
    }),
    expect.objectContaining({ id: "3", path: "/products?page=2", operation: "products.list", answer: [] }),
  ]);
  for (const { at, durationMs } of sandbox.requests) {
    expect(Math.abs(Date.parse(at) - start)).toBeLessThan(20_000);
    expect(durationMs).toBeGreaterThanOrEqual(0);
  }
});

test("refused and failed calls are logged with their problems, without the secret key", async () => {
  const { sandbox, call } = open();
  await call("GET", "/products", undefined, { authorization: "Basic nobody" });
  await call("POST", "/ctp/api/checkouts", { checkout: { order: { amount: -1 } } });
  await call("POST", "/products", "{not");
  sandbox.failNext({ status: 503 });
  await call("POST", "/products", { name: "Annual pass" });
  sandbox.failNext({ status: 429, body: { message: "Too many", errors: { base: "x" } } });
  await call("DELETE", "/products/prd_1");
  await call("GET", "/products");
  await call("POST", "/api/v1/products", { name: "Annual pass" });
  expect(sandbox.requests).toMatchObject([
    {
      status: 401,
      operation: "products.list",
      problems: [{ path: [], messages: ["Access denied: shop id and secret key are wrong"] }],
    },
    {
      status: 422,
      problems: expect.arrayContaining([
        { path: ["checkout", "order", "amount"], messages: ["must be 0 or more (it is -1)"] },
        { path: ["checkout", "order", "currency"], messages: ["is required"] },
      ]),
    },
    { status: 400, body: "{not", problems: [{ path: [], messages: ["The body must be a JSON object"] }] },
    { status: 503, body: { name: "Annual pass" }, problems: [] },
    { status: 404, method: "DELETE", operation: undefined },
    { status: 429, problems: [{ path: [], messages: ["Too many"] }] },
    { status: 404, path: "/api/v1/products", operation: undefined, body: undefined },
  ]);
  const logged = JSON.stringify(sandbox.requests);
  expect(logged).not.toContain(SECRET);
  expect(logged).not.toContain(btoa(`4821:${SECRET}`));
});

test("a page of another origin can neither fill nor empty the log, only count up its refusals", async () => {
  const { sandbox, call, dashboard } = open();
  await call("GET", "/products");
  expect(await dashboard()).not.toContain("were refused");
  for (let count = 0; count < 600; count += 1) {
    expect((await call("POST", "/products", "{}", { origin: "https://evil.example" })).status).toBe(403);
    // DNS rebinding: for the browser it is the page's own origin.
    expect((await call("GET", "/products", undefined, { host: "evil.example" })).status).toBe(403);
  }
  expect(sandbox.requests).toMatchObject([{ id: "1", status: 200 }]);
  expect(await dashboard()).toContain("1200 requests of other sites, or to other host names, were refused");
});

test("calls that the SDK has no method for are logged with their bodies, and fail as planned", async () => {
  const { sandbox, call } = open();
  const card = { number: "4200000000000000", exp_month: "12", exp_year: "2099", holder: "KIM MULLER" };
  const request = { amount: 100, currency: "EUR", description: "Annual pass", credit_card: card };
  const calls = [
    ["POST", "/credit_cards", { request: card }, 201, undefined],
    ["POST", "/transactions/credits", { request }, 200, undefined],
    ["POST", "/services/credit_cards/charges", { request }, 200, undefined],
    ["GET", "/transactions/tracking_id/order-1007", undefined, 200, "transactions.findByTrackingId"],
    ["POST", "/beyag/transactions/refunds", { request: {} }, 422, "transactions.refund"],
  ] as const;
  for (const [method, path, body, status, operation] of calls) {
    await call(method, path, body);
    const logged = { method, path, status, operation, isServed: true };
    expect(sandbox.requests.at(-1)).toMatchObject(logged);
    expect(sandbox.requests.at(-1)?.body === undefined, path).toBe(body === undefined);
    sandbox.failNext({ status: 503 });
    expect((await call(method, path, body)).status, path).toBe(503);
  }
});

test("pages, the dashboard and unknown addresses without credentials are not logged", async () => {
  const { sandbox } = open();
  for (const path of ["/", "/sandbox/x.css", "/v2/checkout?token=none", "/favicon.ico", "/products/x/pay"])
    await sandbox.fetch(new Request(`https://sandbox.invalid${path}`));
  expect(sandbox.requests).toStrictEqual([]);
});

test("the newest 1 000 calls are logged", async () => {
  const { sandbox, call } = open();
  for (let count = 0; count < 1003; count += 1) await call("GET", `/products/prd_${count}`);
  const paths = sandbox.requests.map(({ path }) => path);
  expect([paths[0], paths.at(-1)]).toStrictEqual(["/products/prd_3", "/products/prd_1002"]);
});

test("the first 64 KiB of a longer body are logged, as text", async () => {
  const { sandbox, call } = open();
  const KIB64 = 65_536;
  const bodyOf = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
  await call("POST", "/products", bodyOf(KIB64));
  await call("POST", "/products", bodyOf(KIB64 + 1));
  await call("POST", "/products", `{"name":"${"я".repeat(KIB64)}"}`);
  sandbox.failNext({ status: 500, body: "y".repeat(KIB64 * 2) });
  await call("GET", "/products");
  const [exact, longer, cyrillic, answered] = sandbox.requests;
  expect(exact?.body).toStrictEqual({ name: "x".repeat(KIB64 - 11) });
  expect(longer?.body).toBe(bodyOf(KIB64 + 1).slice(0, KIB64));
  // The last character has two bytes, of which one is within the limit.
  expect(cyrillic?.body).toBe(`{"name":"${"я".repeat((KIB64 - 10) / 2)}`);
  expect(answered?.answer).toBe("y".repeat(KIB64));
});
