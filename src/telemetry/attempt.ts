import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { RequestDescription } from "./describe-request.ts";

/**
 * A context that reports a span started in it. An instrumentation of `fetch` starts a span for each request, and
 * records the same measurement as `telemetryHooks`.
 */
class WatchedContext implements Context {
  readonly #context: Context;
  readonly #onSpan: () => void;

  constructor(context: Context, onSpan: () => void) {
    this.#context = context;
    this.#onSpan = onSpan;
  }

  getValue(key: symbol): unknown {
    return this.#context.getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    const context = this.#context.setValue(key, value);
    if (trace.getSpan(context) !== trace.getSpan(this.#context)) this.#onSpan();
    return new WatchedContext(context, this.#onSpan);
  }

  deleteValue(key: symbol): Context {
    return new WatchedContext(this.#context.deleteValue(key), this.#onSpan);
  }
}

export function fail(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export interface AttemptEnd {
  readonly status?: number | undefined;
  readonly errorType?: string | undefined;
  /** Default: until now. */
  readonly durationMs?: number | undefined;
}

export interface Measurement {
  readonly seconds: number;
  readonly attributes: Attributes;
  readonly context: Context;
}

export class Attempt {
  readonly #span: Span;
  readonly #context: Context;
  readonly #measured: Attributes;
  readonly #startedAt = performance.now();
  #isMeasuredBelow = false;

  /** @param resends Number of attempts of the call before this one. */
  constructor(tracer: Tracer, parent: Context, description: RequestDescription, resends: number) {
    const { name, attributes, measured } = description;
    const resent = resends > 0 && { "http.request.resend_count": resends };
    const options = { kind: SpanKind.CLIENT, attributes: { ...attributes, ...resent } };
    this.#span = tracer.startSpan(name, options, parent);
    this.#context = trace.setSpan(parent, this.#span);
    this.#measured = measured;
  }

  /** Sends the attempt with its span active, and with the headers that continue the trace in the gateway. */
  run(send: (headers?: Record<string, string>) => unknown, sendsHeaders: boolean): void {
    const headers: Record<string, string> = {};
    // Baggage is for the merchant's own services.
    if (sendsHeaders) propagation.inject(propagation.deleteBaggage(this.#context), headers);
    const watched = new WatchedContext(this.#context, () => {
      this.#isMeasuredBelow = true;
    });
    context.with(watched, send, undefined, Object.keys(headers).length > 0 ? headers : undefined);
  }

  setRequestId(requestId: string): void {
    this.#span.setAttribute("payments.request_id", requestId);
  }

  /** Ends the span. Undefined if an instrumentation of `fetch` measures the attempt. */
  end({
    status,
    errorType,
    durationMs = performance.now() - this.#startedAt,
  }: AttemptEnd): Measurement | undefined {
    const ended = {
      ...(status !== undefined && { "http.response.status_code": status }),
      ...(errorType !== undefined && { "error.type": errorType }),
    };
    if (errorType === undefined) this.#span.setAttributes(ended);
    else fail(this.#span, ended);
    this.#span.end();
    if (this.#isMeasuredBelow) return undefined;
    return {
      seconds: durationMs / 1000,
      attributes: { ...this.#measured, ...ended },
      context: this.#context,
    };
  }
}
