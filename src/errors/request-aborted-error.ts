import type { Operation } from "../operations.ts";
import { type ErrorContext, PaymentsError } from "./payments-error.ts";

/** The call's `signal` was aborted. `cause` is the reason of the signal. */
export class RequestAbortedError extends PaymentsError {
  override get name(): string {
    return "RequestAbortedError";
  }

  constructor(operation: Operation, context: Pick<ErrorContext, "safeToRetry" | "ifProcessed" | "cause">) {
    super(`${operation} was aborted`, { code: "aborted", operation, ...context });
  }
}
