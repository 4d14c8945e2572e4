import { nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Operation } from "../errors/payments-error.ts";
import { rootOf } from "./root-of.ts";

/** An id or token as one segment of a path, escaped. One that would lead elsewhere is refused. */
export function pathSegment(operation: Operation, field: string, id: unknown): string {
  if (typeof id !== "string" || /^\.{0,2}$|\p{Cs}/u.test(id)) {
    const messages = ["must be a string, not empty or dots"];
    throw new InvalidRequestError(operation, nest([{ path: [...rootOf(operation), field], messages }]));
  }
  return encodeURIComponent(id);
}
