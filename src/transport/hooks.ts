import type { Issue } from "../errors/error-tree.ts";
import type { PaymentsError } from "../errors/payments-error.ts";
import type { Method, Operation } from "../operations.ts";

/** What every event tells: which call it is of. */
export interface CallEvent {
  /** The same string in all events of one call, and in no other call's. */
  readonly callId: string;
  /** The SDK call. */
  readonly operation: Operation;
}

/** An attempt is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** Its HTTP method. */
  readonly method: Method;
  /** Its whole address. */
  readonly url: string;
  /** Which attempt of the call this is; the first is 1. */
  readonly attempt: number;
}

/** An attempt got a whole answer. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The answer's `X-Request-Id`; undefined without one. */
  readonly requestId: string | undefined;
  /** Milliseconds from the request to the last byte of the body. */
  readonly durationMs: number;
}

/** An attempt failed, and another one will be made. */
export interface RetryEvent extends CallEvent {
  /** The attempt that failed; the first is 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** What failed. */
  readonly error: PaymentsError;
}

/** A call failed for good. */
export interface CallErrorEvent extends CallEvent {
  /** Attempts that were made; 0 for a call that was refused before anything was sent. */
  readonly attempts: number;
  /** Milliseconds from the call to its error. */
  readonly durationMs: number;
  /** What the call throws. */
  readonly error: PaymentsError;
}

/** An answer differs from what is documented. */
export interface DriftEvent extends CallEvent {
  /** The documented fields that came in another type; at most 1000. */
  readonly issues: Issue[];
  /** The body as it came. It can be read, but is left out of logs and JSON: it may hold a customer's data. */
  readonly body: unknown;
}

/** Told what the client does. Hooks are called without `this`; one that throws changes nothing. No event holds a header or the secret key. */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** After each attempt that got a whole answer, whatever its status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the wait that comes before each retry. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Once for a call that failed for good, also for one that was refused before anything was sent. */
  onError?: ((event: CallErrorEvent) => void) | undefined;
  /** After an answer in which a documented field has another type than documented. */
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

/** Calls a hook; what it throws, now or later, changes nothing. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return;
  try {
    Promise.resolve(hook(event)).catch(() => undefined);
  } catch {
    // The merchant's hook failed, not the call.
  }
}
