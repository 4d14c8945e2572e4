import { nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Operation } from "../operations.ts";

/** An error with one problem. */
export const invalidRequest = (
  operation: Operation,
  path: readonly string[],
  message: string,
): InvalidRequestError =>
  new InvalidRequestError(operation, nest([{ path: [...path], messages: [message] }]));
