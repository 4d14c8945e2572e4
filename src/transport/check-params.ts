import type * as z from "zod/mini";
import { type Issue, nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Operation } from "../errors/payments-error.ts";
import { rootOf } from "./root-of.ts";

interface ModelIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a model says, as the gateway would nest it: an item's problem stands at its list. */
export const toIssues = (issues: readonly ModelIssue[], parent: readonly string[]): Issue[] =>
  issues.flatMap(({ path: below, message }) => {
    const path = [...parent, ...below.map(String)];
    const item = below.at(-1);
    return typeof item === "number"
      ? [{ path: path.slice(0, -1), messages: [`item ${item + 1} ${message}`] }]
      : [{ path, messages: [message] }];
  });

/** Every problem that a model sees in a value, with the way to it from `root`. */
export const problemsOf = (model: z.ZodMiniType, value: unknown, root: readonly string[] = []): Issue[] =>
  toIssues(model.safeParse(value).error?.issues ?? [], root);

/** Refuses parameters with a problem before anything is sent. */
export function checkParams(operation: Operation, model: z.ZodMiniType, value: unknown): void {
  const problems = problemsOf(model, value, rootOf(operation));
  if (problems.length > 0) throw new InvalidRequestError(operation, nest(problems));
}
