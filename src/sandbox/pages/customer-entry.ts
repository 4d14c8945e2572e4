import { type Customer, customerSchema } from "../../models/customer.ts";
import type { CustomerField } from "../../models/customer-fields.ts";
import type { Fields } from "../kept.ts";
import { section } from "../section.ts";
import { type Entries, LONGEST } from "./form.ts";
import type { ShownCustomerField } from "./shown-fields.ts";
import type { Words } from "./words/words.ts";

/** What a customer entered about themselves, and what is wrong with it. */
export interface CustomerEntry {
  readonly customer: Customer;
  readonly problems: ReadonlyMap<string, string>;
}

const WITH_STATES = ["IN", "US", "CA"];

const RULES: readonly CustomerField[] = ["country", "state", "birth_date"];

const problemOf = (name: CustomerField, words: Words): string => {
  const { problems } = words;
  switch (name) {
    case "email":
    case "country":
    case "state":
    case "birth_date":
      return problems[name];
    default:
      return problems.required(words.customer[name]);
  }
};

/** Every field that is displayed is required, but few countries have states. */
const isRequired = (name: CustomerField, country: unknown): boolean =>
  name !== "state" || WITH_STATES.includes(String(country));

/**
 * Reads the customer's data. What is disabled on the page is not read, whatever was posted.
 *
 * @param sent The `customer` section of the request: a rule may need a field that is not displayed.
 */
export const readCustomer = (
  shown: readonly ShownCustomerField[],
  entries: Entries,
  sent: Fields,
  words: Words,
): CustomerEntry => {
  const names = shown.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
  const entered = Object.fromEntries(names.map((name) => [name, entries[name] ?? ""]));
  const customer = { ...section(sent), ...entered };
  const broken = customerSchema.safeParse(customer).error?.issues.map(({ path }) => path[0]) ?? [];
  const problems = new Map<string, string>();
  for (const name of names) {
    const value = entered[name] ?? "";
    const label = words.customer[name];
    if (value === "" && isRequired(name, customer["country"])) {
      problems.set(name, words.problems.required(label));
    } else if (value.length > LONGEST) {
      problems.set(name, words.problems.tooLong(label));
    } else if (name === "email" ? !/^[^\s@]+@[^\s@]+$/.test(value) : isBroken(name, broken)) {
      problems.set(name, problemOf(name, words));
    }
  }
  return { customer: entered, problems };
};

const isBroken = (name: CustomerField, broken: readonly unknown[]): boolean =>
  RULES.includes(name) && broken.includes(name);
