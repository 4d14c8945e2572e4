/** Messages by field, nested like the request: `{ checkout: { settings: { fail_url: ["…"] } } }`. */
export interface ErrorTree {
  [field: string]: string[] | ErrorTree;
}

/**
 * Why the SDK refused a field.
 *
 * - `required`: the field is missing. If another field requires it, `params` has `unless` and `is`, or `by`.
 * - `type`: the type is not the `expected` one.
 * - `format`: the value is not in the given `format`.
 * - `value`: the value is not one of `values`.
 * - `too_small`, `too_big`: the value is below `minimum` or above `maximum`.
 * - `too_long`: the value has more than `maximum` characters.
 * - `forbidden`: the field must not be sent. If another field forbids it, `params` has `when` and `is`.
 * - `mismatch`: the amounts of the cart add up to `sum`, not to `amount`.
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
  /** The problems of the field. */
  messages: string[];
  /** Why the SDK refused the field, for the first message. Missing if the gateway refused the field. */
  code?: IssueCode;
  /**
   * The values of `code`, such as `{ maximum: 255 }`. For an item of a list, they include its number `item`, which
   * starts at 1.
   */
  params?: Readonly<Record<string, unknown>>;
}

/** Maximum length of an error message, in characters. */
export const LONGEST_MESSAGE = 2_000;

/** Key of messages about a section as a whole, such as `errors.base` of the gateway. */
const BASE = "base";

/** Nests issues. If a section and one of its fields both have messages, the section's messages are under `base`. */
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

/** Lists the issues of a tree, in the same order. */
export const flatten = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, value]) => {
    const path = [...parent, field];
    return Array.isArray(value) ? [{ path, messages: value }] : flatten(value, path);
  });

const withoutBase = (path: readonly string[]): readonly string[] =>
  path.at(-1) === BASE ? path.slice(0, -1) : path;

/** Lists the issues of a tree. If a field has several problems, `code` and `params` are from the first. */
export function flattenProblems(tree: ErrorTree, problems: readonly Issue[]): Issue[] {
  const first = new Map(
    problems.map((problem) => [withoutBase(problem.path).join("\0"), problem] as const).reverse(),
  );
  return flatten(tree).map((issue) => ({ ...first.get(withoutBase(issue.path).join("\0")), ...issue }));
}

/** Shortens a text, never inside a surrogate pair, because strict JSON parsers and databases refuse half of an emoji. */
export const truncate = (text: string, longest = LONGEST_MESSAGE): string =>
  text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** Joins a message and its advice as two sentences. */
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
