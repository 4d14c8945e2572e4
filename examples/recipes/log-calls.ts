import type { Hooks, PaymentsError } from "payments-client";
import { driftHooks, ResponseError } from "payments-client";

/** Takes one entry of a structured log, such as `pino`'s `info` or a line of JSON. */
export type Log = (entry: Record<string, unknown>) => void;

/** An error without its message, because the message may contain customer data. */
const describe = (error: PaymentsError) => ({
  error: error.name,
  code: error.code,
  safeToRetry: error.safeToRetry,
  ...(error instanceof ResponseError && {
    status: error.response.status,
    requestId: error.requestId,
  }),
});

/** Hooks that log every call without addresses, bodies, headers or messages. */
export const loggingHooks = (log: Log): Hooks => ({
  onResponse: ({ callId, operation, attempt, status, requestId, durationMs }) =>
    log({ event: "response", callId, operation, attempt, status, requestId, durationMs }),
  onRetry: ({ callId, operation, attempt, delayMs, error }) =>
    log({ event: "retry", callId, operation, attempt, delayMs, ...describe(error) }),
  onError: ({ callId, operation, attempts, durationMs, error }) =>
    log({ event: "error", callId, operation, attempts, durationMs, ...describe(error) }),
  ...driftHooks(({ callId, operation, issues }) =>
    log({
      event: "drift",
      callId,
      operation,
      fields: issues.map(({ path }) => path.join(".")),
    }),
  ),
});
