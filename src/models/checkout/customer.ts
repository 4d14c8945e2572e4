import { type Optional, optional, type Section, type Shape, section } from "../fields/primitives.ts";
import { calendarDate, country, text } from "../fields/text.ts";

/** The customer. Which fields are required depends on the integration. Source: API reference, "customer". */
export interface Customer {
  /** Email address. */
  email?: Optional<string>;
  /** First name. */
  first_name?: Optional<string>;
  /** Last name. */
  last_name?: Optional<string>;
  /** Billing address. */
  address?: Optional<string>;
  /** Billing city. */
  city?: Optional<string>;
  /** Billing state or province: two letters if `country` is IN, US or CA, any text beside another country or none. */
  state?: Optional<string>;
  /** Billing ZIP or postal code. */
  zip?: Optional<string>;
  /** Billing country, ISO 3166-1 alpha-2 in capitals, such as `DE`. */
  country?: Optional<string>;
  /** Phone number. */
  phone?: Optional<string>;
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date?: Optional<string>;
  /** The customer's identifier in the merchant's system. */
  external_id?: Optional<string>;
  /** Taxpayer identifier. */
  taxpayer_id?: Optional<string>;
}

/** The countries for which a card's issuer needs the state. Source: API reference, "customer". */
export const COUNTRIES_WITH_STATES: readonly unknown[] = ["IN", "US", "CA"];

export const STATE_PATTERN = /^[A-Za-z]{2}$/;

/** The zod model of {@link Customer}. */
export const customerSchema: Section<Customer> = section(
  (): Shape<Customer> => ({
    email: optional(text),
    first_name: optional(text),
    last_name: optional(text),
    address: optional(text),
    city: optional(text),
    state: optional(text),
    zip: optional(text),
    country: optional(country),
    phone: optional(text),
    birth_date: optional(calendarDate),
    external_id: optional(text),
    taxpayer_id: optional(text),
  }),
);
