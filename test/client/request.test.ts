import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, InvalidRequestError, PaymentsClient, ServerError } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { rejection } from "./calls.ts";
import { good } from "./construct.ts";

const AUTHORIZATION = `Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`;

test("calls an endpoint that the SDK has no method for, with the credentials", async () => {
  await using gateway = await startGateway({ status: 200, body: { transaction: { uid: "1-2" } } });
  const body = { request: { parent_uid: "1-1", amount: 5 } };
  const answer = await gateway.client().request("POST", `${gateway.url}/beyag/refunds`, { body });
  expect(answer).toStrictEqual({ transaction: { uid: "1-2" } });
  expect(gateway.requests).toMatchObject([
    {
      method: "POST",
      path: "/beyag/refunds",
      body: JSON.stringify(body),
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    },
  ]);
});

test("accepts a URL object, headers and a timeout for the call", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const url = new URL(`${gateway.url}/shops?page=2`);
  await gateway.client().request("GET", url, { headers: { "X-Trace": "1" }, timeout: 1_000 });
  expect(gateway.requests[0]).toMatchObject({ path: "/shops?page=2", headers: { "x-trace": "1" } });
});

test.each<[string, string, unknown]>([
  ["JSON", '{"a":1}', { a: 1 }],
  ["text if it is not JSON", "OK", "OK"],
  ["undefined if it is empty", "", undefined],
])("returns %s", async (_what, body, expected) => {
  await using gateway = await startGateway({ status: 200, body });
  expect(await gateway.client().request("GET", `${gateway.url}/ping`)).toStrictEqual(expected);
});

describe("sends the credentials only to the configured hosts:", () => {
  const client = new PaymentsClient({
    ...good,
    baseUrl: "https://api.gateway.example/v1",
    gatewayUrl: "https://gateway.example:8443",
    fetch: vi.fn(async () => Response.json({})),
  });

  test("accepts URLs below one of the three base URLs", async () => {
    for (const url of [
      "https://api.gateway.example/v1",
      "https://api.gateway.example/v1/shops",
      "HTTPS://API.GATEWAY.EXAMPLE/v1/shops",
      "https://checkout.gateway.example/ctp/api",
      "https://gateway.example:8443/transactions/1-2",
    ]) {
      expect(await client.request("GET", url), url).toStrictEqual({});
    }
  });

  test("refuses any other URL", async () => {
    for (const url of [
      ...["https://api.gateway.example/v2/shops", "https://api.gateway.example/v1evil"],
      ...["https://api.gateway.example/v1/../secrets", "https://api.gateway.example/v1/%2e%2e/secrets"],
      ...["https://api.gateway.example/v1/%2E%2e%2fsecrets", "https://api.gateway.example/v1/../v1/shops"],
      ...["https://api.gateway.example/v1/.\t./secrets", "http://api.gateway.example/v1/shops"],
      ...["https://api.gateway.example.evil.example/v1", "https://api.gateway.example@evil.example/v1"],
      ...["https://user:pw@api.gateway.example/v1", "https://gateway.example/transactions"],
      ...["api.gateway.example/v1", ""],
      undefined,
      { href: "https://api.gateway.example/v1" },
    ]) {
      const call: Promise<unknown> = Reflect.apply(client.request, client, ["GET", url]);
      const error = await rejection(call, InvalidRequestError);
      expect(error.errors, String(url)).toStrictEqual({
        url: ["must be a path, or a URL below baseUrl, checkoutUrl or gatewayUrl, without dot segments"],
      });
      expect(error.operation).toBe("request");
    }
  });
});

describe("a path as the gateway documents it", () => {
  const hosts = {
    baseUrl: "https://api.gateway.example/v1",
    checkoutUrl: "https://checkout.gateway.example",
    gatewayUrl: "https://gateway.example:8443/api",
  };
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
  const client = new PaymentsClient({ ...good, ...hosts, fetch });

  test.each([
    ["/shops/a b", "https://gateway.example:8443/api/shops/a%20b"],
    ["/products", "https://api.gateway.example/v1/products"],
    ["/products?page=2", "https://api.gateway.example/v1/products?page=2"],
    ["/products/prd_1/payments", "https://api.gateway.example/v1/products/prd_1/payments"],
    ["/beyag/payments/1-2", "https://api.gateway.example/v1/beyag/payments/1-2"],
    ["/plans", "https://api.gateway.example/v1/plans"],
    ["/plans/pln_1", "https://api.gateway.example/v1/plans/pln_1"],
    ["/subscriptions?limit=5", "https://api.gateway.example/v1/subscriptions?limit=5"],
    ["/subscriptions/sbs_1/cancel", "https://api.gateway.example/v1/subscriptions/sbs_1/cancel"],
    ["/ctp/api/checkouts/t", "https://checkout.gateway.example/ctp/api/checkouts/t"],
    ["/transactions/1-2", "https://gateway.example:8443/api/transactions/1-2"],
    [
      "/v2/transactions/tracking_id/a..b",
      "https://gateway.example:8443/api/v2/transactions/tracking_id/a..b",
    ],
    ["/productions", "https://gateway.example:8443/api/productions"],
    ["/v2/products", "https://gateway.example:8443/api/v2/products"],
    ["/", "https://gateway.example:8443/api/"],
  ])("%s is sent to its host", async (path, url) => {
    await client.request("GET", path);
    const [sent, { headers }] = fetch.mock.lastCall ?? expect.unreachable();
    expect(sent).toBe(url);
    expect(new Headers(headers).get("x-api-version")).toBe(path.startsWith("/ctp/") ? "2" : null);
  });

  test("never sends the credentials to another host, or above the address", async () => {
    for (const path of [
      ...["//evil.example/products", "/\\evil.example", "/\t/evil.example", "/@evil.example"],
      ...["/products@evil.example", "/products/https://evil.example", "/%2f%2fevil.example"],
    ]) {
      fetch.mockClear();
      await client.request("GET", path).catch(() => undefined);
      for (const [url] of fetch.mock.calls) {
        const isOurs = Object.values(hosts).some((host) => url.startsWith(`${host}/`));
        expect(isOurs, `${path}: ${url}`).toBe(true);
      }
    }
    for (const path of [
      ...["/..", "/../secrets", "/products/../../secrets", "/products/..", "/products/%2e%2E/secrets"],
      ...["/products/..%2fsecrets", "/products/.\t./secrets", "/products/\n../secrets", "/products/.. "],
      ...["/products%2f..%2f..%2fsecrets", "/products\\..\\secrets", "/beyag/./payments"],
    ]) {
      fetch.mockClear();
      const { errors } = await rejection(client.request("GET", path), InvalidRequestError);
      expect(Object.keys(errors), path).toStrictEqual(["url"]);
      expect(fetch, path).not.toHaveBeenCalled();
    }
  });

  test("needs the address of its host, and without one is no part of it", async () => {
    const withoutGateway = new PaymentsClient({ ...good, fetch });
    const { message } = await rejection(
      withoutGateway.request("GET", "/transactions/1-2"),
      ConfigurationError,
    );
    expect(message).toBe("request needs gatewayUrl (PAYMENTS_GATEWAY_URL)");
    await rejection(withoutGateway.request("GET", "https://evil.example/undefined"), InvalidRequestError);
  });
});

test("refuses an unknown method, and a body with GET", async () => {
  const client = new PaymentsClient(good);
  const url = `${good.baseUrl}/shops`;
  const run = (...given: unknown[]): Promise<unknown> => Reflect.apply(client.request, client, given);
  for (const method of ["get", "HEAD", "CONNECT", "toString", undefined]) {
    const { errors } = await rejection(run(method, url), InvalidRequestError);
    expect(errors).toStrictEqual({ method: ["must be one of GET, PUT, DELETE, POST, PATCH"] });
  }
  const both = await rejection(run("get", "https://evil.example"), InvalidRequestError);
  expect(both.issues).toMatchObject([
    { path: ["method"], code: "value", params: { values: ["GET", "PUT", "DELETE", "POST", "PATCH"] } },
    { path: ["url"], code: "format", params: { format: "url" } },
  ]);
  const { errors, issues } = await rejection(run("GET", url, { body: {} }), InvalidRequestError);
  expect(errors).toStrictEqual({ body: ["must not be sent with GET"] });
  expect(issues).toMatchObject([{ code: "forbidden", params: { when: "method", is: "GET" } }]);
  const keyed = await rejection(run("POST", url, { idempotencyKey: "k" }), InvalidRequestError);
  expect(keyed.operation).toBe("request");
  expect(Object.keys(keyed.errors)).toStrictEqual(["options"]);
  const nothing = await rejection(run("POST", url, { body: () => 1 }), InvalidRequestError);
  expect(nothing.operation).toBe("request");
  expect(nothing.errors).toStrictEqual({ base: ["cannot be written as JSON"] });
  const circle = { body: new Map() };
  const refused = await rejection(run("POST", url, { body: circle }), InvalidRequestError);
  expect(refused.operation).toBe("request");
  expect(refused.issues[0]?.path).toStrictEqual(["body", "body"]);
});

// The other methods: `retries.test.ts`.
test.each(["PATCH", "POST"] as const)("never retries %s, but advises to check before", async (method) => {
  await using gateway = await startGateway({ status: 503 });
  const error = await rejection(gateway.client().request(method, `${gateway.url}/x`), ServerError);
  expect(gateway.requests).toHaveLength(1);
  expect(error).toMatchObject({ safeToRetry: false, operation: "request" });
  expect(error.message).toBe("request got 503. It may have been processed, so check before retrying.");
});
