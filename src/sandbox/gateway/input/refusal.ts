import { type ErrorTree, flatten, type Issue, nest } from "../../../api/error-tree.ts";
import { capitalized } from "./section.ts";

/** The body of a 422, as in the API reference. */
export interface RefusalBody {
  readonly message: string;
  readonly errors: ErrorTree;
}

const fieldOf = ({ path }: Issue): string => path.findLast((name) => name !== "base") ?? "";

/** Joins a field and its message as the gateway does, such as "Fail url must be an absolute URL". */
const joined = (issue: Issue): string =>
  issue.messages
    .map((message) => capitalized(`${fieldOf(issue).replaceAll("_", " ")} ${message}`.trim()))
    .join(". ");

/** Removes the advice for JavaScript from a message. */
const inJson = (message: string): string =>
  message.replace(/; toMinorUnits.*\)$/, ")").replace("a Date, or ", "");

const toTree = (issues: readonly Issue[], messageOf: (message: string, path: readonly string[]) => string) =>
  nest(
    issues.map(({ path, messages }) => ({
      path,
      messages: messages.map((message) => messageOf(message, path)),
    })),
  );

export const toRefusal = (issues: readonly Issue[]): RefusalBody => {
  const errors = toTree(issues, inJson);
  return { message: flatten(errors).map(joined).join(". "), errors };
};

/** Replaces the message of a model by the message of the transaction host, which public clients expect. */
const hostMessage = (field: string | undefined, message: string): string => {
  if (message === "is required") return "can't be blank";
  return field === "amount" && message.startsWith("must be") ? "must be greater than 0" : message;
};

const sentenceOf = ({ path, messages }: Issue): string => {
  const field = path.at(-1) ?? "base";
  if (field === "base") return messages.join(". ");
  return messages.map((message) => `${capitalized(field.replaceAll("_", " "))} ${message}.`).join(" ");
};

/** Returns the body of a 422 of the transaction host. Source: gateway documentation, "Error bodies seen", and public clients. */
export const toTransactionRefusal = (
  problems: readonly Issue[],
  isWrapped: boolean,
): RefusalBody | { readonly response: RefusalBody } => {
  const errors = toTree(problems, (message, path) => hostMessage(path.at(-1), inJson(message)));
  const refusal = { message: flatten(errors).map(sentenceOf).join(" "), errors };
  return isWrapped ? { response: refusal } : refusal;
};
