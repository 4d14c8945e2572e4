import type { CustomerField } from "../../../models/customer-fields.ts";
import type { Fields } from "../../gateway/records.ts";
import { section, textOf } from "../../gateway/section.ts";

/** A field of the customer's data that a page displays. */
export interface ShownCustomerField {
  readonly name: CustomerField;
  /** What was sent, or entered before. */
  readonly value: string;
  readonly isReadOnly: boolean;
}

/** In the order in which people write an address; whether there is a state depends on the country before it. */
const IN_ORDER: readonly CustomerField[] = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "country",
  "state",
  "city",
  "zip",
  "address",
  "birth_date",
  "taxpayer_id",
];

const namesIn = (value: unknown): CustomerField[] =>
  IN_ORDER.filter((name) => Array.isArray(value) && value.includes(name));

/**
 * The customer's data that a page displays: `visible` editable, `read_only` disabled, and nothing else, whatever
 * was sent. A field in both is `read_only`. Source: API reference, "customer_fields rules".
 */
export const shownCustomerFields = (fields: Fields): ShownCustomerField[] => {
  const { visible, read_only } = section(section(fields["settings"])["customer_fields"]);
  const customer = section(fields["customer"]);
  const [editable, readOnly] = [namesIn(visible), namesIn(read_only)];
  return IN_ORDER.filter((name) => editable.includes(name) || readOnly.includes(name)).map((name) => ({
    name,
    value: textOf(customer[name]) ?? "",
    isReadOnly: readOnly.includes(name),
  }));
};

/** The fields of a product's `visible_fields`, for a customer of whom nothing is known. */
export const fieldsToAsk = (visible: unknown): ShownCustomerField[] =>
  namesIn(visible).map((name) => ({ name, value: "", isReadOnly: false }));

/** A field of the merchant's own that a page displays. */
export interface ShownCustomField {
  /** `custom_field_1` and so on. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string | undefined;
  /** A `read_only` field is not required. */
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
}

/** The merchant's own fields that are `visible`. Source: API reference, "custom field". */
export const shownCustomFields = (fields: Fields): ShownCustomField[] =>
  Object.entries(section(section(fields["order"])["custom_fields"])).flatMap(([name, given]) => {
    const { label, value, placeholder, visible, required, read_only } = section(given);
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
