import { context, metrics, SpanKind, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, onTestFinished, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { telemetryHooks } from "../../src/opentelemetry.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { followContexts, startTelemetry } from "./telemetry.ts";

followContexts();

retryWithoutDelay();

test("the duration of each attempt is recorded in the histogram of the HTTP conventions, in seconds", async () => {
  await using gateway = await startGateway((response) =>
    setTimeout(() => response.writeHead(200).end(JSON.stringify(product)), 30),
  );
  const { hooks, histograms } = startTelemetry();
  const client = gateway.client({ hooks });
  await Promise.all([client.products.get(product.id), client.products.get(product.id)]);
  const [histogram] = await histograms();
  expect(histogram?.descriptor).toMatchObject({
    name: "http.client.request.duration",
    unit: "s",
    description: "Duration of HTTP client requests.",
  });
  expect(histogram?.dataPoints).toHaveLength(1);
  const [point] = histogram?.dataPoints ?? [];
  expect(point?.attributes).toStrictEqual({
    "http.request.method": "GET",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(gateway.url).port),
    "url.template": "/products/{product_id}",
    "http.response.status_code": 200,
  });
  expect(point?.value).toMatchObject({ count: 2 });
  expect(point?.value.sum).toBeGreaterThan(0.059);
  expect(point?.value.sum).toBeLessThan(10);
  expect(point?.value.buckets.boundaries).toEqual([
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]);
});

test("each attempt of a call is recorded with its own result, without the delays between them", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  await using gateway = await startGateway({ status: 503, body: {} }, { status: 404, body: {} });
  const { hooks, histograms } = startTelemetry();
  const startedAt = performance.now();
  await Promise.allSettled([gateway.client({ hooks }).products.get(product.id)]);
  const took = (performance.now() - startedAt) / 1000;
  const [histogram] = await histograms();
  const points = histogram?.dataPoints ?? [];
  expect(points.map(({ attributes }) => attributes["error.type"])).toEqual(["503", "404"]);
  expect(points.map(({ value }) => value.count)).toEqual([1, 1]);
  const [first = 0, second = 0] = points.map(({ value }) => value.sum ?? 0);
  expect(took - first - second).toBeGreaterThan(0.4);
});

test("an attempt that an instrumentation of fetch measures is not recorded twice", async () => {
  await using gateway = await startGateway({ status: 200, body: product });
  const { hooks, histograms, tracer } = startTelemetry();
  const instrumented: typeof fetch = async (...request) => {
    const span = tracer.startSpan("GET", { kind: SpanKind.CLIENT }, context.active());
    const active = trace.setSpan(context.active().setValue(Symbol("own"), 1), span);
    return context.with(active, () => fetch(...request)).finally(() => span.end());
  };
  const wrapped: typeof fetch = (...request) =>
    context.with(context.active().setValue(Symbol("other"), 1).deleteValue(Symbol("none")), () =>
      fetch(...request),
    );
  await gateway.client({ hooks, fetch: instrumented }).products.get(product.id);
  expect(await histograms()).toEqual([]);
  await gateway.client({ hooks, fetch: wrapped }).products.get(product.id);
  expect((await histograms())[0]?.dataPoints).toMatchObject([{ value: { count: 1 } }]);
});

test("the global meter provider is used, even if it is set after the hooks are created", async () => {
  const hooks = telemetryHooks();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  onTestFinished(() => metrics.disable());
  await using gateway = await startGateway({ status: 200, body: product });
  await gateway.client({ hooks }).products.get(product.id);
  await reader.forceFlush();
  const scopes = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.map(({ scope: { name, version } }) => [name, version]));
  expect(scopes).toContainEqual(["payments-client", manifest.version]);
});
