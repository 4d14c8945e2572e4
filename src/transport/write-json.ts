import { nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Operation } from "../errors/payments-error.ts";

/** The way to the first value that JSON does not have: a bigint, or an object inside itself. */
function findUnwritable(value: unknown, path: string[], parents: readonly unknown[]): string[] | undefined {
  if (typeof value === "bigint" || parents.includes(value) || path.length > 99) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const found = findUnwritable(inner, [...path, field], [...parents, value]);
    if (found) return found;
  }
  return undefined;
}

/** The body as JSON. What cannot be written as JSON is refused, by the name of its field. */
export function writeJson(operation: Operation, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    const path = findUnwritable(body, [], []) ?? [];
    throw new InvalidRequestError(operation, nest([{ path, messages: ["cannot be written as JSON"] }]));
  }
}
