import type { CustomerField } from "../../../models/customer-fields.ts";
import { countriesIn } from "./countries.ts";
import { described, Field } from "./fields.tsx";
import { type FormState, LONGEST } from "./form.ts";
import type { ShownCustomerField } from "./shown-fields.ts";
import type { Words } from "../i18n/messages.ts";

/** What browsers are told about a field: so that they can fill it in, and show the right keyboard. */
const CONTROLS: Readonly<Record<CustomerField, Readonly<Record<string, string>>>> = {
  email: { type: "email", autocomplete: "email" },
  first_name: { autocomplete: "given-name" },
  last_name: { autocomplete: "family-name" },
  address: { autocomplete: "street-address" },
  city: { autocomplete: "address-level2" },
  state: { autocomplete: "address-level1", autocapitalize: "characters" },
  zip: { autocomplete: "postal-code" },
  phone: { type: "tel", autocomplete: "tel" },
  country: { autocomplete: "country" },
  birth_date: { autocomplete: "bday", inputmode: "numeric", placeholder: "1990-12-31" },
  taxpayer_id: { autocomplete: "off" },
};

const hintOf = (name: CustomerField, words: Words): string | undefined => {
  if (name === "state") return words.stateHint;
  return name === "birth_date" ? words.dateHint : undefined;
};

interface ControlProps {
  readonly field: ShownCustomerField;
  readonly form: FormState;
  readonly words: Words;
}

const CountrySelect = ({ field: { name, value: sent }, form, words }: ControlProps) => {
  const value = form.entries?.[name] ?? sent;
  return (
    <select id={name} name={name} required autocomplete="country" {...described(name, form)}>
      <option value="">{words.choose}</option>
      {countriesIn(words.language, sent).map(({ code, name: country }) => (
        <option value={code} selected={code === value}>
          {country}
        </option>
      ))}
    </select>
  );
};

const Control = ({ field, form, words }: ControlProps) => {
  const { name, value, isReadOnly } = field;
  if (isReadOnly) return <input id={name} value={value} disabled />;
  if (name === "country") return <CountrySelect field={field} form={form} words={words} />;
  return (
    <input
      id={name}
      name={name}
      value={form.entries?.[name] ?? value}
      maxlength={LONGEST}
      required={name !== "state"}
      {...CONTROLS[name]}
      {...described(name, form, hintOf(name, words))}
    />
  );
};

interface CustomerFieldsetProps {
  readonly fields: readonly ShownCustomerField[];
  readonly form: FormState;
  readonly words: Words;
}

/** The customer's data: editable, or disabled where the merchant asked for it. */
export const CustomerFieldset = ({ fields, form, words }: CustomerFieldsetProps) =>
  fields.length === 0 ? null : (
    <fieldset class="customer">
      <legend>{words.customerHeading}</legend>
      <div class="grid">
        {fields.map((field) => (
          <div class={field.isReadOnly ? "not-alternative" : undefined}>
            <Field
              name={field.name}
              label={words.customer[field.name]}
              form={form}
              words={words}
              hint={field.isReadOnly ? undefined : hintOf(field.name, words)}
            >
              <Control field={field} form={form} words={words} />
            </Field>
          </div>
        ))}
      </div>
    </fieldset>
  );
