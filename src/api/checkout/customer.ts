import { type Infer, type Named, optional, type Section, section } from "../fields/primitives.ts";
import { calendarDate, country, text } from "../fields/text.ts";

const customerFields = () => ({
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
  /** Billing state or province: two letters if `country` is IN, US or CA, any text beside another country or none. */
  state: optional(text),
  /** Billing ZIP or postal code. */
  zip: optional(text),
  /** Billing country, ISO 3166-1 alpha-2 in capitals, such as `DE`. */
  country: optional(country),
  /** Phone number. */
  phone: optional(text),
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date: optional(calendarDate),
  /** The customer's identifier in the merchant's system. */
  external_id: optional(text),
  /** Taxpayer identifier. */
  taxpayer_id: optional(text),
});

/** The customer. Which fields are required depends on the integration. Source: API reference, "customer". */
export interface Customer extends Infer<typeof customerFields>, Named {}

/** The countries for which a card's issuer needs the state. Source: API reference, "customer". */
export const COUNTRIES_WITH_STATES: readonly unknown[] = ["IN", "US", "CA"];

export const STATE_PATTERN = /^[A-Za-z]{2}$/;

/** The zod model of {@link Customer}. */
export const customerSchema: Section<Customer> = section(customerFields);
