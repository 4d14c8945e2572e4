import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
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
import { type TelemetryOptions, telemetryHooks } from "../../src/opentelemetry/index.ts";

/** Makes active contexts follow asynchronous calls, as in a merchant's server. */
export function followContexts(): void {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => context.disable());
}

const isHistogram = (metric: MetricData): metric is HistogramMetricData =>
  metric.dataPointType === DataPointType.HISTOGRAM;

/** In-memory OpenTelemetry exporters, and hooks that use them. */
export function startTelemetry() {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 2 ** 30 });
  const tracer = new TracerProvider({
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
