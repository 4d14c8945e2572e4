import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { describe, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { OPERATIONS } from "../../src/api/operations.ts";
import type { PaymentsClient, RequestOptions } from "../../src/index.ts";
import { telemetryHooks } from "../../src/opentelemetry.ts";
import { calls, newCheckout } from "../client/calls.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, type Gateway, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { attemptsOf, followContexts, startTelemetry } from "./telemetry.ts";

followContexts();

retryWithoutDelay();

const busy: Answer = { status: 503, body: {}, headers: { "retry-after": "0" } };
const hangUp: Answer = (response) => response.destroy();
const silent: Answer = () => undefined;
const found: Answer = { status: 200, body: product };

const getProduct = ({ products }: PaymentsClient) => products.get(product.id);

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
  const { call, attempts, address } = await observe(
    ({ checkouts }) => checkouts.get(checkoutStatus.checkout.token),
    [answer],
  );
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
});

describe("traces", () => {
  test("go from the active span through the call to each attempt, and back to the active span", async () => {
    await using gateway = await startGateway(busy, found);
    const { hooks, spans, tracer } = startTelemetry();
    const client = gateway.client({ hooks });
    await tracer.startActiveSpan("POST /orders", async (own) => {
      await client.products.get(product.id);
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
      observe(getProduct, [busy, found]),
    );
    expect(requests.map(({ headers }) => headers["traceparent"])).toEqual(
      attempts.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    );
    for (const { headers } of requests) expect(headers).not.toHaveProperty("baggage");
  });
});

describe("retries", () => {
  test("are client spans with their number and result, and events of the call with the delay", async () => {
    const { call, attempts } = await observe(getProduct, [busy, hangUp, found]);
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
    const { call, attempts } = await observe(getProduct, [{ status: 503, body: {} }, found]);
    const [first = 0, second = 0] = attempts.map(millisecondsOf);
    expect(millisecondsOf(call) - first - second).toBeGreaterThan(250);
  });
});

describe("failures", () => {
  interface Failure {
    readonly what: string;
    readonly answer: Answer;
    readonly type: string;
    readonly status?: number;
    readonly safeToRetry?: true;
    readonly options?: () => RequestOptions;
  }

  test.each<Failure>([
    { what: "a lost connection", answer: hangUp, type: "connection" },
    { what: "a timeout", answer: silent, type: "timeout", options: () => ({ timeout: 200 }) },
    { what: "abort", answer: silent, type: "aborted", options: () => ({ signal: AbortSignal.timeout(300) }) },
    { what: "a refusal", answer: { status: 404, body: {} }, type: "404", status: 404, safeToRetry: true },
    { what: "no JSON", answer: { status: 200, body: "no" }, type: "unexpected_response", status: 200 },
  ])("$what fails the call, and its attempt unless that got a status below 400", async (row) => {
    const { answer, type, status, safeToRetry = false, options } = row;
    const create = ({ checkouts }: PaymentsClient) => checkouts.create(newCheckout, options?.());
    const { call, attempts, requests } = await observe(create, [answer]);
    expect(call.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call.attributes).toMatchObject({ "error.type": type, "payments.safe_to_retry": safeToRetry });
    expect(call.events).toEqual([]);
    const attempt = only(attempts);
    const isAnswered = status !== undefined && status < 400;
    expect(attempt.status.code).toBe(isAnswered ? SpanStatusCode.UNSET : SpanStatusCode.ERROR);
    expect(attempt.attributes["error.type"]).toBe(isAnswered ? undefined : type);
    expect(attempt.attributes["http.response.status_code"]).toBe(status);
    expect(requests).toHaveLength(1);
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
