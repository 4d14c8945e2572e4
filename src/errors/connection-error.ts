import { type ErrorCode, type Operation, PaymentsError } from "./payments-error.ts";

interface ConnectionContext {
  readonly operation: Operation;
  readonly safeToRetry: boolean;
  readonly cause?: unknown;
}

/** No response arrived, or it broke off: the connection was refused, lost, or could not be made. */
export class ConnectionError extends PaymentsError {
  override get name(): string {
    return "ConnectionError";
  }

  constructor(message: string, context: ConnectionContext, code: ErrorCode = "connection") {
    super(message, { ...context, code });
  }
}

/** One attempt, from connection to the last byte of the body, took longer than `timeout`. */
export class TimeoutError extends ConnectionError {
  override get name(): string {
    return "TimeoutError";
  }

  constructor(message: string, context: ConnectionContext) {
    super(message, context, "timeout");
  }
}
