import type { TransactionType } from "../checkout/checkout.ts";
import { type CustomFields, customFieldsSchema } from "../checkout/custom-field.ts";
import {
  flag,
  integer,
  type Open,
  type Optional,
  optional,
  record,
  type Section,
  type Shape,
  section,
  textOrNumber,
} from "../fields/primitives.ts";
import { type Returned, returned } from "../fields/returned.ts";
import { text } from "../fields/text.ts";
import { type PaymentDetails, paymentDetailsSchema, type TransactionStatus } from "./payment-details.ts";
import { type BillingAddress, billingAddressSchema } from "./saved-card-payment.ts";
import {
  type AvsCvcVerification,
  avsCvcVerificationSchema,
  type CreditCard,
  creditCardSchema,
  type EripPayment,
  eripPaymentSchema,
  type ThreeDSecureVerification,
  type TransactionCustomer,
  type TransactionData,
  threeDSecureVerificationSchema,
  transactionCustomerSchema,
  transactionDataSchema,
} from "./transaction-sections.ts";

/**
 * A transaction, from a notification or from `payments.transactions`. Source: gateway documentation, "Notifications" and
 * "Follow-up transactions".
 */
export interface Transaction {
  /** Identifier of the transaction. */
  uid: string;
  /** The identifier again; some gateways send a number. */
  id?: Optional<string | number>;
  /** For a capture, void or refund: `uid` of the original transaction. */
  parent_uid?: Optional<string>;
  /** `payment`, `authorization`, …: the name of the section with the details. */
  type?: Optional<Open<TransactionType | "capture" | "void" | "refund">>;
  /**
   * `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one; of a bill also
   * `permanent`, `start` and `auto_created`.
   */
  status?: Optional<TransactionStatus>;
  /** Amount in minor units. */
  amount?: Optional<number>;
  /** Currency, ISO 4217 alpha-3. */
  currency?: Optional<string>;
  /** Order description. */
  description?: Optional<string>;
  /** The merchant's identifier, from `order.tracking_id`. */
  tracking_id?: Optional<string>;
  /** Of a bill: the order's number. */
  order_id?: Optional<string | number>;
  /** Description of the status. */
  message?: Optional<string>;
  /** Result code, such as a processing error code. */
  code?: Optional<string>;
  /** Description of `code` for the customer. */
  friendly_message?: Optional<string>;
  /** The custom fields of the order, with the values that the customer entered. */
  custom_fields?: Optional<Returned<CustomFields>>;
  /** True for a test transaction: no money moved. */
  test?: Optional<boolean>;
  /** When the transaction was created: ISO 8601, UTC, like all its times. */
  created_at?: Optional<string>;
  /** When the transaction was last changed. */
  updated_at?: Optional<string>;
  /** When it was paid. */
  paid_at?: Optional<string>;
  /** When it expires or expired. */
  expired_at?: Optional<string>;
  /** When it was closed. */
  closed_at?: Optional<string>;
  /** When it was settled. */
  settled_at?: Optional<string>;
  /** When the gateway's staff corrected it. */
  manually_corrected_at?: Optional<string>;
  /** Language of the payment page. */
  language?: Optional<string>;
  /** `credit_card`, or the type of an alternative method. */
  payment_method_type?: Optional<string>;
  /** The same, at some gateways. */
  method_type?: Optional<string>;
  /** `initial` for the payment that saved a card, `recurring` for a charge of it. */
  recurring_type?: Optional<string>;
  /** Code of the status. */
  status_code?: Optional<string | number>;
  /** URL of the receipt. */
  receipt_url?: Optional<string>;
  /** The card used for the payment. */
  credit_card?: Optional<CreditCard>;
  /** Processing result of a payment. */
  payment?: Optional<PaymentDetails>;
  /** Processing result of an authorization. */
  authorization?: Optional<PaymentDetails>;
  /** Processing result of a charge. */
  charge?: Optional<PaymentDetails>;
  /** Processing result of a payout. */
  payout?: Optional<PaymentDetails>;
  /** Processing result of a tokenization. */
  tokenization?: Optional<PaymentDetails>;
  /** Processing result of a capture. */
  capture?: Optional<PaymentDetails>;
  /** Processing result of a void. */
  void?: Optional<PaymentDetails>;
  /** Processing result of a refund. */
  refund?: Optional<PaymentDetails>;
  /** A payment by the method `erip`. */
  erip?: Optional<EripPayment>;
  /** The checks of the card's billing address and security code. */
  avs_cvc_verification?: Optional<AvsCvcVerification>;
  /** The result of 3-D Secure. */
  three_d_secure_verification?: Optional<ThreeDSecureVerification>;
  /** The result of the gateway's fraud checks. */
  be_protected_verification?: Optional<Record<string, unknown>>;
  /** The customer. */
  customer?: Optional<TransactionCustomer>;
  /** Billing address. */
  billing_address?: Optional<Returned<BillingAddress>>;
  /** Additional data of the order, and of the gateway. */
  additional_data?: Optional<TransactionData>;
  /** URL where the customer continues. */
  redirect_url?: Optional<string>;
}

/** The zod model of {@link Transaction}. */
export const transactionSchema: Section<Transaction> = section(
  (): Shape<Transaction> => ({
    uid: text,
    id: optional(textOrNumber),
    parent_uid: optional(text),
    type: optional(text),
    status: optional(text),
    amount: optional(integer),
    currency: optional(text),
    description: optional(text),
    tracking_id: optional(text),
    order_id: optional(textOrNumber),
    message: optional(text),
    code: optional(text),
    friendly_message: optional(text),
    custom_fields: optional(returned(customFieldsSchema)),
    test: optional(flag),
    created_at: optional(text),
    updated_at: optional(text),
    paid_at: optional(text),
    expired_at: optional(text),
    closed_at: optional(text),
    settled_at: optional(text),
    manually_corrected_at: optional(text),
    language: optional(text),
    payment_method_type: optional(text),
    method_type: optional(text),
    recurring_type: optional(text),
    status_code: optional(textOrNumber),
    receipt_url: optional(text),
    credit_card: optional(creditCardSchema),
    payment: optional(paymentDetailsSchema),
    authorization: optional(paymentDetailsSchema),
    charge: optional(paymentDetailsSchema),
    payout: optional(paymentDetailsSchema),
    tokenization: optional(paymentDetailsSchema),
    capture: optional(paymentDetailsSchema),
    void: optional(paymentDetailsSchema),
    refund: optional(paymentDetailsSchema),
    erip: optional(eripPaymentSchema),
    avs_cvc_verification: optional(avsCvcVerificationSchema),
    three_d_secure_verification: optional(threeDSecureVerificationSchema),
    be_protected_verification: optional(record),
    customer: optional(transactionCustomerSchema),
    billing_address: optional(returned(billingAddressSchema)),
    additional_data: optional(transactionDataSchema),
    redirect_url: optional(text),
  }),
);
