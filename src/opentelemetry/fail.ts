import { type Attributes, type Span, SpanStatusCode } from "@opentelemetry/api";

/** Marks a span as failed. */
export function fail(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
