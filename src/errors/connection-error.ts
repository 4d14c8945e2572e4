import type { Operation } from "../operations.ts";
import { type ErrorCode, PaymentsError } from "./payments-error.ts";

/** What an error without a response is made from, besides its message. */
export interface ConnectionContext {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** Whether it is safe to send the same call again. */
  readonly safeToRetry: boolean;
  /** Advice appended to the message when the call may have been processed. Default: check before retrying. */
  readonly ifProcessed?: string | undefined;
  /** What `fetch` threw. */
  readonly cause?: unknown;
}

/** No complete response was received: the connection could not be made, was refused, or was lost. */
export class ConnectionError extends PaymentsError {
  override get name(): string {
    return "ConnectionError";
  }

  constructor(message: string, context: ConnectionContext, code: ErrorCode = "connection") {
    super(message, { ...context, code });
  }
}

/** One attempt, from connecting to the last byte of the body, took longer than `timeout`. */
export class TimeoutError extends ConnectionError {
  override get name(): string {
    return "TimeoutError";
  }

  constructor(message: string, context: ConnectionContext) {
    super(message, context, "timeout");
  }
}
