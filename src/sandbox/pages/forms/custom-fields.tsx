import { customRules, type ShownCustomField } from "../entries/custom-entry.ts";
import { LONGEST } from "../entries/form.ts";
import { FixedField, type FormTexts, TextField } from "./fields.tsx";

interface CustomFieldsProps extends FormTexts {
  readonly fields: readonly ShownCustomField[];
}

/** The merchant's custom fields. The script disables Pay until those with `data-required` are filled in. */
export const CustomFields = ({ fields, form, messages }: CustomFieldsProps) => (
  <>
    {fields.map((field) => {
      const { name, label, value, placeholder, isRequired, isReadOnly } = field;
      const shown = { name, label: <bdi>{label}</bdi>, form };
      return isReadOnly ? (
        <FixedField {...shown} value={value} />
      ) : (
        <TextField
          {...shown}
          optional={!isRequired && messages.optional}
          rules={customRules(field, messages)}
          input={{
            value: form.entries?.[name] ?? value,
            placeholder,
            maxlength: LONGEST,
            required: isRequired,
            "data-required": isRequired ? "" : undefined,
            autocomplete: "off",
          }}
        />
      );
    })}
  </>
);
