import type { Messages } from "../i18n.ts";
import { type Entries, LONGEST, toProblems } from "./form.ts";
import { filled, problemOf, type Rule } from "./rules.ts";
import type { ShownCustomField } from "./shown-fields.ts";

export const customRules = ({ label, isRequired }: ShownCustomField, { problems }: Messages): Rule[] =>
  isRequired ? [filled(problems.required(label))] : [];

/** Reads the merchant's custom fields. Posted values of `read_only` fields are ignored. */
export const readCustomFields = (
  shown: readonly ShownCustomField[],
  entries: Entries,
  messages: Messages,
) => {
  const editable = shown.filter(({ isReadOnly }) => !isReadOnly);
  const problemWith = (field: ShownCustomField): string | undefined => {
    const value = entries[field.name] ?? "";
    if (Array.from(value).length > LONGEST) return messages.problems.tooLong(field.label);
    return problemOf(value, customRules(field, messages));
  };
  return {
    values: Object.fromEntries(editable.map(({ name }) => [name, entries[name] ?? ""])),
    problems: toProblems(editable.map((field) => [field.name, problemWith(field)])),
  };
};
