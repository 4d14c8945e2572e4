import type * as z from "zod/mini";
import type { Issue } from "../../api/error-tree.ts";
import { unnamedFields } from "../../api/fields/undocumented.ts";
import { MAX_ISSUES } from "../../shared/values.ts";
import { problem } from "./invalid-request.ts";

const lettersOf = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** The sections next to which `test` belongs. In them, a payment would be a live one. */
const NOT_TESTED = ["order", "settings"];

/**
 * Finds the names that only JavaScript gets wrong. They differ from a documented name in case and underscores, such as
 * `trackingId`, or are `test` where it has no effect. The gateway would ignore them. Other undocumented names are sent.
 */
export function misnamedFields(model: z.core.$ZodType, params: unknown, root: readonly string[]): Issue[] {
  const found: Issue[] = [];
  /** The documented names of the object that is read, by their letters. */
  let [names, right]: [readonly string[], Map<string, string>] = [[], new Map()];
  for (const { path, named } of unnamedFields(model, params, root)) {
    const [name = "", section = ""] = [path.at(-1), path.at(-2)];
    if (names !== named) [names, right] = [named, new Map(named.map((each) => [lettersOf(each), each]))];
    const documented = right.get(lettersOf(name));
    if (documented) found.push(problem(path, `must be written ${documented}`, "forbidden"));
    else if (name === "test" && NOT_TESTED.includes(section)) {
      found.push(problem(path, `has no effect. Pass it next to ${section}, not in it`, "forbidden"));
    }
    if (found.length >= MAX_ISSUES) break;
  }
  return found;
}
