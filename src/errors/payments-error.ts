import { LONGEST_MESSAGE, truncate, withAdvice } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { printable } from "../shared/printable.ts";

/** A stable identifier of the kind of failure. The subclasses of a kind have the same code. */
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

/**
 * `no` if the gateway certainly did not process the call, because it was not sent or was refused. Otherwise `unknown`.
 */
export type Processed = "no" | "unknown";

/** The properties of an error, in addition to its message. */
export interface ErrorContext {
  /** A stable identifier of the kind of failure. */
  readonly code: ErrorCode;
  /** The SDK call that failed. */
  readonly operation?: Operation | undefined;
  /** Whether the gateway may have processed the call. */
  readonly processed: Processed;
  /** Whether it is safe to send the same call again. Default: true if it was not processed. */
  readonly safeToRetry?: boolean | undefined;
  /** Advice in the message of an error of a call that may have been processed. */
  readonly ifProcessed?: string | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** Adds the advice about a call that may have been processed to a message, which is shortened for it. */
export const withPrecaution = (
  message: string,
  { processed, ifProcessed }: Pick<ErrorContext, "processed" | "ifProcessed">,
): string => {
  if (processed === "no" || !ifProcessed) return message;
  const advice = `${ifProcessed}.`;
  return withAdvice(truncate(printable(message), LONGEST_MESSAGE - advice.length - 2), advice);
};

/** The fields of an error, which JSON would leave out, as text, because other values may not be JSON. */
function jsonOf(cause: unknown): unknown {
  try {
    const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = Object(cause);
    if (typeof message !== "string") return cause && String(cause);
    return { name: String(name), message, code: code && String(code) };
  } catch {
    // A getter threw. An error can always be printed.
    return undefined;
  }
}

/** Marks the errors of every copy of this package. */
const BRAND = /* @__PURE__ */ Symbol.for("payments-client.error");

/**
 * Whether a value is an instance of a class, including the class of another copy of the package. A program may load
 * both the ESM and the CommonJS build. A merchant's own subclass has only its own instances.
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

/**
 * Base class of every error of this package. No message, stack or property contains the secret key. A message can
 * contain customer data that the gateway repeats.
 */
export class PaymentsError extends Error {
  /**
   * Name of the class, even after minification. Left out of the declarations, because `name` of an error is assignable.
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

  /** The SDK call that failed. Undefined for an error outside a call, such as in a constructor. */
  readonly operation: Operation | undefined;

  /**
   * `no` if the gateway certainly did not process the call, because it was not sent or was refused. `unknown` after
   * anything else, such as a lost response. The message of a `POST` then describes what to check first.
   */
  readonly processed: Processed;

  /** Whether it is safe to send the same call again. False if a `POST` may have been processed. */
  readonly safeToRetry: boolean;

  constructor(message: string, context: ErrorContext) {
    super(truncate(printable(message)), context);
    Object.defineProperties(this, {
      [BRAND]: {},
      name: { value: this.name, writable: true, configurable: true },
    });
    this.code = context.code;
    this.operation = context.operation;
    this.processed = context.processed;
    this.safeToRetry = context.safeToRetry ?? context.processed === "no";
  }

  /**
   * What `JSON.stringify` and loggers print: the name, the message, the cause, and the properties. Of a response, only
   * the status.
   */
  toJSON(): object {
    const { name, message, cause } = this;
    return Object.assign({ name, message }, this, { cause: jsonOf(cause) });
  }
}
