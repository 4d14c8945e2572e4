import type { Operation } from "../operations.ts";
import { type ErrorCode, type ErrorContext, PaymentsError } from "./payments-error.ts";

/** What an error without a response is made from, besides its message. */
export interface ConnectionContext extends Omit<ErrorContext, "code"> {
  /** The SDK call that failed. */
  readonly operation: Operation;
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
