import type { Messages } from "../i18n/messages.ts";
import { type Entries, LONGEST } from "./form.ts";
import type { ShownCustomField } from "./shown-fields.ts";

/** What a customer entered into the merchant's own fields, and what is wrong with it. */
export interface CustomEntry {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads the merchant's own fields. Those that are `read_only` are not read, whatever was posted. */
export const readCustomFields = (
  shown: readonly ShownCustomField[],
  entries: Entries,
  { problems: texts }: Messages,
): CustomEntry => {
  const editable = shown.filter(({ isReadOnly }) => !isReadOnly);
  const problems = new Map<string, string>();
  for (const { name, label, isRequired } of editable) {
    const value = entries[name] ?? "";
    if (isRequired && value === "") problems.set(name, texts.required(label));
    if (Array.from(value).length > LONGEST) problems.set(name, texts.tooLong(label));
  }
  return {
    values: Object.fromEntries(editable.map(({ name }) => [name, entries[name] ?? ""])),
    problems,
  };
};
