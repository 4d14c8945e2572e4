/** Calls over HTTP with `telemetryHooks` and the instrumentation of undici, and counts what each records. */
import { deepStrictEqual } from "node:assert";
import { createServer } from "node:http";
import { context, propagation, SpanKind } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { PaymentsClient } from "payments-client";
import { telemetryHooks } from "payments-client/opentelemetry";
import { sellInMemory, sellOverHttp } from "./scenario.mjs";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const exporter = new InMemorySpanExporter();
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 2 ** 30 });
const meterProvider = new MeterProvider({ readers: [reader] });

/** The measurements so far, by the name of their scope. */
async function measurements() {
  await reader.forceFlush();
  const { scopeMetrics = [] } = metricExporter.getMetrics().at(-1) ?? {};
  const counts = scopeMetrics.map(({ scope, metrics }) => [
    scope.name,
    metrics.flatMap(({ dataPoints }) => dataPoints).reduce((sum, { value }) => sum + value.count, 0),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const traceparents = [];
const server = createServer((request, response) => {
  traceparents.push(request.headers.traceparent);
  const isFirst = traceparents.length === 1;
  response.writeHead(isFirst ? 503 : 200, { "content-type": "application/json", "retry-after": "0" });
  response.end(isFirst ? "{}" : "[]");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const payments = new PaymentsClient({
  shopId: 1,
  secretKey: "secret",
  baseUrl: url,
  checkoutUrl: url,
  hooks: telemetryHooks({
    tracer: tracerProvider.getTracer("payments-client"),
    meter: meterProvider.getMeter("payments-client"),
  }),
});

const undici = "@opentelemetry/instrumentation-undici";
const instrumentation = new UndiciInstrumentation();
instrumentation.setTracerProvider(tracerProvider);
instrumentation.setMeterProvider(meterProvider);

// A retried call: each attempt is measured once, and undici's span, whose traceparent is sent, is below the attempt's.
await payments.products.list();
deepStrictEqual(await measurements(), { [undici]: 2 });
const spans = exporter.getFinishedSpans();
const below = spans.filter(({ instrumentationScope }) => instrumentationScope.name === undici);
deepStrictEqual(
  traceparents,
  below.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
);
const attempts = spans.filter((span) => span.kind === SpanKind.CLIENT && !below.includes(span));
deepStrictEqual(
  below.map(({ parentSpanContext }) => parentSpanContext?.spanId),
  attempts.map((span) => span.spanContext().spanId),
);

// As the documentation advises, it can ignore the gateway: then the hooks measure.
instrumentation.setConfig({ ignoreRequestHook: ({ origin }) => origin === url });
await payments.products.list();
deepStrictEqual(await measurements(), { [undici]: 2, "payments-client": 1 });
await payments.products.list();
const last = exporter
  .getFinishedSpans()
  .findLast((span) => span.kind === SpanKind.CLIENT)
  .spanContext();
deepStrictEqual(traceparents.at(-1), `00-${last.traceId}-${last.spanId}-01`);
server.close();
server.closeAllConnections();

console.log(await sellInMemory());
console.log(await sellOverHttp());
