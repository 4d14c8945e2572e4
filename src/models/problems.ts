import type * as z from "zod/mini";
import type { Issue, IssueCode } from "../errors/error-tree.ts";
import { isRecord, MAX_ISSUES } from "../values.ts";
import { defOf } from "./fields/def.ts";
import { isMissing, sentenceOf } from "./fields/issue.ts";

/** The code of zod's issues, and which of their values says more. */
const CODES: Readonly<Partial<Record<z.core.$ZodIssueCode, readonly [IssueCode, string]>>> = {
  invalid_type: ["type", "expected"],
  invalid_format: ["format", "format"],
  too_small: ["too_small", "minimum"],
  too_big: ["too_big", "maximum"],
};

/** Code and parameters of an issue of zod, or of a rule between fields. */
function codeOf(issue: z.core.$ZodRawIssue): Required<Pick<Issue, "code" | "params">> {
  if (isMissing(issue)) return { code: "required", params: {} };
  if (issue.code === "custom") {
    const { code = "value", ...params } = issue.params ?? {};
    return { code, params };
  }
  const [code, name] = CODES[issue.code] ?? ["value", "values"];
  const value = issue[name];
  return {
    code: code === "too_big" && issue["origin"] === "string" ? "too_long" : code,
    params: { [name]: value === "int" ? "integer" : value },
  };
}

/** An issue of a value at `parent` as the gateway would nest it: a problem of an item belongs to its list. */
function toIssue(issue: z.core.$ZodRawIssue, parent: readonly PropertyKey[]): Issue {
  const below = [...parent, ...(issue.path ?? [])];
  const path = below.map(String);
  const item = below.at(-1);
  const problem = { path, messages: [sentenceOf(issue)], ...codeOf(issue) };
  if (typeof item !== "number") return problem;
  return {
    path: path.slice(0, -1),
    messages: [`item ${item + 1} ${problem.messages}`],
    code: problem.code,
    params: { ...problem.params, item: item + 1 },
  };
}

/** Adds the problems of an object's fields, then those of the rules between them. */
function findInObject(
  { def }: z.core.$ZodTypeInternals,
  shape: z.core.$ZodShape,
  object: Record<string, unknown>,
  path: PropertyKey[],
  found: Issue[],
): void {
  for (const field of Object.keys(shape)) {
    path.push(field);
    find(shape[field], object[field], path, found);
    path.pop();
  }
  const issues: z.core.$ZodRawIssue[] = [];
  for (const { _zod } of def.checks ?? []) Reflect.apply(_zod.check, _zod, [{ value: object, issues }]);
  for (const issue of issues) found.push(toIssue(issue, path));
}

function findInList(
  element: z.core.$ZodType,
  list: readonly unknown[],
  path: PropertyKey[],
  found: Issue[],
): void {
  for (let index = 0; index < list.length && found.length < MAX_ISSUES; index += 1) {
    path.push(index);
    find(element, list[index], path, found);
    path.pop();
  }
}

const SYNCHRONOUS = { async: false };

/** Adds the problems of a value at `path` until there are {@link MAX_ISSUES}. */
function find(model: z.core.$ZodType | undefined, value: unknown, path: PropertyKey[], found: Issue[]): void {
  if (!model) return;
  const { type, innerType, element, shape } = defOf(model);
  if (innerType) {
    if (value !== (type === "optional" ? undefined : null)) find(innerType, value, path, found);
  } else if (shape && isRecord(value)) {
    findInObject(model._zod, shape, value, path, found);
  } else if (element && Array.isArray(value)) {
    findInList(element, value, path, found);
  } else {
    const payload = model._zod.run({ value, issues: [] }, SYNCHRONOUS);
    for (const issue of "issues" in payload ? payload.issues : []) found.push(toIssue(issue, path));
  }
}

/**
 * The problems that a model finds in a value, with paths that start at `root`; at most {@link MAX_ISSUES}. Objects and
 * lists are read part by part: zod itself would collect the problems of all parts, in a call with as many arguments.
 */
export function problemsOf(model: z.ZodMiniType, value: unknown, root: readonly string[] = []): Issue[] {
  const found: Issue[] = [];
  find(model, value, [...root], found);
  return found.slice(0, MAX_ISSUES);
}
