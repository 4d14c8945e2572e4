import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { beforeEach, describe, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import type { PaymentsClient } from "../../src/index.ts";
import { telemetryHooks } from "../../src/opentelemetry/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, type Gateway, startGateway } from "../support/gateway.ts";
import { calls, newCheckout } from "../transport/calls.ts";
import { attemptsOf, followContexts, startTelemetry } from "./telemetry.ts";

followContexts();

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const busy: Answer = { status: 503, body: {}, headers: { "retry-after": "0" } };
const hangUp: Answer = (response) => response.destroy();

const millisecondsOf = ({ duration: [seconds, nanoseconds] }: ReadableSpan): number =>
  seconds * 1000 + nanoseconds / 1e6;

/** The result of a call, and its spans at the time when the caller continues. */
async function observe(
  run: (client: PaymentsClient) => Promise<unknown>,
  answers: readonly Answer[],
  options: Parameters<Gateway["client"]>[0] = {},
) {
  await using gateway = await startGateway(...answers);
  const { hooks, spans } = startTelemetry();
  const [result] = await Promise.allSettled([run(gateway.client({ hooks, ...options }))]);
  const attempts = attemptsOf(spans());
  const call = only(spans().filter((span) => !attempts.includes(span)));
  for (const { parentSpanContext } of attempts)
    expect(parentSpanContext?.spanId).toBe(call.spanContext().spanId);
  const { requests } = gateway;
  return { status: result.status, call, attempts, requests, address: new URL(gateway.url) };
}

const only = (spans: readonly ReadableSpan[]): ReadableSpan => {
  expect(spans).toHaveLength(1);
  const [span] = spans;
  if (!span) throw new Error("no span");
  return span;
};

test("a call is a span named after it, above a client span with the attributes of the HTTP conventions", async () => {
  const answer = { status: 200, body: checkoutStatus, headers: { "x-request-id": "req-7" } };
  const { call, attempts, address } = await observe(({ checkouts }) => checkouts.get("tok_1"), [answer]);
  expect(call).toMatchObject({ name: "checkouts.get", kind: SpanKind.INTERNAL, events: [] });
  expect(call.status.code).toBe(SpanStatusCode.UNSET);
  expect(call.attributes).toStrictEqual({ "payments.operation": "checkouts.get" });
  const attempt = only(attempts);
  expect(attempt.name).toBe("GET /ctp/api/checkouts/{token}");
  expect(attempt.status.code).toBe(SpanStatusCode.UNSET);
  expect(attempt.attributes).toStrictEqual({
    "http.request.method": "GET",
    "server.address": "127.0.0.1",
    "server.port": Number(address.port),
    "url.full": `${address.origin}/ctp/api/checkouts/REDACTED`,
    "url.template": "/ctp/api/checkouts/{token}",
    "payments.operation": "checkouts.get",
    "http.response.status_code": 200,
    "payments.request_id": "req-7",
  });
});

test("the scope of the spans of the global provider has the version of the package", async () => {
  const getTracer = vi.spyOn(trace, "getTracer");
  telemetryHooks();
  expect(getTracer).toHaveBeenCalledWith("payments-client", manifest.version);
});

describe("names and URLs contain no identifier", () => {
  test.each(calls)("$operation", async ({ method, operation, path, answer, run }) => {
    const { attempts } = await observe((client) => run(client), [answer]);
    const { name, attributes } = only(attempts);
    const template = OPERATIONS[operation].path.split("/");
    expect(name).toBe(`${method} ${template.join("/")}`);
    expect(attributes["http.response.status_code"]).toBe(answer.status);
    for (const id of path.split("/").filter((segment, index) => segment !== template[index]))
      expect(JSON.stringify(attributes)).not.toContain(id);
  });

  test("even if it is escaped in a URL", async () => {
    const get = ({ checkouts }: PaymentsClient) => checkouts.get("a/../90817?#");
    const { attempts } = await observe(get, [{ status: 200, body: checkoutStatus }]);
    const { name, attributes } = only(attempts);
    expect(name).toBe("GET /ctp/api/checkouts/{token}");
    expect(JSON.stringify(attributes)).not.toContain("90817");
  });

  test("even if the client's URL has a path", async () => {
    await using gateway = await startGateway({ status: 200, body: product });
    const { hooks, spans } = startTelemetry();
    await gateway.client({ hooks, baseUrl: `${gateway.url}/api/v1` }).products.get("prd_1");
    const { name, attributes } = only(attemptsOf(spans()));
    expect(name).toBe("GET /api/v1/products/{product_id}");
    expect(attributes["url.full"]).toBe(`${gateway.url}/api/v1/products/REDACTED`);
  });

  test("even for an endpoint that the SDK has no method for", async () => {
    await using gateway = await startGateway({ status: 200, body: {} });
    const { hooks, spans } = startTelemetry();
    await gateway
      .client({ hooks })
      .request("POST", `${gateway.url}/beyag/transactions/uid-1/refunds`, { body: {} });
    const { name, attributes } = only(attemptsOf(spans()));
    expect(name).toBe("POST");
    expect(attributes["url.full"]).toBe(`${gateway.url}/REDACTED`);
    expect(attributes["payments.operation"]).toBe("request");
  });
});

describe("traces", () => {
  test("go from the active span through the call to each attempt, and back to the active span", async () => {
    await using gateway = await startGateway(busy, { status: 200, body: product });
    const { hooks, spans, tracer } = startTelemetry();
    const client = gateway.client({ hooks });
    await tracer.startActiveSpan("POST /orders", async (own) => {
      await client.products.get("prd_1");
      expect(trace.getActiveSpan()).toBe(own);
      own.end();
    });
    const [, , call, own] = spans();
    expect(call?.name).toBe("products.get");
    expect(call?.parentSpanContext?.spanId).toBe(own?.spanContext().spanId);
  });

  test("continue in the gateway: each attempt sends its own traceparent, without baggage", async () => {
    const baggage = propagation.createBaggage({ customer: { value: "kim" } });
    const { attempts, requests } = await context.with(propagation.setBaggage(context.active(), baggage), () =>
      observe(({ products }) => products.get("prd_1"), [busy, { status: 200, body: product }]),
    );
    expect(requests.map(({ headers }) => headers["traceparent"])).toEqual(
      attempts.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    );
    for (const { headers } of requests) expect(headers).not.toHaveProperty("baggage");
  });

  test("include what a custom fetch does: it runs in the attempt's span", async () => {
    const seen: (string | undefined)[] = [];
    const { attempts } = await observe(
      ({ products }) => products.get("prd_1"),
      [busy, { status: 200, body: product }],
      {
        fetch: (url, init) => {
          seen.push(trace.getActiveSpan()?.spanContext().spanId);
          return fetch(url, init);
        },
      },
    );
    expect(seen).toEqual(attempts.map((span) => span.spanContext().spanId));
  });

  test("of concurrent calls are separate", async () => {
    await using gateway = await startGateway((response, { path }) => {
      const isMissing = path?.endsWith("missing");
      const body = JSON.stringify(isMissing ? {} : product);
      setTimeout(() => response.writeHead(isMissing ? 404 : 200).end(body), isMissing ? 1 : 20);
    });
    const { hooks, spans } = startTelemetry();
    const client = gateway.client({ hooks });
    await Promise.allSettled(["prd_1", "missing", "prd_2"].map((id) => client.products.get(id)));
    const statuses = attemptsOf(spans()).map(({ attributes }) => attributes["http.response.status_code"]);
    expect(statuses.sort()).toEqual([200, 200, 404]);
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(3);
  });
});

describe("retries", () => {
  test("are client spans with their number and result, and events of the call with the delay", async () => {
    const { call, attempts } = await observe(
      ({ products }) => products.get("prd_1"),
      [busy, hangUp, { status: 200, body: product }],
    );
    expect(call.status.code).toBe(SpanStatusCode.UNSET);
    expect(call.attributes).not.toHaveProperty("error.type");
    expect(call.events.map(({ name, attributes: about }) => [name, about])).toEqual([
      ["payments.retry", { "error.type": "503", "payments.delay_ms": 0 }],
      ["payments.retry", { "error.type": "connection", "payments.delay_ms": 0 }],
    ]);
    const results = attempts.map(({ status, attributes }) => [
      status.code,
      attributes["http.request.resend_count"],
      attributes["http.response.status_code"],
      attributes["error.type"],
    ]);
    expect(results).toEqual([
      [SpanStatusCode.ERROR, undefined, 503, "503"],
      [SpanStatusCode.ERROR, 1, undefined, "connection"],
      [SpanStatusCode.UNSET, 2, 200, undefined],
    ]);
  });

  test("take as long as their requests: the delay is only in the call", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.6);
    const { call, attempts } = await observe(
      ({ products }) => products.get("prd_1"),
      [
        { status: 503, body: {} },
        { status: 200, body: product },
      ],
    );
    const [first = 0, second = 0] = attempts.map(millisecondsOf);
    expect(millisecondsOf(call) - first - second).toBeGreaterThan(250);
  });
});

describe("failures", () => {
  test("a lost POST is marked as not safe to retry", async () => {
    const { call, attempts } = await observe(({ checkouts }) => checkouts.create(newCheckout), [hangUp]);
    expect(call.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call.attributes).toMatchObject({ "error.type": "connection", "payments.safe_to_retry": false });
    expect(call.events).toEqual([]);
    expect(only(attempts).status).toEqual({ code: SpanStatusCode.ERROR });
    expect(only(attempts).attributes).toMatchObject({ "error.type": "connection" });
  });

  test("the error type of a status is the status", async () => {
    const { call, attempts } = await observe(
      ({ products }) => products.get("prd_1"),
      [{ status: 404, body: {} }],
    );
    expect(call.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call.attributes).toMatchObject({ "error.type": "404", "payments.safe_to_retry": true });
    expect(only(attempts).status).toEqual({ code: SpanStatusCode.ERROR });
    expect(only(attempts).attributes).toMatchObject({
      "error.type": "404",
      "http.response.status_code": 404,
    });
  });

  test("a 2xx that cannot be read fails the call, and not its attempt", async () => {
    for (const body of ["no", { checkout: {} }]) {
      const { call, attempts } = await observe(
        ({ checkouts }) => checkouts.create(newCheckout),
        [{ status: 200, body }],
      );
      expect(call.status.code).toBe(SpanStatusCode.ERROR);
      expect(call.attributes).toMatchObject({
        "error.type": "unexpected_response",
        "payments.safe_to_retry": false,
      });
      expect(only(attempts).attributes).toMatchObject({ "http.response.status_code": 200 });
    }
  });

  test("a redirect fails the call: it is not followed", async () => {
    const { call, attempts, requests } = await observe(
      ({ products }) => products.get("prd_1"),
      [{ status: 302, body: {}, headers: { location: "https://other.example/" } }],
    );
    expect(call.attributes).toMatchObject({ "error.type": "302" });
    expect(only(attempts).attributes).toMatchObject({ "http.response.status_code": 302 });
    expect(requests).toHaveLength(1);
  });

  test("the error type of a timeout is timeout", async () => {
    const { call, attempts } = await observe(({ products }) => products.get("prd_1"), [() => undefined], {
      timeout: 20,
      maxRetries: 0,
    });
    for (const { attributes } of [call, only(attempts)]) expect(attributes["error.type"]).toBe("timeout");
  });

  test("an aborted call ends its spans", async () => {
    const signal = AbortSignal.timeout(20);
    const { call, attempts } = await observe(
      ({ products }) => products.get("prd_1", { signal }),
      [() => undefined],
    );
    for (const { attributes } of [call, ...attempts]) expect(attributes["error.type"]).toBe("aborted");
  });

  test("a call refused before anything was sent has no attempt", async () => {
    const { call, attempts } = await observe(
      // @ts-expect-error a currency is missing
      ({ checkouts }) => checkouts.create({ ...newCheckout, order: {} }),
      [],
    );
    expect(attempts).toEqual([]);
    expect(call.name).toBe("checkouts.create");
    expect(call.status.code).toBe(SpanStatusCode.ERROR);
    expect(call.attributes).toStrictEqual({
      "payments.operation": "checkouts.create",
      "error.type": "invalid_request",
      "payments.safe_to_retry": true,
    });
  });
});
