import type { Operation } from "../api/operations.ts";
import { type ErrorContext, PaymentsError, withPrecaution } from "./payments-error.ts";

/** The properties of an error without a response, in addition to its message. */
export interface ConnectionContext extends Omit<ErrorContext, "code"> {
  /** The SDK call that failed. */
  readonly operation: Operation;
}

/** No complete response was received, because the connection failed, was refused, or was lost. */
export class ConnectionError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "ConnectionError";
  }

  declare readonly code: "connection" | "timeout";

  constructor(message: string, context: ConnectionContext, code: ConnectionError["code"] = "connection") {
    super(withPrecaution(message, context), { ...context, code });
  }
}

/** One attempt, from connecting to the last byte of the body, took longer than `timeout`. */
export class TimeoutError extends ConnectionError {
  /** @internal */
  override get name(): string {
    return "TimeoutError";
  }

  declare readonly code: "timeout";

  constructor(message: string, context: ConnectionContext) {
    super(message, context, "timeout");
  }
}
