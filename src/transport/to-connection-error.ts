import { TimeoutError as AttemptTimeout } from "ky";
import { ConnectionError, TimeoutError } from "../errors/connection-error.ts";
import { PaymentsError } from "../errors/payments-error.ts";
import { RequestAbortedError } from "../errors/request-aborted-error.ts";
import type { Operation } from "../operations.ts";

interface FailedCall {
  readonly operation: Operation;
  readonly isRepeatable: boolean;
  readonly ifProcessed?: string | undefined;
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
 * Codes of a connection that was not made: it took too long, or the server's certificate was not trusted, by the names
 * that Node gives to OpenSSL's results of verifying one.
 */
const NO_CONNECTION = new RegExp(
  `^(?:${[
    "UND_ERR_CONNECT_TIMEOUT",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "HOSTNAME_MISMATCH",
    "(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?",
    "UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE|DECRYPT_CERT_SIGNATURE)",
    "CERT_(?:HAS_EXPIRED|NOT_YET_VALID|REVOKED|UNTRUSTED|REJECTED|SIGNATURE_FAILURE|CHAIN_TOO_LONG)",
    "INVALID_(?:CA|PURPOSE)",
  ].join("|")})$`,
);

/** Refused, name not found, or one of the codes above: no connection came about, so nothing was sent. */
const isWithoutConnection = ({ syscall, code }: FetchFailure): boolean =>
  syscall === "connect" || syscall === "getaddrinfo" || NO_CONNECTION.test(String(code));

/** The error for whatever ended a call: ours as it is, the caller's abort, ky's timeout, or a failed `fetch`. */
export function toConnectionError(
  failure: unknown,
  { operation, isRepeatable, ifProcessed, timeout, signal, isUnderway }: FailedCall,
): PaymentsError {
  let safeToRetry = isRepeatable || !isUnderway;
  // Not an answer that came all the same; the signal's reason may be anything, an error of ours too.
  if (signal?.aborted && (failure === signal.reason || !(failure instanceof PaymentsError))) {
    return new RequestAbortedError(operation, { safeToRetry, ifProcessed, cause: signal.reason });
  }
  if (failure instanceof PaymentsError) return failure;
  if (failure instanceof AttemptTimeout) {
    return new TimeoutError(`${operation} took over ${timeout} ms`, { operation, safeToRetry, ifProcessed });
  }
  let cause = new Error();
  try {
    const failures = innermost(failure);
    safeToRetry ||= failures.every(isWithoutConnection);
    // A copy: whatever else a fetch hangs on its errors, a request with its headers say, stays inside.
    const [{ message, code } = {}] = failures;
    cause = Object.assign(new Error(String(message)), { code });
  } catch {
    // What was thrown cannot be read: it is its own cause.
  }
  return new ConnectionError(`${operation} got no whole response: ${cause.message}`, {
    operation,
    safeToRetry,
    ifProcessed,
    cause,
  });
}
