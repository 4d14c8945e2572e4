import { type Context, trace } from "@opentelemetry/api";

/**
 * A context that reports a span started below it. An instrumentation of `fetch` starts one for each request, and records
 * the same measurement as `telemetryHooks`.
 */
export class WatchedContext implements Context {
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
