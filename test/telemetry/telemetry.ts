import { context, propagation, SpanKind } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll } from "vitest";
import { type TelemetryOptions, telemetryHooks } from "../../src/opentelemetry.ts";

/** Makes active contexts follow asynchronous calls and requests, as an SDK does in a merchant's server. */
export function followContexts(): void {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
    propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  });
  afterAll(() => {
    context.disable();
    propagation.disable();
  });
}

/** The spans of attempts. */
export const attemptsOf = (spans: readonly ReadableSpan[]): ReadableSpan[] =>
  spans.filter(({ kind }) => kind === SpanKind.CLIENT);

const isHistogram = (metric: MetricData): metric is HistogramMetricData =>
  metric.dataPointType === DataPointType.HISTOGRAM;

let lastId = 0;

const nextId = (digits: number): string => {
  lastId += 1;
  return lastId.toString(16).padStart(digits, "0");
};

/** The default generator uses `Math.random`, which tests replace to retry without a delay. */
const idGenerator = { generateTraceId: () => nextId(32), generateSpanId: () => nextId(16) };

/** In-memory OpenTelemetry exporters, and hooks that use them. */
export function startTelemetry() {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 2 ** 30 });
  const tracer = new TracerProvider({
    idGenerator,
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  }).getTracer("test");
  const meter = new MeterProvider({ readers: [reader] }).getMeter("test");
  const options: Required<TelemetryOptions> = { tracer, meter };
  return {
    tracer,
    hooks: telemetryHooks(options),
    /** The spans that have ended. */
    spans: (): ReadableSpan[] => spans.getFinishedSpans(),
    /** The recorded measurements. */
    async histograms(): Promise<HistogramMetricData[]> {
      await reader.forceFlush();
      const latest = metrics.getMetrics().at(-1);
      return latest?.scopeMetrics.flatMap((scope) => scope.metrics).filter(isHistogram) ?? [];
    },
  };
}
