import { namesOf } from "../../shared/values.ts";
import {
  type Infer,
  type Model,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
} from "../fields/primitives.ts";
import { calendarDate, country, oneOf, text } from "../fields/text.ts";

/**
 * In the order of "customer_fields rules" in the API reference, which name the fields that the payment page can
 * display.
 */
export const displayableFields = () => ({
  /** Email address. */
  email: optional(text),
  /** First name. */
  first_name: optional(text),
  /** Last name. */
  last_name: optional(text),
  /** Billing address. */
  address: optional(text),
  /** Billing city. */
  city: optional(text),
  /** Billing state or province, two letters if `country` is IN, US or CA, otherwise any text. */
  state: optional(text),
  /** Billing ZIP or postal code. */
  zip: optional(text),
  /** Phone number. */
  phone: optional(text),
  /** Billing country, ISO 3166-1 alpha-2 in capitals, such as `DE`. */
  country: optional(country),
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date: optional(calendarDate),
  /** Taxpayer identifier. */
  taxpayer_id: optional(text),
});

const customerFields = () => ({
  ...displayableFields(),
  /** The customer's identifier in your system. */
  external_id: optional(text),
});

/** The customer. The required fields depend on the integration. Source: API reference, "customer". */
export interface Customer extends Infer<typeof customerFields>, Named {}

/** A field of the `customer` section that the payment page can display. */
export type CustomerField = keyof ReturnType<typeof displayableFields>;

/* @__NO_SIDE_EFFECTS__ */
export function customerFieldNames(): Model<readonly CustomerField[]> {
  return readonlyList(oneOf(namesOf(displayableFields())));
}

/** The countries for which a card's issuer needs the state. Source: API reference, "customer". */
export const COUNTRIES_WITH_STATES: readonly unknown[] = ["IN", "US", "CA"];

export const STATE_PATTERN = /^[A-Za-z]{2}$/;

/** The zod model of {@link Customer}. */
export const customerSchema: Section<Customer> = section(customerFields);
