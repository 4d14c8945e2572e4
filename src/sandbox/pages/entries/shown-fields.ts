import type { CustomerField } from "../../../models/customer-fields.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Fields } from "../../gateway/records/records.ts";

/** A field of the customer's data that a page displays. */
export interface ShownCustomerField {
  readonly name: CustomerField;
  /** As sent, or as entered before. */
  readonly value: string;
  readonly isReadOnly: boolean;
}

/** The usual order of an address. The country comes before the state, which depends on it. */
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
 * The customer's data that a page displays: `visible` fields editable, `read_only` fields disabled, no others. A field
 * in both lists is `read_only`. Source: API reference, "customer_fields rules".
 */
export const shownCustomerFields = (fields: Fields): ShownCustomerField[] => {
  const { visible, read_only } = sectionOf(sectionOf(fields["settings"])["customer_fields"]);
  const customer = sectionOf(fields["customer"]);
  const [editable, readOnly] = [namesIn(visible), namesIn(read_only)];
  return IN_ORDER.filter((name) => editable.includes(name) || readOnly.includes(name)).map((name) => ({
    name,
    value: textOf(customer[name]) ?? "",
    isReadOnly: readOnly.includes(name),
  }));
};

/** The empty fields of a product's `visible_fields`. */
export const fieldsToAsk = (visible: unknown): ShownCustomerField[] =>
  namesIn(visible).map((name) => ({ name, value: "", isReadOnly: false }));

/** The custom fields that are `visible`; a `read_only` one is not required. Source: API reference, "custom field". */
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
