import type { FindMore } from "../../api/fields/problems.ts";
import { MAX_ISSUES } from "../../shared/values.ts";
import { problem } from "./invalid-request.ts";

const lettersOf = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** The sections next to which `test` belongs. In them, a payment would be a live one. */
const NOT_TESTED: readonly unknown[] = ["order", "settings"];

/**
 * Finds the names that only JavaScript gets wrong. They differ from a documented name in case and underscores, such as
 * `trackingId`, or are `test` where it has no effect. The gateway would ignore them. Other undocumented names are sent.
 */
export const findMisnamed: FindMore = (named, value, path, found) => {
  const section = path.at(-1);
  let right: Map<string, string> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined || named.includes(name)) continue;
    right ??= new Map(named.map((each) => [lettersOf(each), each]));
    const documented = right.get(lettersOf(name));
    const message = documented
      ? `must be written ${documented}`
      : name === "test" &&
        NOT_TESTED.includes(section) &&
        `has no effect. Pass it next to ${section}, not in it`;
    if (message) found.push(problem([...path, name], message, "forbidden"));
    if (found.length >= MAX_ISSUES) return;
  }
};
