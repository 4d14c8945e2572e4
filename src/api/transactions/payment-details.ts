import {
  anything,
  type Infer,
  integer,
  type Named,
  optional,
  type Section,
  section,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";
import { transactionStatus } from "./transaction-status.ts";

const paymentDetailsFields = () => ({
  /** Identifier of the transaction. */
  uid: optional(text),
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one. */
  status: optional(transactionStatus),
  /** Description of the status. */
  message: optional(text),
  /** Result code, such as a processing error code. */
  code: optional(text),
  /** Description of `code` for the customer. */
  friendly_message: optional(text),
  /** Amount in minor units. */
  amount: optional(integer),
  /** Currency, ISO 4217 alpha-3. */
  currency: optional(text),
  /** Authorization code of the issuing bank. */
  auth_code: optional(text),
  /** The bank's response code. */
  bank_code: optional(text),
  /** Retrieval reference number. */
  rrn: optional(text),
  /** Reference of the acquirer. */
  ref_id: optional(text),
  /** Text on the cardholder's statement. */
  billing_descriptor: optional(text),
  /** Identifier of the processing gateway. */
  gateway_id: anything,
  /** URL of the receipt. */
  receipt_url: optional(text),
  /** URL where the customer continues. */
  redirect_url: optional(text),
});

/**
 * The processing result, in the section named after the type of the transaction (`payment`, `authorization`, …).
 * Source: gateway documentation, "Payment token status" and "Notifications".
 */
export interface PaymentDetails extends Infer<typeof paymentDetailsFields>, Named {}

/** The zod model of {@link PaymentDetails}. */
export const paymentDetailsSchema: Section<PaymentDetails> = section(paymentDetailsFields);
