import { describe, expect, onTestFinished, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import {
  ConfigurationError,
  type Fetch,
  type Hooks,
  InvalidRequestError,
  PaymentsClient,
  type RequestOptions,
} from "../../src/index.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { calls, newRefund, rejection } from "./calls.ts";
import { good } from "./construct.ts";

retryWithoutDelay();

const requestUrl = (url: string) => (client: PaymentsClient, options: RequestOptions) =>
  client.request("GET", url, options);

const BASIC = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString("base64")}`;

test.each(calls)("$operation is sent as documented", async (call) => {
  await using gateway = await startGateway(call.answer);
  const operations: string[] = [];
  const hooks: Hooks = { onRequest: ({ operation }) => operations.push(operation) };
  expect(await call.run(gateway.client({ hooks }))).toStrictEqual(call.result);
  expect(operations, "the method of the client").toStrictEqual([call.operation]);
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
  if (call.sent) return;
  for (const name of ["content-type", "content-length", "transfer-encoding"])
    expect(request?.headers).not.toHaveProperty(name);
});

const answers = calls.map(({ answer }) => answer);

test("each call is sent to its own host, with that host's headers", async () => {
  await using gateway = await startGateway(...answers);
  const [baseUrl = "", checkoutUrl = "", gatewayUrl = ""] = ["b", "c", "g"].map(
    (at) => `${gateway.url}/${at}`,
  );
  const client = gateway.client({ baseUrl, checkoutUrl, gatewayUrl });
  for (const call of calls) await call.run(client);
  const expected = calls.map(({ path }) => {
    if (path.startsWith("/ctp/")) return [`/c${path}`, "2"];
    return [path.includes("/transactions/") ? `/g${path}` : `/b${path}`, undefined];
  });
  const sent = gateway.requests.map(({ path, headers }) => [path, headers["x-api-version"]]);
  expect(sent).toStrictEqual(expected);
});

test.each([
  { base: "", path: "" },
  { base: "/", path: "" },
  { base: "/api/v1//", path: "/api/v1" },
  { base: "/café", path: "/caf%C3%A9" },
])("keeps the path of a base URL that ends with '$base'", async ({ base, path }) => {
  await using gateway = await startGateway(...answers);
  const url = gateway.url + base;
  const client = gateway.client({ baseUrl: url, checkoutUrl: new URL(url), gatewayUrl: url });
  for (const call of calls) await call.run(client);
  expect(gateway.requests.map((sent) => sent.path)).toStrictEqual(calls.map((call) => path + call.path));
});

test.each([
  [4821, "numeric"],
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

test.each<["record" | "pairs" | "Headers", () => Headers | Record<string, string> | [string, string][]]>([
  ["record", () => ({ "X-Trace": "client", "X-Client": "a" })],
  [
    "pairs",
    () => [
      ["X-Trace", "client"],
      ["X-Client", "a"],
    ],
  ],
  ["Headers", () => new Headers({ "X-Trace": "client", "X-Client": "a" })],
])("accepts the client's headers as %s; headers of a call override them by name", async (_form, headers) => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const client = gateway.client({ headers: headers() });
  await client.products.list({ headers: { "x-trace": "call", "x-call": "b" } });
  await client.products.list();
  expect(gateway.requests[0]?.headers).toMatchObject({ "x-trace": "call", "x-client": "a", "x-call": "b" });
  expect(gateway.requests[1]?.headers).toMatchObject({ "x-trace": "client", "x-client": "a" });
  expect(gateway.requests[1]?.headers).not.toHaveProperty("x-call");
});

test("names the client in each request, after the caller's own name", async () => {
  const own = `payments-client/${manifest.version}`;
  await using gateway = await startGateway(...answers);
  const client = gateway.client();
  for (const call of calls) await call.run(client);
  for (const { headers } of gateway.requests) expect(headers["user-agent"]).toBe(own);
  const named = gateway.client({ headers: { "User-Agent": "shop/7" } });
  await named.bills.delete("1");
  await named.bills.delete("1", { headers: { "user-agent": "job/2" } });
  const sent = gateway.requests.slice(-2).map(({ headers }) => headers["user-agent"]);
  expect(sent).toStrictEqual([`shop/7 ${own}`, `job/2 ${own}`]);
});

test("names itself in no browser, where the header needs a permission of the gateway", async () => {
  vi.stubGlobal("document", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = vi.fn<Fetch>(async () => Response.json([]));
  await new PaymentsClient({ ...good, fetch, dangerouslyAllowBrowser: true }).products.list();
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).has("user-agent")).toBe(false);
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

test("another X-API-Version than 2 is refused by name, and nothing is sent", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const message = "must be 2 or left out, because the SDK reads no other version";
  for (const version of ["3", "1", "", "2, 2"]) {
    for (const name of ["X-API-Version", "x-api-version"]) {
      const headers = { [name]: version };
      const construct = () => gateway.client({ headers });
      expect(construct).toThrow(ConfigurationError);
      expect(construct).toThrow(`X-API-Version in headers ${message}`);
      expect(() => gateway.client().withOptions({ headers })).toThrow(ConfigurationError);
      const url = `${gateway.url}/transactions/1-2`;
      const runs = [...calls.map(({ run }) => run), ...[requestUrl(url)]];
      for (const run of runs) {
        const error = await rejection(run(gateway.client(), { headers }), InvalidRequestError);
        const path = ["headers", "X-API-Version"];
        const params = { values: ["2"] };
        expect(error.issues).toStrictEqual([{ path, messages: [message], code: "value", params }]);
        expect(error.safeToRetry).toBe(true);
      }
    }
  }
  expect(gateway.requests).toHaveLength(0);
  await gateway.client({ headers: { "x-api-version": "2" } }).transactions.refund(newRefund);
  expect(gateway.requests[0]?.headers).toHaveProperty("x-api-version", "2");
});

test("a hook adds neither a version of the API nor the type of a body", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const added = { "X-API-Version": "3", "Content-Type": "text/plain", traceparent: "00-1" };
  const hooks: Hooks = { aroundAttempt: (_, start) => void start(added) };
  const { transactions } = gateway.client({ hooks });
  await transactions.get("1-2").catch(() => undefined);
  await transactions.refund(newRefund);
  expect(gateway.requests.map(({ headers }) => headers)).toMatchObject([
    { traceparent: "00-1" },
    { traceparent: "00-1", "content-type": "application/json" },
  ]);
  expect(gateway.requests[0]?.headers).not.toHaveProperty("content-type");
  for (const { headers } of gateway.requests) expect(headers).not.toHaveProperty("x-api-version");
});

test("a GET has no Content-Type, even if the client or the call sets one", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const headers = { "Content-Type": "application/json" };
  await gateway.client({ headers }).products.list({ headers });
  await gateway.client({ headers }).request("GET", `${gateway.url}/products`, { headers });
  await gateway.client({ headers }).request("POST", `${gateway.url}/beyag/balance`);
  const [listed, read, posted] = gateway.requests;
  for (const request of [listed, read]) expect(request?.headers).not.toHaveProperty("content-type");
  expect(posted?.headers).toHaveProperty("content-type", "application/json");
});

test("sends headers and body again with a retry", async () => {
  await using gateway = await startGateway({ status: 503 }, { status: 204, body: "" });
  await gateway.client({ headers: { "x-trace": "1" } }).products.update("prd_1", { name: "Größer" });
  const [first, second] = gateway.requests;
  expect(second).toStrictEqual(first);
  expect(second?.headers).toHaveProperty("x-trace", "1");
});

/** The calls that have an id in their path. */
const idCalls = [
  ["products", "get", ["product_id"], "/products/"],
  ["products", "update", ["product_id"], "/products/"],
  ["checkouts", "get", ["checkout", "token"], "/ctp/api/checkouts/"],
  ["transactions", "get", ["uid"], "/transactions/"],
  ["transactions", "findByTrackingId", ["tracking_id"], "/v2/transactions/tracking_id/"],
] as const;

describe.each(idCalls)("%s.%s", (resource, method, field, prefix) => {
  /** The call without types, as JavaScript does it. */
  const run = async (client: PaymentsClient, id: unknown): Promise<unknown> =>
    Reflect.apply(
      Reflect.get(client[resource], method),
      client[resource],
      method === "update" ? [id, { name: "Pass" }] : [id],
    );

  test("keeps the id in one path segment", async () => {
    const ids = [
      ...["a/b", "a/../../b", "../b", "..\\b", "a?b=c", "a#b", "a b", "%2e%2e", "..."],
      ...["ü€☃", "😀", ";", "a\nb", "@", "://"],
    ];
    const of = (id: string) => ({ id, checkout: { token: id }, transaction: { uid: id }, transactions: [] });
    await using gateway = await startGateway(...ids.map((id) => ({ status: 200, body: of(id) })));
    for (const id of ids) await run(gateway.client(), id);
    for (const [index, { path = "" }] of gateway.requests.entries()) {
      expect(path.startsWith(prefix)).toBe(true);
      const segment = path.slice(prefix.length);
      expect(segment).not.toMatch(/[/?#\\]/);
      expect(decodeURIComponent(segment)).toBe(ids[index]);
    }
  });

  test("refuses any other id before anything is sent", async () => {
    await using gateway = await startGateway({ status: 200, body: {} });
    const params = { format: "id" };
    const messages = ["must be a string, not empty or dots"];
    for (const id of ["", ".", "..", "\ud800", "a\udfffb", undefined, null, 7, 7n, true, {}, [], ["prd_1"]]) {
      const error = await rejection(run(gateway.client(), id), InvalidRequestError);
      expect(error.safeToRetry).toBe(true);
      expect(error.issues).toStrictEqual([{ path: [...field], messages, code: "format", params }]);
    }
    expect(gateway.requests).toHaveLength(0);
  });
});
