/** Messages by field, nested like the request: `{ checkout: { settings: { fail_url: ["…"] } } }`. */
export interface ErrorTree {
  [field: string]: string[] | ErrorTree;
}

/**
 * Why the SDK refused a field.
 *
 * - `required`: it is missing. If that depends on another field: `unless` and `is`, or `by`.
 * - `type`: another type is `expected`. `format`: it is not written in the given `format`.
 * - `value`: it is none of `values`.
 * - `too_small`, `too_big`: it is below `minimum`, above `maximum`. `too_long`: it has more than `maximum` characters.
 * - `forbidden`: it must not be sent; if that depends on another field: `when` and `is`.
 * - `mismatch`: the cart's amounts add up to `sum`, not to `amount`.
 */
export type IssueCode =
  | "required"
  | "type"
  | "format"
  | "value"
  | "too_small"
  | "too_big"
  | "too_long"
  | "forbidden"
  | "mismatch";

/** The messages of one field, with its path. */
export interface Issue {
  /** Path of the field, such as `["checkout", "settings", "fail_url"]`. */
  path: string[];
  /** What is wrong with the field. */
  messages: string[];
  /** Why the SDK refused the field: the reason of the first message; not for what the gateway refused. */
  code?: IssueCode;
  /** The values of `code`, such as `{ maximum: 255 }`; for an item of a list also its number, `item`, from 1. */
  params?: Readonly<Record<string, unknown>>;
}

/** The longest message of an error, in characters. */
export const LONGEST_MESSAGE = 2_000;

/** Key of messages about a section as a whole, as in the gateway's `errors.base`. */
const BASE = "base";

/** Nests issues. Where a section and a field inside it both have messages, those of the section go under `base`. */
export function nest(issues: readonly Issue[]): ErrorTree {
  const fields = Map.groupBy(issues, ({ path: [field = BASE] }) => field);
  return Object.fromEntries(
    Array.from(fields, ([field, found]) => {
      const inner = found.map(({ path, messages }) => ({ path: path.slice(1), messages }));
      const isLeaf = inner.every(({ path }) => path.length === 0);
      return [field, isLeaf ? [...new Set(inner.flatMap(({ messages }) => messages))] : nest(inner)];
    }),
  );
}

/** The tree as a list, in the same order. */
export const flatten = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, value]) => {
    const path = [...parent, field];
    return Array.isArray(value) ? [{ path, messages: value }] : flatten(value, path);
  });

/** The path without the key of messages about a section. */
const withoutBase = (path: readonly string[]): readonly string[] =>
  path.at(-1) === BASE ? path.slice(0, -1) : path;

/** The problems as their tree has them. Where a field has several, code and parameters are those of the first. */
export function flattenProblems(tree: ErrorTree, problems: readonly Issue[]): Issue[] {
  const first = new Map(
    problems.map((problem) => [withoutBase(problem.path).join("\0"), problem] as const).reverse(),
  );
  return flatten(tree).map((issue) => ({ ...first.get(withoutBase(issue.path).join("\0")), ...issue }));
}

/** Truncates a text to the maximum length of a message. */
export const truncate = (text: string, longest = LONGEST_MESSAGE): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** A message and the advice after it, as two sentences. */
export const withAdvice = (message: string, advice: string): string =>
  `${message}${message.endsWith(".") ? "" : "."} ${advice}`;

/** The list in one line: `amount is required; currency is required`, at most {@link LONGEST_MESSAGE} characters. */
export function sentence(issues: readonly Issue[]): string {
  let line = "";
  for (const { path, messages } of issues) {
    const field = withoutBase(path).join(".");
    line += `${line && "; "}${field && `${field} `}${messages.join(", ")}`;
    if (line.length > LONGEST_MESSAGE) break;
  }
  return truncate(line);
}
