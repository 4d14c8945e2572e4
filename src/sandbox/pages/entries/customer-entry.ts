import { type Customer, customerSchema } from "../../../models/customer.ts";
import type { CustomerField } from "../../../models/customer-fields.ts";
import type { Fields } from "../../gateway/records/records.ts";
import type { Messages } from "../i18n/messages.ts";
import { type Entries, LONGEST } from "./form.ts";
import { filled, problemOf, type Rule } from "./rules.ts";
import type { ShownCustomerField } from "./shown-fields.ts";

/** The customer's data as entered, with its problems. */
export interface CustomerEntry {
  readonly customer: Customer;
  readonly problems: ReadonlyMap<string, string>;
}

/** The countries of which a card's issuer needs the state. Source: API reference, "customer". */
const COUNTRIES_WITH_STATES: readonly unknown[] = ["IN", "US", "CA"];

/** Every displayed field is required; `state` depends on the country. */
export const customerRules = (name: CustomerField, { problems }: Messages): Rule[] => [
  ...(name === "state" ? [] : [filled(problems.missing[name])]),
  ...(name === "email" ? [{ pattern: /^[^\s@]+@[^\s@]+$/u, text: problems.rules.email }] : []),
  ...(name === "birth_date" ? [{ pattern: /^\d{4}-\d\d-\d\d$/u, text: problems.rules.birth_date }] : []),
];

/** The fields that break a rule of the model. */
const brokenIn = (customer: Fields): unknown[] =>
  customerSchema.safeParse(customer).error?.issues.map(({ path }) => path[0]) ?? [];

const ruleOf = (name: CustomerField, { problems }: Messages): string => {
  const rules = new Map(Object.entries({ ...problems.rules }));
  return rules.get(name) ?? problems.missing[name];
};

/**
 * Reads the customer's data. Posted values of disabled fields are ignored.
 *
 * @param sent The `customer` section of the request: a rule may need a field that is not displayed.
 */
export const readCustomer = (
  shown: readonly ShownCustomerField[],
  entries: Entries,
  sent: Fields,
  messages: Messages,
): CustomerEntry => {
  const names = shown.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
  const entered = Object.fromEntries(names.map((name) => [name, entries[name] ?? ""]));
  const customer = { ...sent, ...entered };
  const broken = brokenIn(customer);
  const hasStates = COUNTRIES_WITH_STATES.includes(customer["country"]);
  const problemWith = (name: CustomerField): string | undefined => {
    const value = entries[name] ?? "";
    const label = messages.customer[name];
    if (name === "state" && value === "") return hasStates ? messages.problems.missing[name] : undefined;
    if (value.length > LONGEST) return messages.problems.tooLong(label);
    return (
      problemOf(value, customerRules(name, messages)) ??
      (broken.includes(name) ? ruleOf(name, messages) : undefined)
    );
  };
  const problems = names.flatMap((name) => {
    const problem = problemWith(name);
    return problem === undefined ? [] : [[name, problem] as const];
  });
  return { customer: entered, problems: new Map(problems) };
};
