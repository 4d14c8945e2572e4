import {
  anything,
  integer,
  type Open,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

/** The status of a transaction: a known one, or one that is new. */
export type TransactionStatus = Open<
  | "successful"
  | "failed"
  | "incomplete"
  | "pending"
  | "expired"
  | "error"
  | "deleted"
  | "permanent"
  | "start"
  | "auto_created"
>;

/**
 * The section named after a transaction's type (`payment`, `authorization`, …): the processing result. Source: gateway
 * documentation, "Payment token status" and "Notifications".
 */
export interface PaymentDetails {
  /** Identifier of the transaction. */
  uid?: Optional<string>;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one. */
  status?: Optional<TransactionStatus>;
  /** Description of the status. */
  message?: Optional<string>;
  /** Result code, such as a processing error code. */
  code?: Optional<string>;
  /** Description of `code` for the customer. */
  friendly_message?: Optional<string>;
  /** Amount in minor units. */
  amount?: Optional<number>;
  /** Currency, ISO 4217 alpha-3. */
  currency?: Optional<string>;
  /** Authorization code of the issuing bank. */
  auth_code?: Optional<string>;
  /** The bank's response code. */
  bank_code?: Optional<string>;
  /** Retrieval reference number. */
  rrn?: Optional<string>;
  /** Reference of the acquirer. */
  ref_id?: Optional<string>;
  /** Text on the cardholder's statement. */
  billing_descriptor?: Optional<string>;
  /** Identifier of the processing gateway. */
  gateway_id?: unknown;
  /** URL of the receipt. */
  receipt_url?: Optional<string>;
  /** URL where the customer continues. */
  redirect_url?: Optional<string>;
}

/** The zod model of {@link PaymentDetails}. */
export const paymentDetailsSchema: Section<PaymentDetails> = section(
  (): Shape<PaymentDetails> => ({
    uid: optional(text),
    status: optional(text),
    message: optional(text),
    code: optional(text),
    friendly_message: optional(text),
    amount: optional(integer),
    currency: optional(text),
    auth_code: optional(text),
    bank_code: optional(text),
    rrn: optional(text),
    ref_id: optional(text),
    billing_descriptor: optional(text),
    gateway_id: anything,
    receipt_url: optional(text),
    redirect_url: optional(text),
  }),
);
