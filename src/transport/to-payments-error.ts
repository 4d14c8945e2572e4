import { ConnectionError, TimeoutError } from "../errors/connection-error.ts";
import { type Operation, PaymentsError } from "../errors/payments-error.ts";
import { RequestAbortedError } from "../errors/request-aborted-error.ts";
import type { Method } from "./hooks.ts";
import { OutOfTime } from "./within.ts";

interface FailedCall {
  readonly operation: Operation;
  readonly method: Method;
  readonly timeout: number;
  readonly signal?: AbortSignal | null | undefined;
  /** Whether an attempt may have reached the gateway. */
  readonly isUnderway: boolean;
}

interface FetchFailure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** The failures behind `fetch failed`: one, or one for each address that was tried. */
function innermost(error: unknown): FetchFailure[] {
  const failure: FetchFailure = Object(error);
  const inner: unknown[] = Array.isArray(failure.errors) ? failure.errors : [failure.cause];
  const found = inner.filter(Boolean).flatMap(innermost);
  return found.length > 0 ? found : [failure];
}

/**
 * Refused, name not found, connect timeout, a certificate that was not trusted: no connection came about, so
 * nothing was sent.
 */
const isWithoutConnection = ({ syscall, code }: FetchFailure): boolean =>
  syscall === "connect" || syscall === "getaddrinfo" || /CONNECT_TIMEOUT|CERT|LEAF/.test(String(code));

/** The error for whatever ended a call: ours as it is, the caller's abort, a timeout, or a failed `fetch`. */
export function toPaymentsError(
  failure: unknown,
  { operation, method, timeout, signal, isUnderway }: FailedCall,
): PaymentsError {
  let safeToRetry = method !== "POST" || !isUnderway;
  // Not an answer that came all the same; the signal's reason may be anything, an error of ours too.
  if (signal?.aborted && (failure === signal.reason || !(failure instanceof PaymentsError))) {
    return new RequestAbortedError(operation, { safeToRetry, cause: signal.reason });
  }
  if (failure instanceof PaymentsError) return failure;
  let cause = new Error();
  try {
    const failures = innermost(failure);
    safeToRetry ||= failures.every(isWithoutConnection);
    // A copy: whatever else a fetch hangs on its errors, a request with its headers say, stays inside.
    const [{ message, code } = {}] = failures;
    cause = Object.assign(new Error(String(message)), { code });
  } catch {
    // What was thrown cannot be read: it is its own cause, say.
  }
  if (failure instanceof OutOfTime) {
    return new TimeoutError(`${operation} took over ${timeout} ms`, { operation, safeToRetry });
  }
  return new ConnectionError(`${operation} got no whole response: ${cause.message}`, {
    operation,
    safeToRetry,
    cause,
  });
}
