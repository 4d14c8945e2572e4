import type { CustomerField } from "../../../models/checkout/customer-fields.ts";
import { customerRules, type ShownCustomerField } from "../entries/customer-entry.ts";
import { LONGEST } from "../entries/form.ts";
import type { Messages } from "../i18n.ts";
import { countriesIn } from "./countries.ts";
import { checks, Field, FixedField, type FormTexts, TextField } from "./fields.tsx";

/** The attributes by which browsers autofill a field and choose the keyboard. */
const CONTROLS: Readonly<Record<CustomerField, Readonly<Record<string, string>>>> = {
  email: { type: "email", autocomplete: "email" },
  first_name: { autocomplete: "given-name" },
  last_name: { autocomplete: "family-name" },
  address: { autocomplete: "street-address" },
  city: { autocomplete: "address-level2" },
  state: { autocomplete: "address-level1" },
  zip: { autocomplete: "postal-code" },
  phone: { type: "tel", autocomplete: "tel" },
  country: { autocomplete: "country" },
  birth_date: { autocomplete: "bday", inputmode: "numeric", placeholder: "1990-12-31" },
  taxpayer_id: { autocomplete: "off" },
};

const hintOf = (name: CustomerField, messages: Messages): string | undefined => {
  if (name === "state") return messages.stateHint;
  return name === "birth_date" ? messages.dateHint : undefined;
};

interface OneProps extends FormTexts {
  readonly field: ShownCustomerField;
}

const OneField = ({ field: { name, value: sent, isReadOnly }, form, messages }: OneProps) => {
  const label = messages.customer[name];
  const countries = name === "country" ? countriesIn(messages.language, sent) : [];
  if (isReadOnly) {
    const country = countries.find(({ code }) => code === sent);
    return <FixedField name={name} label={label} form={form} value={country?.name ?? sent} />;
  }
  const value = form.entries?.[name] ?? sent;
  const field = { name, label, form, rules: customerRules(name, messages) };
  if (name === "country") {
    return (
      <Field {...field}>
        <select id={name} name={name} required {...CONTROLS[name]} {...checks(field)}>
          <option value="">{messages.choose}</option>
          {countries.map((country) => (
            <option value={country.code} selected={country.code === value}>
              {country.name}
            </option>
          ))}
        </select>
      </Field>
    );
  }
  return (
    <TextField
      {...field}
      optional={name === "state" && messages.optional}
      hint={hintOf(name, messages)}
      input={{ value, maxlength: LONGEST, required: name !== "state", ...CONTROLS[name] }}
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
