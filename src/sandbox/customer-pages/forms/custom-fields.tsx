import type { ShownCustomField } from "../entries/custom-entry.ts";
import { LONGEST } from "../entries/form.ts";
import { Field, type FormTexts } from "./fields.tsx";

interface CustomFieldsProps extends FormTexts {
  readonly fields: readonly ShownCustomField[];
}

/** The merchant's custom fields. The script disables Pay until those with `data-required` are filled in. */
export const CustomFields = ({ fields, form, messages }: CustomFieldsProps) => (
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
