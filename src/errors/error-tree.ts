/** Messages by field, nested like the request: `{ checkout: { settings: { fail_url: ["…"] } } }`. */
export interface ErrorTree {
  [field: string]: string[] | ErrorTree;
}

/** The messages of one field, with its path. */
export interface Issue {
  /** Path of the field, such as `["checkout", "settings", "fail_url"]`. */
  path: string[];
  /** What is wrong with the field. */
  messages: string[];
}

/** The most issues that an error or a drift event lists; `body` has the rest. */
export const MOST_ISSUES = 1_000;

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
    const field = (path.at(-1) === BASE ? path.slice(0, -1) : path).join(".");
    line += `${line && "; "}${field && `${field} `}${messages.join(", ")}`;
    if (line.length > LONGEST_MESSAGE) break;
  }
  return truncate(line);
}
