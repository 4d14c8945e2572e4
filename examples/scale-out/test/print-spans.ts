/** OpenTelemetry for `node --import`: prints each span as a line of JSON. In production it is your collector's setup. */
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { hrTimeToMilliseconds, W3CTraceContextPropagator } from "@opentelemetry/core";
import { SimpleSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";

/** A printed span; times are in milliseconds. */
export interface PrintedSpan {
  readonly span: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const exporter: SpanExporter = {
  export(spans, done) {
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      const parent = span.parentSpanContext;
      const printed: PrintedSpan = {
        span: span.name,
        traceId,
        spanId,
        ...(parent && { parentId: parent.spanId }),
        start: hrTimeToMilliseconds(span.startTime),
        end: hrTimeToMilliseconds(span.endTime),
        attributes: span.attributes,
      };
      console.log(JSON.stringify(printed));
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};

trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
