import { flatten, type Issue, nest } from "../../../errors/error-tree.ts";
import { capitalized } from "./capitalized.ts";
import type { Refusal } from "./refusal.ts";

/** The words of the transaction host for what the models say, as its public clients expect them. */
const worded = (field: string | undefined, message: string): string => {
  if (message === "is required") return "can't be blank";
  return field === "amount" && message.startsWith("must be") ? "must be greater than 0" : message;
};

const sentenceOf = ({ path, messages }: Issue): string => {
  const field = path.at(-1) ?? "base";
  if (field === "base") return messages.join(". ");
  return messages.map((message) => `${capitalized(field.replaceAll("_", " "))} ${message}.`).join(" ");
};

/**
 * The body of a 422 of the transaction host: a sentence for each message. A client that names no version of the API gets
 * it wrapped. Source: gateway documentation, "Error bodies seen", and public clients of gateways.
 */
export const toTransactionRefusal = (
  problems: readonly Issue[],
  version: string | undefined,
): Refusal | { readonly response: Refusal } => {
  const issues = problems.map(({ path, messages }) => ({
    path,
    messages: messages.map((message) => worded(path.at(-1), message)),
  }));
  const errors = nest(issues);
  const refusal = { message: flatten(errors).map(sentenceOf).join(" "), errors };
  return version === undefined ? { response: refusal } : refusal;
};
