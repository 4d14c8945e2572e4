import { TimeoutError as AttemptTimeout } from "ky";
import { ConnectionError, TimeoutError } from "../../errors/connection-error.ts";
import { PaymentsError, type Processed } from "../../errors/payments-error.ts";
import { RequestAbortedError } from "../../errors/request-aborted-error.ts";
import { printable } from "../../shared/printable.ts";
import type { Call } from "../prepare/call.ts";

interface FetchFailure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** The useful causes of `fetch failed`, one for each IP address that was tried. */
function rootCauses(error: unknown): FetchFailure[] {
  const failure: FetchFailure = Object(error);
  const inner: unknown[] = Array.isArray(failure.errors) ? failure.errors : [failure.cause];
  const causes = inner.filter(Boolean).flatMap(rootCauses);
  return causes.some(({ message, code }) => message || code) ? causes : [failure];
}

/**
 * Codes of failures to connect. They are a connect timeout, names for a refused connection, and Node's names for
 * OpenSSL's verification results about certificates. Alerts of the server have other names, because they may arrive
 * after the request.
 */
const NO_CONNECTION =
  /^(?:UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ConnectionRefused|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|ERR_TLS_CERT|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|TLSV1_UNRECOGNIZED|\S+_ALERT_(?:PROTOCOL|HANDSHAKE)))/;

/**
 * Messages about a connection that Deno did not get, a TLS handshake that did not complete, and a proxy that refused
 * CONNECT. The errors have no code of their own.
 */
const NOT_CONNECTED = /^error sending .+ error \(Connect\)|before secure TLS |^Proxy response .+ !==/;

/** Whether the connection was refused, the name was not found, or the failure is one of the above. Nothing was sent. */
const isConnectFailure = ({ syscall, code, message }: FetchFailure): boolean =>
  syscall === "connect" ||
  syscall === "getaddrinfo" ||
  NO_CONNECTION.test(String(code)) ||
  NOT_CONNECTED.test(String(message));

/** Whether the time limit of a fetch ended the attempt, such as those of Node's for headers and body, or an abort. */
const isTimeLimit = ({ name, code }: FetchFailure): boolean =>
  name === "TimeoutError" || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(String(code));

/**
 * The error of a failed call, from an error of this package, an abort, a timeout of ky, or a failed `fetch`.
 *
 * @param isSent Whether the current attempt may have been sent.
 * @param isPastDeadline Whether the timeout is the deadline of the whole call.
 */
export function toConnectionError(
  failure: unknown,
  call: Call,
  { isSent, isPastDeadline }: { readonly isSent: boolean; readonly isPastDeadline: boolean },
): PaymentsError {
  const { operation, isIdempotent, ifProcessed, timeout, deadline, signal, connection } = call;
  const contextOf = (mayBeProcessed: boolean) => {
    const processed: Processed = mayBeProcessed ? "unknown" : "no";
    return { operation, processed, safeToRetry: isIdempotent || !mayBeProcessed, ifProcessed };
  };
  const context = contextOf(isSent || call.mayBeProcessed);
  // An error response received before the abort is reported. The signal's reason may itself be a PaymentsError.
  if (signal?.aborted && (failure === signal.reason || !(failure instanceof PaymentsError))) {
    return new RequestAbortedError({ ...context, cause: signal.reason });
  }
  if (failure instanceof PaymentsError) return failure;
  if (failure instanceof AttemptTimeout) {
    const limit = isPastDeadline ? `${deadline} ms (deadline)` : `${timeout} ms (timeout)`;
    return new TimeoutError(`${operation} timed out after ${limit}`, context);
  }
  let cause = new Error();
  let isConnected = true;
  let isLimited = false;
  let digest: unknown;
  try {
    const causes = rootCauses(failure);
    // The code of undici for a proxy that ended the connection before the tunnel was open.
    isConnected =
      Object(Object(failure).cause).code !== "UND_ERR_PRX_CONN" && !causes.every(isConnectFailure);
    ({ digest } = Object(failure));
    isLimited = causes.some(isTimeLimit);
    // A copy, because a fetch may attach the request, with its headers, to its errors.
    const [{ message, code } = {}] = causes;
    // OpenSSL's messages have line breaks.
    const line = connection.redact(String(message)).replaceAll(/\s+/g, " ").trim();
    cause = Object.assign(new Error(printable(line)), {
      code: typeof code === "string" ? connection.redact(code) : undefined,
    });
  } catch {
    // A getter of the thrown value threw, so the cause stays empty.
  }
  const advice = /REFUSED (?:127|::1)/.test(cause.message) ? ". Start payments-client sandbox" : "";
  const details = { ...contextOf((isSent && isConnected) || call.mayBeProcessed), cause };
  const error = isLimited
    ? new TimeoutError(
        `${operation} timed out: ${cause.message}. This limit is of fetch, 300 seconds in Node. Pass another fetch`,
        details,
      )
    : new ConnectionError(`${operation} got no complete response: ${cause.message}${advice}`, details);
  // Next.js interrupts a page that it prerenders by an error from fetch, and recognizes the error by its digest.
  return typeof digest === "string" ? Object.assign(error, { digest: connection.redact(digest) }) : error;
}
