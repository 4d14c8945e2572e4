import type { Issue, IssueCode } from "../../api/error-tree.ts";
import type { Operation } from "../../api/operations.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";

/** A problem that the models do not find. */
export const problem = (
  path: readonly string[],
  message: string,
  code: IssueCode,
  params: Issue["params"] = {},
): Issue => ({ path: [...path], messages: [message], code, params });

/** An error with one problem. */
export const invalidRequest = (
  operation: Operation,
  ...about: Parameters<typeof problem>
): InvalidRequestError => new InvalidRequestError(operation, [problem(...about)]);

type Problem = readonly [message: string, code: IssueCode, params: Issue["params"]];

/** A text with NUL or half of a surrogate pair. A text that is cut inside an emoji ends with such a half. */
export const NOT_STORABLE: Problem = [
  "must be a text without NUL and without half of a surrogate pair",
  "format",
  { format: "text" },
];

/** A promise, which would be sent as an empty object. */
export const NOT_AWAITED: Problem = ["is a promise. Write await before it", "type", { expected: "object" }];

/** A value that JSON cannot represent. */
export const NOT_JSON: Problem = ["cannot be written as JSON", "type", { expected: "json" }];

/** An object whose `toJSON` returns null, such as an invalid time of luxon, moment or Temporal's polyfill. */
export const NOT_VALID: Problem = [
  "must be valid. Its toJSON returns null, as for an invalid time",
  "format",
  { format: "json" },
];
