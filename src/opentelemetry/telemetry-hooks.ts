import {
  type Attributes,
  type Histogram,
  type Meter,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { PaymentsError } from "../errors/payments-error.ts";
import type { Hooks } from "../transport/hooks.ts";
import { requestDescriber } from "./describe-request.ts";

/** Options of {@link telemetryHooks}. */
export interface TelemetryOptions {
  /** Creates the spans. Default: the tracer `payments-client` of the global provider. */
  tracer?: Tracer | undefined;
  /** Creates the histogram. Default: the meter `payments-client` of the global provider when the first call ends. */
  meter?: Meter | undefined;
}

/** A call that has not ended. */
interface Call {
  readonly span: Span;
  readonly startedAt: number;
  /** Attributes of the measurement. */
  readonly measured: Attributes;
  /** Status of the latest attempt's response; undefined without one. */
  status: number | undefined;
}

const NAME = "payments-client";

/** The bucket boundaries that the conventions advise, in seconds. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const createHistogram = (meter: Meter): Histogram =>
  meter.createHistogram("http.client.request.duration", {
    description: "Duration of HTTP client requests.",
    unit: "s",
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });

/** The HTTP status of an `ApiError`, otherwise the error's code, such as `timeout`. */
const errorType = (error: PaymentsError): string =>
  error.code === "api" && "status" in error ? String(error.status) : error.code;

/**
 * A 2xx ends its call, unless it cannot be read: then `onError` follows within this number of microtasks, before the
 * caller continues. A span that ended later could miss the last flush of a script.
 */
const TURNS = 4;

const afterTurns = (turns: number, action: () => void): void =>
  queueMicrotask(turns > 1 ? () => afterTurns(turns - 1, action) : action);

/** Records an error on a span. */
const fail = (span: Span, error: PaymentsError): void => {
  span.setAttributes({ "error.type": errorType(error), safe_to_retry: error.safeToRetry });
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/**
 * Hooks that record a span and a measurement of each call, by OpenTelemetry's conventions for HTTP clients.
 *
 * ```ts
 * const payments = new PaymentsClient({ hooks: telemetryHooks() });
 * ```
 *
 * - A client span for each call, such as `GET /ctp/api/checkouts/{token}`, as a child of the active span: from the first
 *   request to the result or the error, including all attempts and the delays between them.
 * - `payments.operation` is the call's name, such as `checkouts.get`; `http.response.status_code` is that of the last
 *   attempt; `http.request.resend_count` counts the retries, each of which is an event, `retry`.
 * - The span of a failed call has the status `ERROR`, an `error.type` (the HTTP status, or the error's `code`) and
 *   `safe_to_retry`, false for a `POST` that may have been processed. The span of a call that was rejected before
 *   anything was sent is named after the operation.
 * - The histogram `http.client.request.duration`, in seconds, has the durations of the spans, except rejected calls.
 *
 * Spans and measurements contain no key, body, or request header, and no identifier except the gateway's `X-Request-Id`.
 */
export function telemetryHooks({ tracer, meter }: TelemetryOptions = {}): Hooks {
  const spans = tracer ?? trace.getTracer(NAME);
  const describe = requestDescriber();
  const calls = new Map<string, Call>();
  let histogram: Histogram | undefined;

  const end = (callId: string, error?: PaymentsError): void => {
    const call = calls.get(callId);
    if (!call) return;
    calls.delete(callId);
    const { span, status, startedAt, measured } = call;
    const answered = { ...(status !== undefined && { "http.response.status_code": status }) };
    span.setAttributes(answered);
    if (error) fail(span, error);
    span.end();
    // Looked up late: unlike tracers, meters do not use a provider that is registered after them.
    histogram ??= createHistogram(meter ?? metrics.getMeter(NAME));
    const failed = { ...(error && { "error.type": errorType(error) }) };
    histogram.record((performance.now() - startedAt) / 1000, { ...measured, ...answered, ...failed });
  };

  return {
    onRequest(event) {
      const { callId, attempt } = event;
      const call = calls.get(callId);
      if (call) {
        call.status = undefined;
        call.span.setAttribute("http.request.resend_count", attempt - 1);
        return;
      }
      const { name, attributes, measured } = describe(event);
      const span = spans.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      calls.set(callId, { span, measured, startedAt: performance.now(), status: undefined });
    },

    onResponse({ callId, status, requestId }) {
      const call = calls.get(callId);
      if (!call) return;
      call.status = status;
      if (requestId !== undefined) call.span.setAttribute("http.response.header.x-request-id", [requestId]);
      if (status >= 200 && status < 300) afterTurns(TURNS, () => end(callId));
    },

    onRetry({ callId, attempt, delayMs, error }) {
      calls.get(callId)?.span.addEvent("retry", {
        "http.request.resend_count": attempt,
        "error.type": errorType(error),
        "payments.delay_ms": Math.round(delayMs),
      });
    },

    onError({ callId, operation, durationMs, error }) {
      if (calls.has(callId)) return end(callId, error);
      const span = spans.startSpan(operation, {
        kind: SpanKind.CLIENT,
        startTime: Date.now() - durationMs,
        attributes: { "payments.operation": operation },
      });
      fail(span, error);
      span.end();
    },
  };
}
