import {
  COUNTRIES_WITH_STATES,
  type Customer,
  type CustomerField,
  customerSchema,
} from "../../../api/checkout/customer.ts";
import { COUNTRY_CODES } from "../../../api/fields/known-codes.ts";
import { toHttpUrl } from "../../../shared/parse-url.ts";
import { isRecord, namesOf } from "../../../shared/values.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import { messages } from "../messages.ts";
import {
  Checkbox,
  type Entries,
  Field,
  type FormProps,
  type FormTexts,
  isChecked,
  LONGEST,
  type Problems,
  toProblems,
} from "./fields.tsx";

export interface ShownCustomerField {
  readonly name: CustomerField;
  /** The value from the request or from an earlier page. */
  readonly value: string;
  readonly isReadOnly: boolean;
}

/** The fields in the usual order of an address, with their types. The country precedes the state, which depends on it. */
const DISPLAYED: Readonly<Record<CustomerField, "text" | "email" | "date" | "country">> = {
  first_name: "text",
  last_name: "text",
  email: "email",
  phone: "text",
  country: "country",
  state: "text",
  city: "text",
  zip: "text",
  address: "text",
  birth_date: "date",
  taxpayer_id: "text",
};

const listedFields = (value: unknown): CustomerField[] =>
  namesOf(DISPLAYED).filter((name) => Array.isArray(value) && value.includes(name));

/**
 * Returns the displayed customer data. `visible` fields are editable and `read_only` fields are disabled. A field in both
 * lists is disabled. Source: API reference, "customer_fields rules".
 */
export const shownCustomerFields = (fields: Fields): ShownCustomerField[] => {
  const { visible, read_only } = sectionOf(sectionOf(fields["settings"])["customer_fields"]);
  const customer = sectionOf(fields["customer"]);
  const [editable, readOnly] = [listedFields(visible), listedFields(read_only)];
  return listedFields([...editable, ...readOnly]).map((name) => ({
    name,
    value: textOf(customer[name]) ?? "",
    isReadOnly: readOnly.includes(name),
  }));
};

export const fieldsToAsk = (visible: unknown): ShownCustomerField[] =>
  listedFields(visible).map((name) => ({ name, value: "", isReadOnly: false }));

/** Whether a text is an email address by the schema of the API. */
const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value);

const problemOf = (name: CustomerField): string => {
  const { problems, customer } = messages;
  const type = DISPLAYED[name];
  return type === "text" ? problems.required(customer[name]) : problems[type];
};

/**
 * Reads the customer's data. Every displayed field is required, but `state` only in some countries. Posted values of
 * disabled fields are ignored.
 *
 * @param sent The `customer` section of the request, because a rule may use a field that is not displayed.
 */
export const readCustomer = (shown: readonly ShownCustomerField[], entries: Entries, sent: Fields) => {
  const names = shown.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
  const entered = Object.fromEntries(names.map((name) => [name, entries[name] ?? ""]));
  const whole = { ...sent, ...entered };
  const broken = customerSchema.safeParse(whole).error?.issues.map(({ path }) => path[0]) ?? [];
  const hasStates = COUNTRIES_WITH_STATES.includes(whole["country"]);
  const problemWith = (name: CustomerField): string | undefined => {
    const value = entries[name] ?? "";
    const label = messages.customer[name];
    if (value === "") return name !== "state" || hasStates ? messages.problems.required(label) : undefined;
    if (value.length > LONGEST) return messages.problems.tooLong(label);
    const isBroken = broken.includes(name) || (DISPLAYED[name] === "email" && !isEmail(value));
    return isBroken ? problemOf(name) : undefined;
  };
  const customer: Customer = entered;
  return { customer, problems: toProblems(names.map((name) => [name, problemWith(name)])) };
};

/** Returns the countries in the order of their names, with any other code of the request. */
const countriesWith = (sent: string): { value: string; text: string }[] => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  const isCode = /^[A-Z]{2}$/.test(sent);
  return [...new Set([...COUNTRY_CODES.split(" "), ...(isCode ? [sent] : [])])]
    .map((value) => ({ value, text: names.of(value) ?? value }))
    .sort((a, b) => a.text.localeCompare(b.text, "en"));
};

const CustomerControl = ({ field: shown, form }: FormTexts & { readonly field: ShownCustomerField }) => {
  const { name, value: sent, isReadOnly } = shown;
  const type = DISPLAYED[name];
  const countries = type === "country" ? countriesWith(sent) : undefined;
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
      options={countries && [{ value: "", text: messages.choose }, ...countries]}
      input={{ maxlength: LONGEST, type }}
    />
  );
};

interface FieldsetProps<Shown> extends FormTexts {
  readonly fields: readonly Shown[];
}

export const CustomerFieldset = ({ fields, form }: FieldsetProps<ShownCustomerField>) =>
  fields.length === 0 ? null : (
    <fieldset>
      <legend>
        <strong>{messages.customerHeading}</strong>
      </legend>
      {fields.map((field) => (
        <div class={field.isReadOnly ? "not-alternative" : undefined}>
          <CustomerControl field={field} form={form} />
        </div>
      ))}
    </fieldset>
  );

interface Agreement {
  readonly isOnByDefault: boolean;
  /** Parts of the text. Parts in square brackets are links. */
  readonly parts: readonly { readonly text: string; readonly href: string | undefined }[];
}

/**
 * Returns the agreement that the customer must accept. A sandbox shows it for every `agreement_toggle`. Source: API
 * reference, "settings".
 */
const agreementOf = (settings: Fields): Agreement | undefined => {
  const { agreement_toggle: toggle, agreed } = settings;
  if (!isRecord(toggle) || agreed === true) return undefined;
  const href = toHttpUrl(toggle["url"])?.href;
  const pieces = (textOf(toggle["text"]) ?? messages.agreement).split(/\[([^[\]]+)\]/);
  return {
    isOnByDefault: toggle["value"] === true,
    parts: pieces
      .map((text, index) => ({ text, href: index % 2 === 1 ? href : undefined }))
      .filter(({ text }) => text !== ""),
  };
};

export const agreementProblem = ({ settings }: CheckoutSession, entries: Entries): Problems => {
  const isMissing = agreementOf(settings) && !Object.hasOwn(entries, "agreement");
  return toProblems([["agreement", isMissing ? messages.problems.agreement : undefined]]);
};

export const AgreementCheckbox = ({ session: { settings }, form }: FormProps) => {
  const agreement = agreementOf(settings);
  if (!agreement) return null;
  return (
    <Checkbox name="agreement" isOn={isChecked(form, "agreement", agreement.isOnByDefault)} form={form}>
      {agreement.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </Checkbox>
  );
};

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
export const readCustomFields = (shown: readonly ShownCustomField[], entries: Entries) => {
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

/** The merchant's custom fields. The script disables Pay until the fields with `data-required` have values. */
export const CustomFieldset = ({ fields, form }: FieldsetProps<ShownCustomField>) => (
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
