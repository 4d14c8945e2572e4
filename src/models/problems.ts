import type * as z from "zod/mini";
import type { Issue } from "../errors/error-tree.ts";

interface ModelIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Issues of a model as the gateway would nest them: a problem of an item belongs to its list. */
export const toIssues = (issues: readonly ModelIssue[], root: readonly string[]): Issue[] =>
  issues.flatMap(({ path: below, message }) => {
    const path = [...root, ...below.map(String)];
    const item = below.at(-1);
    return typeof item === "number"
      ? [{ path: path.slice(0, -1), messages: [`item ${item + 1} ${message}`] }]
      : [{ path, messages: [message] }];
  });

/** The problems that a model finds in a value, with paths that start at `root`; at most `limit`. */
export const problemsOf = (
  model: z.ZodMiniType,
  value: unknown,
  root: readonly string[] = [],
  limit = Number.POSITIVE_INFINITY,
): Issue[] => toIssues((model.safeParse(value).error?.issues ?? []).slice(0, limit), root);
