import { LONGEST_MESSAGE, truncate, withAdvice } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { printable } from "../shared/printable.ts";

/** A stable identifier of the kind of failure, shared by the subclasses of a kind. */
export type ErrorCode =
  | "configuration"
  | "invalid_request"
  | "connection"
  | "timeout"
  | "aborted"
  | "api"
  | "idempotency"
  | "unexpected_response"
  | "webhook";

/** `no` if the gateway certainly did not process a call, because it was not sent or was refused; otherwise `unknown`. */
export type Processed = "no" | "unknown";

/** What an error is made from, besides its message. */
export interface ErrorContext {
  /** A stable identifier of the kind of failure. */
  readonly code: ErrorCode;
  /** The SDK call that failed. */
  readonly operation?: Operation | undefined;
  /** Whether the gateway may have processed the call. */
  readonly processed: Processed;
  /** Whether it is safe to send the same call again. Default: if it was not processed. */
  readonly safeToRetry?: boolean | undefined;
  /** Advice appended to the message of a call that may have been processed. */
  readonly ifProcessed?: string | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** The message in one line, at most 2000 characters, with advice if the call may have been processed. */
const toMessage = (message: string, { processed, ifProcessed }: ErrorContext): string => {
  const line = printable(message);
  if (processed === "no" || !ifProcessed) return truncate(line);
  const advice = `${ifProcessed}.`;
  return withAdvice(truncate(line, LONGEST_MESSAGE - advice.length - 2), advice);
};

/** Marks the errors of every copy of this package. */
const BRAND = /* @__PURE__ */ Symbol.for("payments-client.error");

/**
 * Whether a value is an instance of a class, also if it is of another copy of the package: one part of a program may load
 * its ESM build, and another its CommonJS build. A subclass that a merchant writes has only its own instances.
 */
function isInstance(this: { readonly prototype: Error }, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  const { prototype } = this;
  if (!Object.hasOwn(prototype, "name") || !(BRAND in Object(value))) return false;
  // The getters of `name` are the same in every copy.
  let holder: unknown = Object.getPrototypeOf(value);
  while (holder instanceof Error && holder.name !== prototype.name) holder = Object.getPrototypeOf(holder);
  return holder instanceof Error;
}

/** Base class of every error of this package. No message, stack or property contains the secret key. */
export class PaymentsError extends Error {
  /**
   * Name of the class, also after minification. Left out of the declarations, because `name` of an error is assignable.
   *
   * @internal
   */
  override get name(): string {
    return "PaymentsError";
  }

  /** @internal */
  static override get [Symbol.hasInstance](): typeof isInstance {
    return isInstance;
  }

  /** A stable identifier of the kind of failure. */
  readonly code: ErrorCode;

  /** The SDK call that failed; undefined if the error was not thrown by a call, such as one from a constructor. */
  readonly operation: Operation | undefined;

  /**
   * `no` if the gateway certainly did not process the call: it was not sent, or the gateway refused it. `unknown` after
   * anything else, such as a lost connection: the message of a `POST` says what to check first.
   */
  readonly processed: Processed;

  /** Whether it is safe to send the same call again. False if a `POST` may have been processed. */
  readonly safeToRetry: boolean;

  constructor(message: string, context: ErrorContext) {
    super(toMessage(message, context), context);
    Object.defineProperties(this, {
      [BRAND]: { value: true },
      name: { value: this.name, writable: true, configurable: true },
    });
    this.code = context.code;
    this.operation = context.operation;
    this.processed = context.processed;
    this.safeToRetry = context.safeToRetry ?? context.processed === "no";
  }
}
