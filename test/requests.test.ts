import { expect, test } from "vitest";
import { InvalidRequestError, PaymentsClient } from "../src/index.ts";
import { SECRET_KEY, SHOP_ID, startGateway } from "./support/gateway.ts";
import { retryWithoutDelay } from "./support/retry-without-delay.ts";
import { calls, rejection } from "./transport/calls.ts";

retryWithoutDelay();

const BASIC = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString("base64")}`;

test.each(calls)("$operation is sent as documented", async (call) => {
  await using gateway = await startGateway(call.answer);
  expect(await call.run(gateway.client())).toStrictEqual(call.result);
  expect(gateway.requests).toHaveLength(1);
  const [request] = gateway.requests;
  expect(request?.method).toBe(call.method);
  expect(request?.path).toBe(call.path);
  expect(request?.body).toBe(call.sent);
  expect(request?.headers).toMatchObject({
    accept: "application/json",
    authorization: BASIC,
    ...(call.sent && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(call.sent)),
    }),
  });
});

test.each(calls.filter(({ method }) => method === "GET"))(
  "$operation has no body headers without a body",
  async (call) => {
    await using gateway = await startGateway(call.answer);
    await call.run(gateway.client());
    const headers = gateway.requests[0]?.headers;
    expect(headers).not.toHaveProperty("content-type");
    expect(headers).not.toHaveProperty("content-length");
    expect(headers).not.toHaveProperty("transfer-encoding");
  },
);

test.each(calls)("$operation is sent to its own host, with that host's headers", async (call) => {
  await using products = await startGateway(call.answer);
  await using checkouts = await startGateway(call.answer);
  await using transactions = await startGateway(call.answer);
  await call.run(products.client({ checkoutUrl: checkouts.url, gatewayUrl: transactions.url }));
  const isCheckout = call.path.startsWith("/ctp/");
  const isTransaction = call.path.includes("/transactions/");
  expect(products.requests).toHaveLength(isCheckout || isTransaction ? 0 : 1);
  expect(checkouts.requests).toHaveLength(isCheckout ? 1 : 0);
  expect(transactions.requests).toHaveLength(isTransaction ? 1 : 0);
  const [request] = [products, checkouts, transactions].flatMap(({ requests }) => requests);
  expect(request?.headers["x-api-version"]).toBe(isCheckout ? "2" : undefined);
});

test.each([
  { base: "", path: "" },
  { base: "/", path: "" },
  { base: "///", path: "" },
  { base: "/api/v1", path: "/api/v1" },
  { base: "/api/v1/", path: "/api/v1" },
  { base: "/api/v1//", path: "/api/v1" },
  { base: "/café", path: "/caf%C3%A9" },
])("keeps the path of a base URL that ends with '$base'", async ({ base, path }) => {
  for (const call of calls) {
    await using gateway = await startGateway(call.answer);
    const url = gateway.url + base;
    await call.run(gateway.client({ baseUrl: url, checkoutUrl: new URL(url), gatewayUrl: url }));
    expect(gateway.requests[0]?.path).toBe(path + call.path);
  }
});

test.each([
  ["4821", "schlüssel-für-€"],
  ["магазин", "ключ"],
  ["4821", "with:colons:and spaces"],
  ["4821", "😀"],
])("sends shop id %s and secret key %s as Basic in UTF-8", async (shopId, secretKey) => {
  await using gateway = await startGateway({ status: 200, body: [] });
  await gateway.client({ shopId, secretKey }).products.list();
  const encoded = Buffer.from(`${shopId}:${secretKey}`, "utf8").toString("base64");
  expect(gateway.requests[0]?.headers.authorization).toBe(`Basic ${encoded}`);
});

test("accepts a numeric shop id", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  await gateway.client({ shopId: 4821 }).products.list();
  expect(gateway.requests[0]?.headers.authorization).toBe(BASIC);
});

test.each<["record" | "pairs" | "Headers", () => Headers | Record<string, string> | [string, string][]]>([
  ["record", () => ({ "X-Trace": "client", "X-Only-Client": "a" })],
  [
    "pairs",
    () => [
      ["X-Trace", "client"],
      ["X-Only-Client", "a"],
    ],
  ],
  ["Headers", () => new Headers({ "X-Trace": "client", "X-Only-Client": "a" })],
])("accepts the client's headers as %s; headers of a call override them by name", async (_form, headers) => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const client = gateway.client({ headers: headers() });
  await client.products.list({ headers: { "x-trace": "call", "x-only-call": "b" } });
  await client.products.list();
  expect(gateway.requests[0]?.headers).toMatchObject({
    "x-trace": "call",
    "x-only-client": "a",
    "x-only-call": "b",
  });
  expect(gateway.requests[1]?.headers).toMatchObject({ "x-trace": "client", "x-only-client": "a" });
  expect(gateway.requests[1]?.headers).not.toHaveProperty("x-only-call");
});

test.each(["authorization", "Authorization", "AUTHORIZATION"])(
  "a header named %s never replaces the credentials",
  async (name) => {
    await using gateway = await startGateway({ status: 200, body: [] });
    const client = gateway.client({ headers: { [name]: "Bearer client" } });
    await client.products.list({ headers: { [name]: "Bearer call" } });
    expect(gateway.requests[0]?.headers.authorization).toBe(BASIC);
  },
);

test("sends the headers again with a retry", async () => {
  await using gateway = await startGateway({ status: 503 }, { status: 200, body: [] });
  await gateway.client({ headers: { "x-trace": "1" } }).products.list();
  expect(gateway.requests).toHaveLength(2);
  expect(gateway.requests[1]?.headers).toStrictEqual(gateway.requests[0]?.headers);
});

test("sends the body again with a retry", async () => {
  await using gateway = await startGateway({ status: 503 }, { status: 204, body: "" });
  await gateway.client().products.update("prd_1", { name: "Größer" });
  expect(gateway.requests.map(({ body }) => body)).toStrictEqual(['{"name":"Größer"}', '{"name":"Größer"}']);
});

const idCalls = [
  { operation: "products.get", field: ["product_id"], prefix: "/products/" },
  { operation: "products.update", field: ["product_id"], prefix: "/products/" },
  { operation: "checkouts.get", field: ["checkout", "token"], prefix: "/ctp/api/checkouts/" },
  { operation: "transactions.get", field: ["uid"], prefix: "/transactions/" },
  {
    operation: "transactions.findByTrackingId",
    field: ["tracking_id"],
    prefix: "/v2/transactions/tracking_id/",
  },
] as const;

const runWithId = (client: PaymentsClient, operation: string, id: unknown): Promise<unknown> => {
  // @ts-expect-error as JavaScript may call it
  if (operation === "products.get") return client.products.get(id);
  // @ts-expect-error as JavaScript may call it
  if (operation === "checkouts.get") return client.checkouts.get(id);
  // @ts-expect-error as JavaScript may call it
  if (operation === "transactions.get") return client.transactions.get(id);
  // @ts-expect-error as JavaScript may call it
  if (operation === "transactions.findByTrackingId") return client.transactions.findByTrackingId(id);
  // @ts-expect-error as JavaScript may call it
  return client.products.update(id, { name: "Pass" });
};

test.each(
  [
    "a/b",
    "a/../../b",
    "../b",
    "..\\b",
    "a?b=c",
    "a#b",
    "a b",
    "%2e%2e",
    "...",
    "ü€☃",
    "😀",
    ";",
    "a\nb",
    "@",
    "://",
  ].flatMap((id) => idCalls.map((call) => ({ ...call, id }))),
)("$operation keeps the id $id in one path segment", async ({ operation, prefix, id }) => {
  await using gateway = await startGateway({
    status: 200,
    body: { id, checkout: { token: id }, transaction: { uid: id }, transactions: [] },
  });
  await runWithId(gateway.client(), operation, id);
  const path = gateway.requests[0]?.path ?? "";
  expect(path.startsWith(prefix)).toBe(true);
  const segment = path.slice(prefix.length);
  expect(segment).not.toMatch(/[/?#\\]/);
  expect(decodeURIComponent(segment)).toBe(id);
});

test.each(
  ["", ".", "..", "\ud800", "a\udfffb", undefined, null, 7, 7n, true, {}, [], ["prd_1"]].flatMap((id) =>
    idCalls.map((call) => ({ ...call, id })),
  ),
)("$operation refuses the id $id before anything is sent", async ({ operation, field, id }) => {
  await using gateway = await startGateway({ status: 200, body: {} });
  const error = await rejection(runWithId(gateway.client(), operation, id), InvalidRequestError);
  expect(gateway.requests).toHaveLength(0);
  expect(error.safeToRetry).toBe(true);
  expect(error.issues).toStrictEqual([
    { path: [...field], messages: [expect.any(String)], code: "format", params: { format: "id" } },
  ]);
});

test("refuses values that JSON cannot represent, by name, before anything is sent", async () => {
  await using gateway = await startGateway({ status: 201, body: {} });
  const circular: Record<string, unknown> = {};
  circular["itself"] = circular;
  const client = gateway.client();
  const refused = await rejection(
    client.checkouts.create({
      transaction_type: "payment",
      order: { amount: 1, currency: "EUR", description: "Pass" },
      settings: { style: { widget: { width: 5n } } },
    }),
    InvalidRequestError,
  );
  expect(refused.issues).toStrictEqual([
    {
      path: ["checkout", "settings", "style", "widget", "width"],
      messages: [expect.any(String)],
      code: "type",
      params: { expected: "json" },
    },
  ]);
  const endless = await rejection(
    client.checkouts.create({
      transaction_type: "payment",
      order: { amount: 1, currency: "EUR", description: "Pass" },
      settings: { style: circular },
    }),
    InvalidRequestError,
  );
  expect(endless.issues).toStrictEqual([
    {
      path: ["checkout", "settings", "style", "itself"],
      messages: [expect.any(String)],
      code: "type",
      params: { expected: "json" },
    },
  ]);
  expect(gateway.requests).toHaveLength(0);
});

test("refuses an object whose toJSON throws", async () => {
  await using gateway = await startGateway({ status: 201, body: {} });
  const unserializable = {
    toJSON() {
      throw new Error("not serializable");
    },
  };
  const call = gateway.client().checkouts.create({
    transaction_type: "payment",
    order: { amount: 1, currency: "EUR", description: "Pass" },
    settings: { style: { unserializable } },
  });
  await rejection(call, InvalidRequestError);
  expect(gateway.requests).toHaveLength(0);
});

test("uses one URL for both hosts", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const client = new PaymentsClient({
    shopId: SHOP_ID,
    secretKey: SECRET_KEY,
    baseUrl: gateway.url,
    checkoutUrl: `${gateway.url}/pay`,
  });
  await client.products.list();
  await Promise.allSettled([client.checkouts.get("t")]);
  expect(gateway.requests.map(({ path }) => path)).toStrictEqual(["/products", "/pay/ctp/api/checkouts/t"]);
});

test("explains what is wrong with an id that would change the path", async () => {
  await using gateway = await startGateway();
  const error = await rejection(gateway.client().products.get(".."), InvalidRequestError);
  expect(error.issues.map(({ messages }) => messages)).toStrictEqual([
    ["must be a string, not empty or dots"],
  ]);
});
