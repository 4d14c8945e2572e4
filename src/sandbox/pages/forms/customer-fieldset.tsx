import type { CustomerField } from "../../../models/customer-fields.ts";
import { customerRules } from "../entries/customer-entry.ts";
import { type FormState, LONGEST } from "../entries/form.ts";
import { checkedBy } from "../entries/rules.ts";
import type { ShownCustomerField } from "../entries/shown-fields.ts";
import type { Messages } from "../i18n/messages.ts";
import { countriesIn } from "./countries.ts";
import { described, Field, FixedValue } from "./fields.tsx";

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

interface ControlProps {
  readonly field: ShownCustomerField;
  readonly form: FormState;
  readonly messages: Messages;
}

const CountrySelect = ({ field: { name, value: sent }, form, messages }: ControlProps) => {
  const value = form.entries?.[name] ?? sent;
  return (
    <select
      id={name}
      name={name}
      required
      autocomplete="country"
      {...checkedBy(customerRules(name, messages))}
      {...described(name, form)}
    >
      <option value="">{messages.choose}</option>
      {countriesIn(messages.language, sent).map(({ code, name: country }) => (
        <option value={code} selected={code === value}>
          {country}
        </option>
      ))}
    </select>
  );
};

const Control = ({ field, form, messages }: ControlProps) => {
  const { name, value, isReadOnly } = field;
  if (isReadOnly) {
    const country =
      name === "country" && countriesIn(messages.language, value).find(({ code }) => code === value);
    return <FixedValue name={name}>{country ? country.name : value}</FixedValue>;
  }
  if (name === "country") return <CountrySelect field={field} form={form} messages={messages} />;
  return (
    <input
      id={name}
      name={name}
      value={form.entries?.[name] ?? value}
      maxlength={LONGEST}
      required={name !== "state"}
      dir="auto"
      {...CONTROLS[name]}
      {...checkedBy(customerRules(name, messages))}
      {...described(name, form, hintOf(name, messages))}
    />
  );
};

interface CustomerFieldsetProps {
  readonly fields: readonly ShownCustomerField[];
  readonly form: FormState;
  readonly messages: Messages;
}

/** The customer's data: editable, or disabled where the merchant asked for it. */
export const CustomerFieldset = ({ fields, form, messages }: CustomerFieldsetProps) =>
  fields.length === 0 ? null : (
    <fieldset class="customer">
      <legend>{messages.customerHeading}</legend>
      <div class="grid">
        {fields.map((field) => (
          <div class={field.isReadOnly ? "not-alternative" : undefined}>
            <Field
              name={field.name}
              label={messages.customer[field.name]}
              form={form}
              messages={messages}
              isOptional={field.name === "state" && !field.isReadOnly}
              hint={field.isReadOnly ? undefined : hintOf(field.name, messages)}
            >
              <Control field={field} form={form} messages={messages} />
            </Field>
          </div>
        ))}
      </div>
    </fieldset>
  );
