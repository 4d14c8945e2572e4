import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type DriftEvent, driftHooks, UnexpectedResponseError } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { callOf, readingCalls, rejection, unhandledRejectionsDuring } from "./calls.ts";

/** The value with undocumented fields in each of its objects. */
function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, extended(inner)]);
  const extra = { undocumented: true, since: null, nested: { deep: [{ er: 1 }] }, __proto: 1, "": "" };
  return { ...Object.fromEntries(fields), ...extra };
}

test.each(readingCalls)("undocumented fields are returned at every depth: $operation", async (call) => {
  const { status, body } = call.answer;
  await using gateway = await startGateway({ status, body: extended(body) });
  expect(await call.run(gateway.client())).toStrictEqual(extended(call.result));
});

test("undocumented fields with names of built-in properties are returned", async () => {
  const body = '{"id":"prd_1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  await using gateway = await startGateway({ status: 200, body });
  const found = await gateway.client().products.get("prd_1");
  expect(JSON.stringify(found)).toBe(body);
  expect(found).not.toHaveProperty("polluted");
  expect({}).not.toHaveProperty("polluted");
});

test.each([200, 202, 299])("a %d is a success", async (status) => {
  await using gateway = await startGateway(...readingCalls.map(({ answer }) => ({ ...answer, status })));
  for (const call of readingCalls) expect(await call.run(gateway.client())).toStrictEqual(call.result);
});

const sized = { ...product, name: "Größe €" };
const text = JSON.stringify(sized);

test.each<[string, Answer]>([
  ...["text/plain; charset=latin1", ""].map((type): [string, Answer] => [
    `the content type '${type}'`,
    { status: 200, body: sized, headers: { "content-type": type } },
  ]),
  ["a byte order mark", { status: 200, body: `\ufeff${text}` }],
  ["surrounding white space", { status: 200, body: `\r\n\t ${JSON.stringify(sized, null, 2)}\n\n` }],
  ["gzip", (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text))],
  [
    "a character split between two chunks",
    (response) => {
      const bytes = Buffer.from(text);
      const middle = bytes.indexOf(0xe2) + 1;
      response.writeHead(200);
      response.write(bytes.subarray(0, middle));
      setTimeout(() => response.end(bytes.subarray(middle)), 20);
    },
  ],
])("a result is read as UTF-8 JSON despite %s", async (_what, answer) => {
  await using gateway = await startGateway(answer);
  expect(await gateway.client().products.get(product.id)).toStrictEqual(sized);
});

describe("a 2xx that cannot be read", () => {
  const { id: _id, ...withoutId } = product;
  const { token: _token, ...withoutToken } = checkoutStatus.checkout;
  const redirect_url = "https://c.example";

  const PRODUCT_CALLS = ["products.create", "products.get"];
  const CHECKOUT_CALLS = ["checkouts.create", "checkouts.get"];
  const READING_CALLS = readingCalls.map(({ operation }) => operation);
  const TRANSACTION_CALLS = READING_CALLS.filter(
    (operation) => operation.startsWith("transactions.") && operation !== "transactions.findByTrackingId",
  );

  const unusable: readonly [string, readonly string[], unknown][] = [
    ["a product without id", PRODUCT_CALLS, withoutId],
    ["a product with a numeric id", PRODUCT_CALLS, { ...product, id: 7 }],
    ["an object instead of a list", ["products.list"], { products: [product] }],
    ["a token response without token", ["checkouts.create"], { checkout: { redirect_url } }],
    ["a token response without redirect_url", ["checkouts.create"], { checkout: { token: "t" } }],
    ["no checkout", CHECKOUT_CALLS, { token: "t", redirect_url }],
    ["checkout null", CHECKOUT_CALLS, { checkout: null }],
    ["a status without token", ["checkouts.get"], { checkout: withoutToken }],
    ["a transaction that is a list", TRANSACTION_CALLS, { transaction: [{ uid: "9d2c" }] }],
    ["a transaction that is not under its key", TRANSACTION_CALLS, { uid: "9d2c" }],
    ["an object instead of transactions", ["transactions.findByTrackingId"], { transactions: {} }],
    ["an error object", READING_CALLS, { message: "no", errors: {} }],
    ["null", READING_CALLS, null],
    ["HTML", READING_CALLS, "<!doctype html><title>Welcome to nginx!</title>"],
    ["nothing", READING_CALLS, ""],
    ["text", READING_CALLS, "OK"],
    ["JSON cut off", READING_CALLS, '{"id":"prd_1","name":'],
  ];

  test.each(unusable)("no JSON, or none with the result: %s", async (what, operations, body) => {
    await using gateway = await startGateway({ status: 201, body, headers: { "x-request-id": "r1" } });
    for (const { operation, method, run } of operations.map(callOf)) {
      const error = await rejection(run(gateway.client()), UnexpectedResponseError);
      expect(error).toMatchObject({ code: "unexpected_response", operation, response: { status: 201 } });
      expect(error).toMatchObject({ processed: "unknown", safeToRetry: method !== "POST" });
      expect(error.response.body).toStrictEqual(body);
      expect(error.response.headers.get("x-request-id")).toBe("r1");
      const isText = typeof body === "string";
      expect(error.message.startsWith(`${operation} got an unreadable 201: `)).toBe(true);
      expect(error.message.includes(" 201: the body is not a JSON object or array")).toBe(
        isText && what !== "HTML",
      );
    }
    expect(gateway.requests).toHaveLength(operations.length);
  });

  test("an answer without the result is named by its field, with the gateway's own message", async () => {
    const denied = '{"response":{"status":"error","message":"Access denied"}}';
    for (const [operation, body, problem] of [
      ["transactions.refund", "{}", "transaction must be an object"],
      ["transactions.get", '{"request_id":"r"}', "transaction must be an object"],
      ["transactions.refund", "null", "transaction must be an object"],
      ["checkouts.create", '{"checkout":{"token":"t"}}', "checkout.redirect_url must be a string, not empty"],
      [
        "checkouts.create",
        '{"checkout":{"token":"","redirect_url":"https://c.example"}}',
        "checkout.token must be a string, not empty",
      ],
      ["products.get", "{}", "id must be a string, not empty"],
      ["products.get", '{"id":""}', "id must be a string, not empty"],
      ["checkouts.get", '{"checkout":{"token":""}}', "checkout.token must be a string, not empty"],
      ["products.list", "{}", "the body must be an array"],
      ["transactions.refund", denied, "transaction must be an object. The gateway's message: Access denied"],
      ["products.list", '{"message":"Later"}', "the body must be an array. The gateway's message: Later"],
    ] as const) {
      await using gateway = await startGateway({ status: 200, body });
      const { message } = await rejection(callOf(operation).run(gateway.client()), UnexpectedResponseError);
      const expected = `${operation} got an unreadable 200: ${problem}`;
      expect(message.slice(0, expected.length)).toBe(expected);
      expect(message.slice(expected.length)).toMatch(/^(?:$|\. It may have|\. The token may)/);
    }
  });

  test.each([{ status: "successful" }, { uid: 7, status: "successful" }, { uid: null }])(
    "a transaction that was processed is returned, and its uid reported: %j",
    async (transaction) => {
      await using gateway = await startGateway({ status: 201, body: { transaction } });
      for (const { operation, run } of TRANSACTION_CALLS.map(callOf)) {
        const drifts: DriftEvent[] = [];
        const client = gateway.client({ hooks: driftHooks((event) => drifts.push(event)) });
        expect(await run(client)).toStrictEqual(transaction);
        expect(drifts).toMatchObject([{ operation, issues: [{ path: ["uid"] }] }]);
      }
    },
  );

  test("bytes that are not UTF-8", async () => {
    await using gateway = await startGateway((response) => response.end(Buffer.from([0xff, 0xfe, 0x7b])));
    const error = await rejection(gateway.client().products.get("prd_1"), UnexpectedResponseError);
    expect(error.response.body).toBe("\ufffd\ufffd{");
  });
});

// Broken and endless bodies of a real server: `test/quality/faults`.
test.each<[string, Answer]>([
  ["200 and the product", { status: 200, body: product }],
  ["200 and null", { status: 200, body: null }],
  ["201 and a product without string id", { status: 201, body: { id: 7 } }],
  ["a body larger than maxResponseBytes", { status: 200, body: "x".repeat(10_000) }],
  ["a body that breaks off", (response) => response.write("{", () => response.socket?.destroy())],
])("an update resolves on a 2xx with any body: %s", async (_what, answer) => {
  const unhandled = await unhandledRejectionsDuring(async () => {
    await using gateway = await startGateway(answer);
    const client = gateway.client({ maxResponseBytes: 1_000 });
    expect(await client.products.update("prd_1", { name: "Pass" })).toBeUndefined();
    expect(gateway.requests).toHaveLength(1);
  });
  expect(unhandled).toStrictEqual([]);
});
