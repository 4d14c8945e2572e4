import type { Operation } from "../operations.ts";
import { cut, LONGEST_MESSAGE } from "./error-tree.ts";

/** A short, stable word for the kind of failure, the same for every subclass of a kind. */
export type ErrorCode =
  | "configuration"
  | "invalid_request"
  | "connection"
  | "timeout"
  | "aborted"
  | "api"
  | "unexpected_response"
  | "webhook";

/** What an error says, beside its message. */
export interface ErrorContext {
  /** A short, stable word for the kind of failure. */
  readonly code: ErrorCode;
  /** The SDK call that failed. */
  readonly operation?: Operation | undefined;
  /** Whether sending the same call again can do no harm. */
  readonly safeToRetry: boolean;
  /** What to do first where it may have been processed. Default: to look. */
  readonly ifProcessed?: string | undefined;
  /** What led to it. */
  readonly cause?: unknown;
}

const LOOK_FIRST = "It may have been processed: look first";

/** The message, at most 2000 characters, with what to do where the call may have been processed. */
const complete = (message: string, { safeToRetry, ifProcessed = LOOK_FIRST }: ErrorContext): string => {
  if (safeToRetry) return cut(message);
  const advice = `. ${ifProcessed}.`;
  return cut(message, LONGEST_MESSAGE - advice.length) + advice;
};

/**
 * What every error of this package is. No message, stack or property of one holds the secret key.
 */
export class PaymentsError extends Error {
  /** The name of the class, also where a bundler gave it another. */
  override get name(): string {
    return "PaymentsError";
  }

  /** A short, stable word for the kind of failure. */
  readonly code: ErrorCode;

  /** The SDK call that failed; undefined when it was none, as in the constructor. */
  readonly operation: Operation | undefined;

  /**
   * Whether sending the same call again can do no harm. False when a `POST` may have been processed:
   * the message says what to do first.
   */
  readonly safeToRetry: boolean;

  constructor(message: string, context: ErrorContext) {
    super(complete(message, context), context);
    this.code = context.code;
    this.operation = context.operation;
    this.safeToRetry = context.safeToRetry;
  }
}
