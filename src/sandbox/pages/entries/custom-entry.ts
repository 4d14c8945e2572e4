import type { Messages } from "../i18n/messages.ts";
import { type Entries, LONGEST } from "./form.ts";
import { filled, problemOf, type Rule } from "./rules.ts";
import type { ShownCustomField } from "./shown-fields.ts";

/** The entries of the merchant's custom fields, with their problems. */
export interface CustomEntry {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: ReadonlyMap<string, string>;
}

export const customRules = ({ label, isRequired }: ShownCustomField, { problems }: Messages): Rule[] =>
  isRequired ? [filled(problems.required(label))] : [];

/** Reads the merchant's custom fields. Posted values of `read_only` fields are ignored. */
export const readCustomFields = (
  shown: readonly ShownCustomField[],
  entries: Entries,
  messages: Messages,
): CustomEntry => {
  const editable = shown.filter(({ isReadOnly }) => !isReadOnly);
  const problems = new Map<string, string>();
  for (const field of editable) {
    const value = entries[field.name] ?? "";
    const isTooLong = Array.from(value).length > LONGEST;
    const problem = isTooLong
      ? messages.problems.tooLong(field.label)
      : problemOf(value, customRules(field, messages));
    if (problem !== undefined) problems.set(field.name, problem);
  }
  return {
    values: Object.fromEntries(editable.map(({ name }) => [name, entries[name] ?? ""])),
    problems,
  };
};
