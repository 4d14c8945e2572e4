import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, type Gateway, startGateway } from "../support/gateway.ts";
import { calls, newCheckout } from "../transport/calls.ts";
import { followContexts, startTelemetry } from "./telemetry.ts";

followContexts();

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const busy: Answer = { status: 503, body: {}, headers: { "retry-after": "0" } };
const hangUp: Answer = (response) => response.destroy();

/** The result of a call, and its spans at the time when the caller continues. */
async function observe(
  call: (client: PaymentsClient) => Promise<unknown>,
  answers: readonly Answer[],
  options: Parameters<Gateway["client"]>[0] = {},
) {
  await using gateway = await startGateway(...answers);
  const { hooks, spans } = startTelemetry();
  const [result] = await Promise.allSettled([call(gateway.client({ hooks, ...options }))]);
  return { status: result.status, spans: spans(), address: new URL(gateway.url) };
}

const only = (spans: readonly ReadableSpan[]): ReadableSpan => {
  expect(spans).toHaveLength(1);
  const [span] = spans;
  if (!span) throw new Error("no span");
  return span;
};

test("a call is a client span with the attributes of the HTTP conventions, ended before the caller continues", async () => {
  const answer = { status: 200, body: checkoutStatus, headers: { "x-request-id": "req-7" } };
  const { spans, address } = await observe(({ checkouts }) => checkouts.get("tok_1"), [answer]);
  const span = only(spans);
  expect(span.name).toBe("GET /ctp/api/checkouts/{token}");
  expect(span.kind).toBe(SpanKind.CLIENT);
  expect(span.status.code).toBe(SpanStatusCode.UNSET);
  expect(span.attributes).toStrictEqual({
    "http.request.method": "GET",
    "server.address": "127.0.0.1",
    "server.port": Number(address.port),
    "url.full": `${address.origin}/ctp/api/checkouts/REDACTED`,
    "url.template": "/ctp/api/checkouts/{token}",
    "payments.operation": "checkouts.get",
    "http.response.status_code": 200,
    "http.response.header.x-request-id": ["req-7"],
  });
});

describe("names and URLs contain no identifier", () => {
  test.each(calls)("$operation", async ({ method, operation, path, answer, run }) => {
    const { spans } = await observe((client) => run(client), [answer]);
    const { name, attributes } = only(spans);
    const template = OPERATIONS[operation].path.split("/");
    expect(name).toBe(`${method} ${template.join("/")}`);
    expect(attributes["http.response.status_code"]).toBe(answer.status);
    for (const id of path.split("/").filter((segment, index) => segment !== template[index]))
      expect(JSON.stringify(attributes)).not.toContain(id);
  });

  test("even if it is escaped in a URL", async () => {
    const get = ({ checkouts }: PaymentsClient) => checkouts.get("a/../90817?#");
    const { name, attributes } = only((await observe(get, [{ status: 200, body: checkoutStatus }])).spans);
    expect(name).toBe("GET /ctp/api/checkouts/{token}");
    expect(JSON.stringify(attributes)).not.toContain("90817");
  });

  test("even if the client's URL has a path", async () => {
    await using gateway = await startGateway({ status: 200, body: product });
    const { hooks, spans } = startTelemetry();
    await gateway.client({ hooks, baseUrl: `${gateway.url}/api/v1` }).products.get("prd_1");
    const { name, attributes } = only(spans());
    expect(name).toBe("GET /api/v1/products/{product_id}");
    expect(attributes["url.full"]).toBe(`${gateway.url}/api/v1/products/REDACTED`);
  });

  test("even for an endpoint that the SDK has no method for", async () => {
    await using gateway = await startGateway({ status: 200, body: {} });
    const { hooks, spans } = startTelemetry();
    await gateway
      .client({ hooks })
      .request("POST", `${gateway.url}/beyag/transactions/uid-1/refunds`, { body: {} });
    const { name, attributes } = only(spans());
    expect(name).toBe("POST");
    expect(attributes["url.full"]).toBe(`${gateway.url}/REDACTED`);
    expect(attributes["payments.operation"]).toBe("request");
  });
});

test("a call is a child of the active span, even after retries", async () => {
  await using gateway = await startGateway(busy, { status: 200, body: product });
  const { hooks, spans, tracer } = startTelemetry();
  const client = gateway.client({ hooks });
  await tracer.startActiveSpan("POST /orders", async (own) => {
    await client.products.get("prd_1");
    expect(trace.getActiveSpan()).toBe(own);
    own.end();
  });
  const [call, own] = spans();
  expect(call?.parentSpanContext?.spanId).toBe(own?.spanContext().spanId);
});

test("concurrent calls have separate spans", async () => {
  await using gateway = await startGateway((response, { path }) => {
    const isMissing = path?.endsWith("missing");
    const body = JSON.stringify(isMissing ? {} : product);
    setTimeout(() => response.writeHead(isMissing ? 404 : 200).end(body), isMissing ? 1 : 20);
  });
  const { hooks, spans } = startTelemetry();
  const client = gateway.client({ hooks });
  await Promise.allSettled(["prd_1", "missing", "prd_2"].map((id) => client.products.get(id)));
  expect(spans().map(({ attributes }) => attributes["http.response.status_code"])).toEqual([404, 200, 200]);
});

describe("retries", () => {
  test("are events of one span, which has their number and the last status", async () => {
    const { spans } = await observe(
      ({ products }) => products.get("prd_1"),
      [busy, hangUp, { status: 200, body: product }],
    );
    const { attributes, events, status } = only(spans);
    expect(status.code).toBe(SpanStatusCode.UNSET);
    expect(attributes).toMatchObject({ "http.request.resend_count": 2, "http.response.status_code": 200 });
    expect(attributes).not.toHaveProperty("error.type");
    expect(events.map(({ name, attributes: about }) => [name, about])).toEqual([
      ["retry", { "http.request.resend_count": 1, "error.type": "503", "payments.delay_ms": 0 }],
      ["retry", { "http.request.resend_count": 2, "error.type": "connection", "payments.delay_ms": 0 }],
    ]);
  });

  test("that end without a response do not keep an earlier status", async () => {
    const { spans } = await observe(({ products }) => products.get("prd_1"), [busy, hangUp]);
    const { attributes, status } = only(spans);
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes).toMatchObject({ "error.type": "connection", "http.request.resend_count": 2 });
    expect(attributes).not.toHaveProperty("http.response.status_code");
  });
});

describe("failures", () => {
  test("a lost POST is marked as not safe to retry", async () => {
    const { spans } = await observe(({ checkouts }) => checkouts.create(newCheckout), [hangUp]);
    const { attributes, status, events } = only(spans);
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes).toMatchObject({ "error.type": "connection", safe_to_retry: false });
    expect(events).toEqual([]);
  });

  test("the error type of a status is the status", async () => {
    const { spans } = await observe(({ products }) => products.get("prd_1"), [{ status: 404, body: {} }]);
    const { attributes, status } = only(spans);
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
    expect(attributes).toMatchObject({
      "error.type": "404",
      "http.response.status_code": 404,
      safe_to_retry: true,
    });
  });

  test("an unreadable 2xx is an error, and not safe to retry after a POST", async () => {
    const { spans } = await observe(
      ({ checkouts }) => checkouts.create(newCheckout),
      [{ status: 200, body: "no" }],
    );
    const { attributes, status } = only(spans);
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes).toMatchObject({
      "error.type": "unexpected_response",
      "http.response.status_code": 200,
      safe_to_retry: false,
    });
  });

  test("the error type of a timeout is timeout", async () => {
    const { spans } = await observe(({ products }) => products.get("prd_1"), [() => undefined], {
      timeout: 20,
      maxRetries: 0,
    });
    expect(only(spans).attributes["error.type"]).toBe("timeout");
  });

  test("an aborted call ends its span", async () => {
    const signal = AbortSignal.timeout(20);
    const { spans } = await observe(({ products }) => products.get("prd_1", { signal }), [() => undefined]);
    expect(only(spans).attributes["error.type"]).toBe("aborted");
  });

  test("a call refused before anything was sent is a span named after the operation", async () => {
    // @ts-expect-error a currency is missing
    const { spans } = await observe(({ checkouts }) => checkouts.create({ ...newCheckout, order: {} }), []);
    const { name, attributes, status } = only(spans);
    expect(name).toBe("checkouts.create");
    expect(status.code).toBe(SpanStatusCode.ERROR);
    expect(attributes).toStrictEqual({
      "payments.operation": "checkouts.create",
      "error.type": "invalid_request",
      safe_to_retry: true,
    });
  });
});

test("a span lasts from before the first attempt to after the last", async () => {
  const slow: Answer = (response) =>
    setTimeout(() => response.writeHead(200).end(JSON.stringify(product)), 50);
  const { spans } = await observe(({ products }) => products.get("prd_1"), [busy, slow]);
  const [seconds, nanoseconds] = only(spans).duration;
  expect(seconds * 1000 + nanoseconds / 1e6).toBeGreaterThan(49);
});
