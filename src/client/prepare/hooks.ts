import type { Method, Operation } from "../../api/operations.ts";
import type { PaymentsError } from "../../errors/payments-error.ts";
import { namesOf } from "../../shared/values.ts";
import type { HeadersOption } from "./headers.ts";

/** The fields of every event. */
export interface CallEvent {
  /** Unique identifier of the call, the same in all its events. */
  readonly callId: string;
  /** The SDK call. */
  readonly operation: Operation;
}

/** An attempt is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** HTTP method. */
  readonly method: Method;
  /** Full URL. */
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** An attempt received a complete response. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The response's `X-Request-Id`. Undefined if absent. */
  readonly requestId: string | undefined;
  /** Milliseconds from the request to the last byte of the body. */
  readonly durationMs: number;
}

/** An attempt failed and will be retried. */
export interface RetryEvent extends CallEvent {
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** The error of the attempt. */
  readonly error: PaymentsError;
}

/** A call failed, with no more retries. */
export interface CallErrorEvent extends CallEvent {
  /** Number of attempts. 0 if the call was rejected before anything was sent. */
  readonly attempts: number;
  /** Milliseconds from the call to its error. */
  readonly durationMs: number;
  /** The error that the call throws. */
  readonly error: PaymentsError;
}

/** A call has valid parameters, or a result. Both may contain customer data. */
export interface DataEvent extends CallEvent {
  readonly params?: unknown;
  readonly result?: unknown;
}

/**
 * Callbacks for logs and metrics. They may be the methods of a class. Errors that they throw are ignored. No event
 * contains request headers or the secret key. Error messages can contain customer data that the gateway repeats.
 */
export interface Hooks {
  /**
   * Starts each call inside the hook, which may set a context, such as an `AsyncLocalStorage`. The promise of `start`
   * resolves when the call has ended or failed, before the caller continues. If the hook does not call `start` before
   * it returns, the call starts without it.
   */
  aroundCall?: ((event: CallEvent, start: () => Promise<void>) => void) | undefined;
  /**
   * Like `aroundCall`, for each attempt. The headers are also sent, except `X-API-Version`, `Content-Type` and headers
   * that the SDK, the client or the call sets.
   */
  aroundAttempt?:
    | ((event: RequestEvent, start: (headers?: HeadersOption) => Promise<void>) => void)
    | undefined;
  /** Before each attempt. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** After each attempt that received a complete response, with any status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the delay of each retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Once for each failed call, even if it was rejected before anything was sent. */
  onError?: ((event: CallErrorEvent) => void) | undefined;
  /**
   * For `driftHooks`. Before a request with parameters, and after a response with a result.
   *
   * @internal
   */
  onData?: ((event: DataEvent) => unknown) | undefined;
}

/** The names of all hooks. */
export const HOOK_NAMES = /* @__PURE__ */ namesOf({
  aroundCall: 0,
  aroundAttempt: 0,
  onRequest: 0,
  onResponse: 0,
  onRetry: 0,
  onError: 0,
  onData: 0,
} satisfies Readonly<Record<keyof Hooks, unknown>>);

const ignore = (): void => undefined;

/** Calls a hook and ignores its errors, synchronous and asynchronous, so that they do not fail the call. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (hook) new Promise((resolve) => resolve(hook(event))).catch(ignore);
}

/** Starts a task once, inside a hook. If the hook fails or does not start it, the task starts without it. */
export function startInside<Event, Input, Result>(
  hook: ((event: Event, start: (input?: Input) => Promise<void>) => void) | undefined,
  event: Event,
  task: (input?: Input) => Promise<Result>,
): Promise<Result> {
  if (!hook) return task();
  let started: Promise<Result> | undefined;
  const start = (input?: Input): Promise<Result> => {
    started ??= task(input);
    return started;
  };
  notify((around: Event) => hook(around, (input) => start(input).then(ignore, ignore)), event);
  return start();
}
