import {
  type Context,
  context,
  type Histogram,
  type Meter,
  metrics,
  type Span,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import manifest from "../../package.json" with { type: "json" };
import type { Hooks } from "../client/prepare/hooks.ts";
import { ApiError } from "../errors/api-error.ts";
import type { PaymentsError } from "../errors/payments-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { Attempt, type AttemptEnd, fail } from "./attempt.ts";
import { requestDescriber } from "./describe-request.ts";

/** Options of {@link telemetryHooks}. */
export interface TelemetryOptions {
  /** Creates the spans. Default: the tracer `payments-client` of the global provider. */
  tracer?: Tracer | undefined;
  /** Creates the histogram. Default: the meter `payments-client` of the global provider when the first attempt ends. */
  meter?: Meter | undefined;
}

const OPTIONS = Object.keys({ tracer: 0, meter: 0 } satisfies Record<keyof TelemetryOptions, 0>);

/** A call that has not ended. */
interface OpenCall {
  readonly span: Span;
  readonly context: Context;
  attempt?: Attempt | undefined;
}

const NAME = "payments-client";

/** The version of the package. The build reads no other field of the manifest. */
const VERSION = manifest.version;

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
  error instanceof ApiError ? String(error.response.status) : error.code;

/** Whether something observes each request of Node's `fetch`, as undici's instrumentation does. */
const isFetchObserved = (): boolean => {
  try {
    return process.getBuiltinModule("node:diagnostics_channel").hasSubscribers("undici:request:create");
  } catch {
    // The runtime is not Node, or Next.js, whose `getBuiltinModule` throws.
    return false;
  }
};

/**
 * Creates hooks that record spans and measurements of each call, by OpenTelemetry's conventions for HTTP clients.
 *
 * ```ts
 * const payments = new PaymentsClient({ hooks: telemetryHooks() });
 * ```
 *
 * - Each call has a span with the operation's name, such as `checkouts.get`. The span is a child of the active span,
 *   and is active during the call. If the call fails, the span has the status `ERROR`, an `error.type` (the HTTP
 *   status, or the error's `code`) and `payments.safe_to_retry`, false for a `POST` that may have been processed. Each
 *   retry is an event `payments.retry` with the delay.
 * - Each attempt has a client span in the call's span, such as `GET /ctp/api/checkouts/{token}`.
 *   `payments.request_id` is the response's `X-Request-Id`. Retries have `http.request.resend_count`.
 * - The histogram `http.client.request.duration`, in seconds, contains each attempt. If an instrumentation of `fetch`
 *   is active, its span is a child of the attempt's, and it records the attempt instead.
 * - Requests have the headers of the configured propagator, such as `traceparent`, but no baggage.
 *
 * Spans and measurements contain no key, body, or header, and no identifier except the request id.
 */
export function telemetryHooks(options: TelemetryOptions = {}): Hooks {
  refuseUnknown("The options of telemetryHooks", options, OPTIONS);
  const { tracer, meter } = options;
  const spans = tracer ?? trace.getTracer(NAME, VERSION);
  const describeRequest = requestDescriber();
  const calls = new Map<string, OpenCall>();
  let histogram: Histogram | undefined;
  /** Whether an instrumentation of `fetch` took part in the latest request. Undefined before the first. */
  let isInstrumented: boolean | undefined;

  const endAttempt = (call: OpenCall | undefined, end: AttemptEnd): void => {
    if (!call?.attempt) return;
    const measurement = call.attempt.end(end);
    call.attempt = undefined;
    if (end.status !== undefined) isInstrumented = measurement === undefined;
    if (!measurement) return;
    // Looked up late, because meters, unlike tracers, do not use a provider that is registered later.
    histogram ??= createHistogram(meter ?? metrics.getMeter(NAME, VERSION));
    histogram.record(measurement.seconds, measurement.attributes, measurement.context);
  };

  return {
    aroundCall({ callId, operation }, start) {
      const parent = context.active();
      const span = spans.startSpan(operation, { attributes: { "payments.operation": operation } }, parent);
      const call = { span, context: trace.setSpan(parent, span) };
      calls.set(callId, call);
      const end = () => {
        calls.delete(callId);
        span.end();
      };
      context.with(call.context, start).then(end);
    },

    aroundAttempt(event, start) {
      const call = calls.get(event.callId);
      if (!call) return;
      call.attempt = new Attempt(spans, call.context, describeRequest(event), event.attempt - 1);
      // Such an instrumentation adds its own `traceparent`, and a second one would make both invalid.
      call.attempt.run(start, !(isInstrumented ?? isFetchObserved()));
    },

    onResponse({ callId, status, requestId, durationMs }) {
      const call = calls.get(callId);
      if (requestId !== undefined) call?.attempt?.setRequestId(requestId);
      endAttempt(call, { status, durationMs, errorType: status >= 400 ? String(status) : undefined });
    },

    onRetry({ callId, delayMs, error }) {
      const call = calls.get(callId);
      const attributes = { "error.type": errorType(error), "payments.delay_ms": Math.round(delayMs) };
      endAttempt(call, { errorType: errorType(error) });
      call?.span.addEvent("payments.retry", attributes);
    },

    onError({ callId, error }) {
      const call = calls.get(callId);
      endAttempt(call, { errorType: errorType(error) });
      const attributes = { "error.type": errorType(error), "payments.safe_to_retry": error.safeToRetry };
      if (call) fail(call.span, attributes);
    },
  };
}
