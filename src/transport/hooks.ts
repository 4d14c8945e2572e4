import type { Issue } from "../errors/error-tree.ts";
import type { Operation, PaymentsError } from "../errors/payments-error.ts";

/** The HTTP methods of the API. */
export type Method = "GET" | "POST" | "PUT";

/** An attempt is about to be sent. */
export interface RequestEvent {
  /** The SDK call. */
  readonly operation: Operation;
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
  /** Milliseconds from the request to the last byte of the body. */
  readonly durationMs: number;
}

/** An attempt failed, and another one will be made. */
export interface RetryEvent {
  /** The SDK call. */
  readonly operation: Operation;
  /** The attempt that failed; the first is 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** What failed. */
  readonly error: PaymentsError;
}

/** An answer differs from what is documented. */
export interface DriftEvent {
  /** The SDK call. */
  readonly operation: Operation;
  /** The documented fields that came in another type. */
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
  /** After an answer in which a documented field has another type than documented. */
  onDrift?: ((event: DriftEvent) => void) | undefined;
}

/** Tells a hook; what it throws, now or later, changes nothing. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return;
  try {
    Promise.resolve(hook(event)).catch(() => undefined);
  } catch {
    // The merchant's hook failed, not the call.
  }
}
