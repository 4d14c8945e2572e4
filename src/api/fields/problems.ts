import type * as z from "zod/mini";
import { isGiven, isRecord, MAX_ISSUES } from "../../shared/values.ts";
import type { Issue, IssueCode } from "../error-tree.ts";
import { isMissing, sentenceOf } from "./issue.ts";
import { type Part, partOf } from "./part.ts";

/** The SDK's code for each code of zod, and the property that contains the details. */
const CODES: Readonly<Partial<Record<z.core.$ZodIssueCode, readonly [IssueCode, string]>>> = {
  invalid_type: ["type", "expected"],
  invalid_format: ["format", "format"],
  too_small: ["too_small", "minimum"],
  too_big: ["too_big", "maximum"],
};

function codeOf(issue: z.core.$ZodRawIssue): Required<Pick<Issue, "code" | "params">> {
  if (isMissing(issue)) return { code: "required", params: {} };
  if (issue.code === "custom") {
    const { code = "value", ...params } = issue.params ?? {};
    return { code, params };
  }
  const [code, name] = CODES[issue.code] ?? ["value", "values"];
  const found = issue[name];
  // Optional enumerations contain "" for no value.
  const value = Array.isArray(found) ? found.filter(isGiven) : found;
  return {
    code: code === "too_big" && issue["origin"] === "string" ? "too_long" : code,
    params: { [name]: value === "int" ? "integer" : value },
  };
}

/** Converts an issue of a value at `parent`. As in the gateway's errors, a problem of an item belongs to its list. */
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

/** Adds more problems of an object at `path`, of which the model names some fields. */
export type FindMore = (
  named: readonly string[],
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
  found: Issue[],
) => void;

/** Adds at most {@link MAX_ISSUES} problems of a value at `path`. Problems of an object's fields come first. */
function find(part: Part, value: unknown, path: PropertyKey[], found: Issue[], more?: FindMore): void {
  if (part.none.includes(value)) return;
  const { item, fields } = part;
  const payload: z.core.ParsePayload = { value, issues: [] };
  if (fields && isRecord(value)) {
    for (const [name, field] of fields) {
      path.push(name);
      find(field, value[name], path, found, more);
      path.pop();
    }
    part.checkRules(payload);
    more?.(
      fields.map(([name]) => name),
      value,
      path.map(String),
      found,
    );
  } else if (item && Array.isArray(value)) {
    for (let index = 0; index < value.length && found.length < MAX_ISSUES; index += 1) {
      path.push(index);
      find(item, value[index], path, found, more);
      path.pop();
    }
  } else {
    part.check(payload);
  }
  for (const issue of payload.issues) found.push(toIssue(issue, path));
}

/**
 * Finds at most {@link MAX_ISSUES} problems in a value. Their paths start at `root`. zod itself would pass all problems
 * of an object to one call as arguments, which may be too many.
 */
export function problemsOf(
  model: z.ZodMiniType,
  value: unknown,
  root: readonly string[] = [],
  more?: FindMore,
): Issue[] {
  const found: Issue[] = [];
  find(partOf(model), value, [...root], found, more);
  return found.slice(0, MAX_ISSUES);
}
