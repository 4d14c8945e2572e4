import type { Operation } from "../operations.ts";
import { type ErrorCode, PaymentsError } from "./payments-error.ts";

/** What a call without a response says, beside its message. */
export interface ConnectionContext {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** Whether sending the same call again can do no harm. */
  readonly safeToRetry: boolean;
  /** What to do first where it may have been processed. Default: to look. */
  readonly ifProcessed?: string | undefined;
  /** What `fetch` threw. */
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
