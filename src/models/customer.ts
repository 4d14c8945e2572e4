import { type Optional, optional, type Section, type Shape, section } from "./fields/primitives.ts";
import { type Rule, withRules } from "./fields/rules.ts";
import { calendarDate, country, limitedText, text } from "./fields/text.ts";

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
  /** Billing state, two letters; only if `country` is IN, US or CA. */
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

/** The countries for which a billing state is sent. */
export const COUNTRIES_WITH_STATES: readonly unknown[] = ["IN", "US", "CA"];

export const STATE_PATTERN = /^[A-Za-z]{2}$/;

const STATE_FORMAT = "two letters, only with country IN, US or CA";

const stateSchema = limitedText(STATE_FORMAT, (value) => value === "" || STATE_PATTERN.test(value), {
  anyOf: [{ pattern: STATE_PATTERN.source }, { const: "" }],
});

const stateMatchesCountry: Rule<Customer> = ({ state, country: code }, refuse) => {
  // A state that is not two letters is refused by its own model.
  if (typeof state === "string" && STATE_PATTERN.test(state) && !COUNTRIES_WITH_STATES.includes(code))
    refuse(["state"], `must be ${STATE_FORMAT}`);
};

/** The zod model of {@link Customer}. */
export const customerSchema: Section<Customer> = withRules(
  section({
    email: optional(text),
    first_name: optional(text),
    last_name: optional(text),
    address: optional(text),
    city: optional(text),
    state: optional(stateSchema),
    zip: optional(text),
    country: optional(country),
    phone: optional(text),
    birth_date: optional(calendarDate),
    external_id: optional(text),
    taxpayer_id: optional(text),
  } satisfies Shape<Customer>),
  stateMatchesCountry,
);
