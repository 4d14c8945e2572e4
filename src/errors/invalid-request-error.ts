import { type ErrorTree, flattenProblems, type Issue, nest, sentence } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { PaymentsError } from "./payments-error.ts";

/** The SDK rejected the call before sending anything. `errors` and `issues` list every problem. */
export class InvalidRequestError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "InvalidRequestError";
  }

  declare readonly code: "invalid_request";

  /** The problems by field, nested like the gateway's own. */
  readonly errors: ErrorTree;

  /** The same problems as a list, each with a stable `code` and its `params`. */
  readonly issues: Issue[];

  constructor(operation: Operation, problems: readonly Issue[]) {
    const errors = nest(problems);
    const issues = flattenProblems(errors, problems);
    super(`${operation} was not sent: ${sentence(issues)}`, {
      code: "invalid_request",
      operation,
      processed: "no",
    });
    this.errors = errors;
    this.issues = issues;
  }
}
