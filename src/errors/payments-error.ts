/** The name of an SDK call, such as `"products.create"`. */
export type Operation =
  | "products.create"
  | "products.get"
  | "products.list"
  | "products.update"
  | "checkouts.create"
  | "checkouts.get";

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
  /** What led to it. */
  readonly cause?: unknown;
}

const LOOK_FIRST = "It may have been processed: look first.";

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
   * look for the product or the order before you send it again.
   */
  readonly safeToRetry: boolean;

  constructor(message: string, context: ErrorContext) {
    const { code, operation, safeToRetry } = context;
    super(safeToRetry ? message : `${message}. ${LOOK_FIRST}`, context);
    this.code = code;
    this.operation = operation;
    this.safeToRetry = safeToRetry;
  }
}
