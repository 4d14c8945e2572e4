import { type ErrorTree, flatten, type Issue, nest } from "../../../errors/error-tree.ts";
import { capitalized } from "./capitalized.ts";

/** The body of a 422, as in the API reference. */
export interface Refusal {
  readonly message: string;
  readonly errors: ErrorTree;
}

/** The field of an issue, or its section. */
const fieldOf = ({ path }: Issue): string => path.findLast((name) => name !== "base") ?? "";

/** `fail_url`, "must be an absolute URL" as the gateway joins them: "Fail url must be an absolute URL". */
const joined = (issue: Issue): string =>
  issue.messages
    .map((message) => capitalized(`${fieldOf(issue).replaceAll("_", " ")} ${message}`.trim()))
    .join(". ");

/** The body of a 422. */
export const toRefusal = (issues: readonly Issue[]): Refusal => {
  const errors = nest(issues);
  return { message: flatten(errors).map(joined).join(". "), errors };
};
