import { COUNTRIES_WITH_STATES, type Customer, customerSchema } from "../../../api/checkout/customer.ts";
import type { CustomerField } from "../../../api/checkout/customer-fields.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { Fields } from "../../gateway/records/records.ts";
import type { Messages } from "../i18n.ts";
import { type Entries, LONGEST, toProblems } from "./form.ts";

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

/** What the schema of the API accepts, and no mail can be sent to. */
const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value);

const brokenIn = (customer: Fields): unknown[] =>
  customerSchema.safeParse(customer).error?.issues.map(({ path }) => path[0]) ?? [];

const ruleOf = (name: CustomerField, { problems, customer }: Messages): string =>
  name === "email" || name === "country" || name === "birth_date"
    ? problems[name]
    : problems.required(customer[name]);

/**
 * Reads the customer's data: every displayed field is required, `state` by the country. Posted values of disabled fields
 * are ignored.
 *
 * @param sent The `customer` section of the request: a rule may need a field that is not displayed.
 */
export const readCustomer = (
  shown: readonly ShownCustomerField[],
  entries: Entries,
  sent: Fields,
  messages: Messages,
) => {
  const names = shown.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
  const entered = Object.fromEntries(names.map((name) => [name, entries[name] ?? ""]));
  const whole = { ...sent, ...entered };
  const broken = brokenIn(whole);
  const hasStates = COUNTRIES_WITH_STATES.includes(whole["country"]);
  const problemWith = (name: CustomerField): string | undefined => {
    const value = entries[name] ?? "";
    const label = messages.customer[name];
    if (value === "") return name !== "state" || hasStates ? messages.problems.required(label) : undefined;
    if (value.length > LONGEST) return messages.problems.tooLong(label);
    const isBroken = broken.includes(name) || (name === "email" && !isEmail(value));
    return isBroken ? ruleOf(name, messages) : undefined;
  };
  const customer: Customer = entered;
  return { customer, problems: toProblems(names.map((name) => [name, problemWith(name)])) };
};
