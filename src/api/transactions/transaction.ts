import { customFieldsSchema } from "../checkout/custom-field.ts";
import {
  flag,
  type Infer,
  integer,
  type Model,
  type Named,
  optional,
  record,
  type Section,
  section,
  textOrNumber,
} from "../fields/primitives.ts";
import { returned } from "../fields/returned.ts";
import { text } from "../fields/text.ts";
import { paymentDetailsSchema } from "./payment-details.ts";
import { billingAddressSchema } from "./saved-card-payment.ts";
import {
  avsCvcVerificationSchema,
  creditCardSchema,
  eripPaymentSchema,
  threeDSecureVerificationSchema,
  transactionCustomerSchema,
  transactionDataSchema,
} from "./transaction-sections.ts";
import { transactionStatus } from "./transaction-status.ts";
import type { AnyTransactionType } from "./transaction-type.ts";

const transactionType: Model<AnyTransactionType> = text;

const transactionFields = () => ({
  /** Identifier of the transaction. */
  uid: text,
  /** The identifier again; some gateways send a number. */
  id: optional(textOrNumber),
  /** For a capture, void, refund or chargeback: `uid` of the original transaction. */
  parent_uid: optional(text),
  /** The original transaction of a chargeback, which names its order only here. */
  parent_transaction: optional(record),
  /** `payment`, `authorization`, …: the name of the section with the details. */
  type: optional(transactionType),
  /**
   * `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one; of a bill also
   * `permanent`, `start` and `auto_created`.
   */
  status: optional(transactionStatus),
  /** Amount in minor units. */
  amount: optional(integer),
  /** Currency, ISO 4217 alpha-3. */
  currency: optional(text),
  /** Order description. */
  description: optional(text),
  /** The merchant's identifier, from `order.tracking_id`. */
  tracking_id: optional(text),
  /** Of a bill: the order's number. */
  order_id: optional(textOrNumber),
  /** Why the amount of a refund or chargeback went back. */
  reason: optional(text),
  /** Description of the status. */
  message: optional(text),
  /** Result code, such as a processing error code. */
  code: optional(text),
  /** Description of `code` for the customer. */
  friendly_message: optional(text),
  /** The custom fields of the order, with the values that the customer entered. */
  custom_fields: optional(returned(customFieldsSchema)),
  /** True for a test transaction: no money moved. */
  test: optional(flag),
  /** When the transaction was created: ISO 8601, UTC, like all its times. */
  created_at: optional(text),
  /** When the transaction was last changed. */
  updated_at: optional(text),
  /** When it was paid. */
  paid_at: optional(text),
  /** When it expires or expired. */
  expired_at: optional(text),
  /** When it was closed. */
  closed_at: optional(text),
  /** When it was settled. */
  settled_at: optional(text),
  /** When the gateway's staff corrected it. */
  manually_corrected_at: optional(text),
  /** Language of the payment page. */
  language: optional(text),
  /** `credit_card`, or the type of an alternative method. */
  payment_method_type: optional(text),
  /** The same, at some gateways. */
  method_type: optional(text),
  /** `initial` for the payment that saved a card, `recurring` for a charge of it. */
  recurring_type: optional(text),
  /** Code of the status. */
  status_code: optional(textOrNumber),
  /** URL of the receipt. */
  receipt_url: optional(text),
  /** The card used for the payment. */
  credit_card: optional(creditCardSchema),
  /** Processing result of a payment. */
  payment: optional(paymentDetailsSchema),
  /** Processing result of an authorization. */
  authorization: optional(paymentDetailsSchema),
  /** Processing result of a charge. */
  charge: optional(paymentDetailsSchema),
  /** Processing result of a payout. */
  payout: optional(paymentDetailsSchema),
  /** Processing result of a tokenization. */
  tokenization: optional(paymentDetailsSchema),
  /** Processing result of a capture. */
  capture: optional(paymentDetailsSchema),
  /** Processing result of a void. */
  void: optional(paymentDetailsSchema),
  /** Processing result of a refund. */
  refund: optional(paymentDetailsSchema),
  /** Processing result of a chargeback. */
  chargeback: optional(paymentDetailsSchema),
  /** Processing result of a credit: money sent to a card. */
  credit: optional(paymentDetailsSchema),
  /** Processing result of a transfer from a customer's card to another. */
  p2p: optional(paymentDetailsSchema),
  /** Processing result of a check of a payment that is not made. */
  checkup: optional(paymentDetailsSchema),
  /** Processing result of a fraud advice. */
  fraud_advice: optional(paymentDetailsSchema),
  /** Processing result of a tokenization of a recipient's card. */
  recipient_tokenization: optional(paymentDetailsSchema),
  /** A payment by the method `erip`. */
  erip: optional(eripPaymentSchema),
  /** The checks of the card's billing address and security code. */
  avs_cvc_verification: optional(avsCvcVerificationSchema),
  /** The result of 3-D Secure. */
  three_d_secure_verification: optional(threeDSecureVerificationSchema),
  /** The result of the gateway's fraud checks. */
  be_protected_verification: optional(record),
  /** The customer. */
  customer: optional(transactionCustomerSchema),
  /** Billing address. */
  billing_address: optional(returned(billingAddressSchema)),
  /** Additional data of the order, and of the gateway. */
  additional_data: optional(transactionDataSchema),
  /** URL where the customer continues. */
  redirect_url: optional(text),
});

/**
 * A transaction, from a notification or from `payments.transactions`. Source: gateway documentation, "Notifications" and
 * "Follow-up transactions".
 */
export interface Transaction extends Infer<typeof transactionFields>, Named {}

/** The zod model of {@link Transaction}. */
export const transactionSchema: Section<Transaction> = section(transactionFields);
