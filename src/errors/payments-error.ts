import type { Operation } from "../operations.ts";
import { LONGEST_MESSAGE, truncate, withAdvice } from "./error-tree.ts";

/** A stable identifier of the kind of failure, shared by the subclasses of a kind. */
export type ErrorCode =
  | "configuration"
  | "invalid_request"
  | "connection"
  | "timeout"
  | "aborted"
  | "api"
  | "unexpected_response"
  | "webhook";

/** What an error is made from, besides its message. */
export interface ErrorContext {
  /** A stable identifier of the kind of failure. */
  readonly code: ErrorCode;
  /** The SDK call that failed. */
  readonly operation?: Operation | undefined;
  /** Whether it is safe to send the same call again. */
  readonly safeToRetry: boolean;
  /** Advice appended to the message when the call may have been processed. Default: check before retrying. */
  readonly ifProcessed?: string | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

const CHECK_FIRST = "It may have been processed: check before retrying";

/** The message, at most 2000 characters, with advice if the call may have been processed. */
const toMessage = (message: string, { safeToRetry, ifProcessed = CHECK_FIRST }: ErrorContext): string => {
  if (safeToRetry) return truncate(message);
  const advice = `${ifProcessed}.`;
  return withAdvice(truncate(message, LONGEST_MESSAGE - advice.length - 2), advice);
};

/** Base class of every error of this package. No message, stack or property contains the secret key. */
export class PaymentsError extends Error {
  /** Name of the class, also after minification. */
  override get name(): string {
    return "PaymentsError";
  }

  /** A stable identifier of the kind of failure. */
  readonly code: ErrorCode;

  /** The SDK call that failed; undefined if the error was not thrown by a call, such as one from a constructor. */
  readonly operation: Operation | undefined;

  /**
   * Whether it is safe to send the same call again. False if a `POST` may have been processed: the message says what to
   * check first.
   */
  readonly safeToRetry: boolean;

  constructor(message: string, context: ErrorContext) {
    super(toMessage(message, context), context);
    this.code = context.code;
    this.operation = context.operation;
    this.safeToRetry = context.safeToRetry;
  }
}
