import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";

/** The current trace context, for another process to continue; undefined without OpenTelemetry. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Runs work in a span, which continues the given trace, if any. The trace comes from the database, never from a request,
 * because anyone can send a `traceparent`.
 */
export function traced<T>(
  name: string,
  parent: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const origin = propagation.extract(context.active(), { traceparent: parent ?? undefined });
  return trace.getTracer("scale-out").startActiveSpan(name, {}, origin, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
