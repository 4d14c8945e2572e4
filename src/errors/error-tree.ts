/** Messages by field, nested as the request is: `{ checkout: { settings: { fail_url: ["…"] } } }`. */
export interface ErrorTree {
  [field: string]: string[] | ErrorTree;
}

/** One field's messages, with the way to it. */
export interface Issue {
  /** The way to the field, such as `["checkout", "settings", "fail_url"]`. */
  path: string[];
  /** What is wrong with it. */
  messages: string[];
}

/** What is read of an answer's problems at most; the body keeps the rest. */
export const MOST_ISSUES = 1_000;

/** The longest message of an error, in characters. */
export const LONGEST_MESSAGE = 2_000;

/** Where a message stands that belongs to a section as a whole, as in the gateway's `errors.base`. */
const BASE = "base";

/** Nests issues. What both a section and a field inside it say stays: the section's goes under `base`. */
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

/** The tree as a list, in its order. */
export const flatten = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, value]) => {
    const path = [...parent, field];
    return Array.isArray(value) ? [{ path, messages: value }] : flatten(value, path);
  });

/** A text cut to the longest message. */
export const cut = (text: string, longest = LONGEST_MESSAGE): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** The list in one line: `amount is required; currency is required`. Cut to the longest message. */
export function sentence(issues: readonly Issue[]): string {
  let line = "";
  for (const { path, messages } of issues) {
    const field = (path.at(-1) === BASE ? path.slice(0, -1) : path).join(".");
    const said = `${field && `${field} `}${messages.join(", ")}`;
    line += line && "; ";
    line += said;
    if (line.length > LONGEST_MESSAGE) break;
  }
  return cut(line);
}
