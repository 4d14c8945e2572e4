import { customRules } from "../entries/custom-entry.ts";
import { type FormState, LONGEST } from "../entries/form.ts";
import { checkedBy } from "../entries/rules.ts";
import type { ShownCustomField } from "../entries/shown-fields.ts";
import type { Messages } from "../i18n/messages.ts";
import { described, Field, FixedValue } from "./fields.tsx";

interface CustomFieldsProps {
  readonly fields: readonly ShownCustomField[];
  readonly form: FormState;
  readonly messages: Messages;
}

/** The merchant's custom fields. The script disables Pay until those with `data-required` are filled in. */
export const CustomFields = ({ fields, form, messages }: CustomFieldsProps) => (
  <>
    {fields.map((field) => {
      const { name, label, value, placeholder, isRequired, isReadOnly } = field;
      return (
        <Field
          name={name}
          label={<bdi>{label}</bdi>}
          form={form}
          messages={messages}
          isOptional={!isRequired && !isReadOnly}
        >
          {isReadOnly ? (
            <FixedValue name={name}>{value}</FixedValue>
          ) : (
            <input
              id={name}
              name={name}
              value={form.entries?.[name] ?? value}
              placeholder={placeholder}
              maxlength={LONGEST}
              required={isRequired}
              data-required={isRequired ? "" : undefined}
              autocomplete="off"
              dir="auto"
              {...checkedBy(customRules(field, messages))}
              {...described(name, form)}
            />
          )}
        </Field>
      );
    })}
  </>
);
