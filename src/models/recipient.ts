import { type Model, type Optional, oneOf, optional, type Shape, section, text } from "./primitives.ts";

/** Who receives the payment. Source: API reference, "order.additional_data"; its key: gateway documentation. */
export interface Recipient {
  /** The recipient's account. */
  account_number?: Optional<string>;
  /** What `account_number` is. */
  account_number_type?: Optional<"card" | "iban" | "bic" | "other">;
  /**
   * For test transactions: a processing error code, which the response then returns as `code`, with
   * `message` and `friendly_message` matching it.
   */
  expected_bank_code?: Optional<string>;
}

/** The zod model of {@link Recipient}. */
export const recipientSchema: Model<Recipient> = section({
  account_number: optional(text),
  account_number_type: optional(oneOf(["card", "iban", "bic", "other"])),
  expected_bank_code: optional(text),
} satisfies Shape<Recipient>);
