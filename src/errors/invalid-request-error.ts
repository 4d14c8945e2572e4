import type { Operation } from "../operations.ts";
import { type ErrorTree, flatten, type Issue, sentence } from "./error-tree.ts";
import { PaymentsError } from "./payments-error.ts";

/** The SDK rejected the call before sending anything. `errors` and `issues` list every problem. */
export class InvalidRequestError extends PaymentsError {
  override get name(): string {
    return "InvalidRequestError";
  }

  /** The problems by field, nested like the gateway's own. */
  readonly errors: ErrorTree;

  /** The same problems as a list. */
  readonly issues: Issue[];

  constructor(operation: Operation, errors: ErrorTree) {
    const issues = flatten(errors);
    super(`${operation} was not sent: ${sentence(issues)}`, {
      code: "invalid_request",
      operation,
      safeToRetry: true,
    });
    this.errors = errors;
    this.issues = issues;
  }
}
