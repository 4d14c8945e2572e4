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
  /** The same identifier. Some gateways send a number. */
  id: optional(textOrNumber),
  /** For a capture, void, refund or chargeback: `uid` of the original transaction. */
  parent_uid: optional(text),
  /** The original transaction of a chargeback. Only this field refers to the order. */
  parent_transaction: optional(record),
  /** `payment`, `authorization`, …, the name of the section with the details. */
  type: optional(transactionType),
  /**
   * `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one. A bill also has
   * `permanent`, `start` and `auto_created`.
   */
  status: optional(transactionStatus),
  /** Amount in minor units. */
  amount: optional(integer),
  /** Currency, ISO 4217 alpha-3. */
  currency: optional(text),
  /** Order description. */
  description: optional(text),
  /** Your identifier, from `order.tracking_id`. */
  tracking_id: optional(text),
  /** Number of the order of a bill. */
  order_id: optional(textOrNumber),
  /** Reason of a refund or chargeback. */
  reason: optional(text),
  /** Description of the status. */
  message: optional(text),
  /** Result code, such as a processing error code. */
  code: optional(text),
  /** Description of `code` for the customer. */
  friendly_message: optional(text),
  /** The custom fields of the order, with the values that the customer entered. */
  custom_fields: optional(returned(customFieldsSchema)),
  /** True for a test transaction, which moves no money. */
  test: optional(flag),
  /** Creation time. All times are ISO 8601, UTC. */
  created_at: optional(text),
  /** Time of the last change. */
  updated_at: optional(text),
  /** Time of the payment. */
  paid_at: optional(text),
  /** Time of expiry. */
  expired_at: optional(text),
  /** Time when the transaction was closed. */
  closed_at: optional(text),
  /** Time when the money was settled. */
  settled_at: optional(text),
  /** Time when the gateway's staff corrected the transaction. */
  manually_corrected_at: optional(text),
  /** Language of the payment page. */
  language: optional(text),
  /** `credit_card`, or the type of an alternative method. */
  payment_method_type: optional(text),
  /** The name of `payment_method_type` at some gateways. */
  method_type: optional(text),
  /** `initial` for the payment that saved a card, `recurring` for a charge of the saved card. */
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
  /** Processing result of a credit, which sends money to a card. */
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
  /** Additional data of the order and the gateway. */
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
