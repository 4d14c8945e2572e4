import type { Issue } from "../errors/error-tree.ts";
import type { PaymentsError } from "../errors/payments-error.ts";
import type { Method, Operation } from "../operations.ts";

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
  /** The response's `X-Request-Id`; undefined if absent. */
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
  /** Number of attempts made; 0 for a call that was rejected before anything was sent. */
  readonly attempts: number;
  /** Milliseconds from the call to its error. */
  readonly durationMs: number;
  /** The error that the call throws. */
  readonly error: PaymentsError;
}

/** A response differs from the documentation. */
export interface DriftEvent extends CallEvent {
  /** The documented fields with another type, at most 1000. */
  readonly issues: Issue[];
  /** The result as received. It is readable, but excluded from `inspect` and JSON: it may contain customer data. */
  readonly body: unknown;
}

/**
 * Callbacks for logs and metrics. They are called without `this`, and errors that they throw are ignored. No event contains
 * request headers or the secret key.
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** After each attempt that received a complete response, with any status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the delay of each retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Once for each call that failed, also if it was rejected before anything was sent. */
  onError?: ((event: CallErrorEvent) => void) | undefined;
  /** After a response in which a field has another type than documented. */
  onDrift?: ((event: DriftEvent) => void) | undefined;
}

/** The names of all hooks. */
export const HOOK_NAMES = [
  "onRequest",
  "onResponse",
  "onRetry",
  "onError",
  "onDrift",
] as const satisfies readonly (keyof Hooks)[];

/** Calls a hook and ignores its errors, synchronous and asynchronous. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return;
  try {
    Promise.resolve(hook(event)).catch(() => undefined);
  } catch {
    // An error of the hook must not fail the call.
  }
}
