import type { CustomerField } from "../../../models/checkout/customer-fields.ts";
import type { ShownCustomerField } from "../entries/customer-entry.ts";
import { LONGEST } from "../entries/form.ts";
import { countriesIn } from "./countries.ts";
import { Field, type FormTexts } from "./fields.tsx";

/** The attributes by which browsers autofill a field and choose the keyboard. */
const INPUTS: Readonly<Record<CustomerField, Readonly<Record<string, string>>>> = {
  email: { type: "email", autocomplete: "email" },
  first_name: { autocomplete: "given-name" },
  last_name: { autocomplete: "family-name" },
  address: { autocomplete: "street-address" },
  city: { autocomplete: "address-level2" },
  state: { autocomplete: "address-level1" },
  zip: { autocomplete: "postal-code" },
  phone: { type: "tel", autocomplete: "tel" },
  country: {},
  birth_date: { type: "date", autocomplete: "bday" },
  taxpayer_id: { autocomplete: "off" },
};

interface OneProps extends FormTexts {
  readonly field: ShownCustomerField;
}

const OneField = ({ field: { name, value: sent, isReadOnly }, form, messages }: OneProps) => {
  const countries = name === "country" ? countriesIn(messages.language, sent) : undefined;
  const field = { name, label: messages.customer[name], form };
  if (isReadOnly) {
    const country = countries?.find(({ value }) => value === sent);
    return <Field {...field} value={country?.text ?? sent} isFixed />;
  }
  return (
    <Field
      {...field}
      value={form.entries?.[name] ?? sent}
      optional={name === "state" && messages.optional}
      hint={name === "state" ? messages.stateHint : undefined}
      options={countries && [{ value: "", text: messages.choose }, ...countries]}
      input={{ maxlength: LONGEST, ...INPUTS[name] }}
    />
  );
};

interface CustomerFieldsetProps extends FormTexts {
  readonly fields: readonly ShownCustomerField[];
}

/** The customer's data: editable, or disabled where the merchant asked for it. */
export const CustomerFieldset = ({ fields, form, messages }: CustomerFieldsetProps) =>
  fields.length === 0 ? null : (
    <fieldset class="customer">
      <legend>{messages.customerHeading}</legend>
      <div class="grid">
        {fields.map((field) => (
          <div class={field.isReadOnly ? "not-alternative" : undefined}>
            <OneField field={field} form={form} messages={messages} />
          </div>
        ))}
      </div>
    </fieldset>
  );
