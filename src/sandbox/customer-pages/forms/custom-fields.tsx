import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Messages } from "../languages/messages.ts";
import { Field, type FormTexts } from "./fields.tsx";
import { type Entries, LONGEST, toProblems } from "./form.ts";

/** Returns the `visible` custom fields. `read_only` fields are not required. Source: API reference, "custom field". */
export const shownCustomFields = (fields: Fields) =>
  Object.entries(sectionOf(sectionOf(fields["order"])["custom_fields"])).flatMap(([name, given]) => {
    const { label, value, placeholder, visible, required, read_only } = sectionOf(given);
    if (visible !== true) return [];
    return {
      name,
      label: textOf(label) ?? name.replaceAll("_", " "),
      value: textOf(value) ?? "",
      placeholder: textOf(placeholder),
      isRequired: required === true && read_only !== true,
      isReadOnly: read_only === true,
    };
  });

export type ShownCustomField = ReturnType<typeof shownCustomFields>[number];

/** Reads the merchant's custom fields. Ignores posted values of `read_only` fields. */
export const readCustomFields = (
  shown: readonly ShownCustomField[],
  entries: Entries,
  messages: Messages,
) => {
  const editable = shown.filter(({ isReadOnly }) => !isReadOnly);
  const problemWith = (field: ShownCustomField): string | undefined => {
    const value = entries[field.name] ?? "";
    if (Array.from(value).length > LONGEST) return messages.problems.tooLong(field.label);
    return field.isRequired && value === "" ? messages.problems.required(field.label) : undefined;
  };
  return {
    values: Object.fromEntries(editable.map(({ name }) => [name, entries[name] ?? ""])),
    problems: toProblems(editable.map((field) => [field.name, problemWith(field)])),
  };
};

interface CustomFieldsetProps extends FormTexts {
  readonly fields: readonly ShownCustomField[];
}

/** The merchant's custom fields. The script disables Pay until the fields with `data-required` have values. */
export const CustomFieldset = ({ fields, form, messages }: CustomFieldsetProps) => (
  <>
    {fields.map(({ name, label, value, placeholder, isRequired, isReadOnly }) => (
      <Field
        name={name}
        label={label}
        form={form}
        value={isReadOnly ? value : (form.entries?.[name] ?? value)}
        isFixed={isReadOnly}
        optional={!isRequired && !isReadOnly && messages.optional}
        input={{
          placeholder,
          maxlength: LONGEST,
          "data-required": isRequired ? "" : undefined,
          autocomplete: "off",
        }}
      />
    ))}
  </>
);
