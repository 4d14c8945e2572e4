import {
  type Empty,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "./fields/primitives.ts";
import { optionalOneOf, text } from "./fields/text.ts";

/** Recipient of the payment. Source: API reference, "order.additional_data"; its key: gateway documentation. */
export interface Recipient {
  /** The recipient's account. */
  account_number?: Optional<string>;
  /** Type of `account_number`. */
  account_number_type?: Optional<"card" | "iban" | "bic" | "other" | Empty>;
  /**
   * For test transactions: a processing error code. The response returns it as `code`, with the matching `message` and
   * `friendly_message`.
   */
  expected_bank_code?: Optional<string>;
}

/** The zod model of {@link Recipient}. */
export const recipientSchema: Section<Recipient> = section({
  account_number: optional(text),
  account_number_type: optionalOneOf(["card", "iban", "bic", "other"]),
  expected_bank_code: optional(text),
} satisfies Shape<Recipient>);
