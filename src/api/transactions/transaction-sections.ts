import {
  type Infer,
  integer,
  list,
  type Named,
  type Optional,
  optional,
  record,
  type Section,
  section,
  textOrNumber,
  unchecked,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

const creditCardFields = () => ({
  /** Cardholder name. */
  holder: optional(text),
  /** Card brand, such as `visa`. */
  brand: optional(text),
  /** Last four digits. */
  last_4: optional(text),
  /** First digit. */
  first_1: optional(text),
  /** First digits, which identify the issuer. */
  bin: optional(text),
  /** Month of expiry, 1 to 12. */
  exp_month: optional(integer),
  /** Year of expiry, four digits. */
  exp_year: optional(integer),
  /** Card token for later payments. Present if `contract` requested it. */
  token: optional(text),
  /** Identifier of the card, the same in all its payments. */
  stamp: optional(text),
  /** Country of the issuer, ISO 3166-1 alpha-2. */
  issuer_country: optional(text),
  /** Name of the issuer. */
  issuer_name: optional(text),
  /** The issuer's name for this kind of card. */
  product: optional(text),
  /** The wallet that provided the card, such as `apple_pay`. */
  token_provider: optional(text),
  /** Second brand of a card with two brands. */
  sub_brand: optional(text),
});

/** The card used for the payment. Source: gateway documentation, "Notifications". */
export interface CreditCard extends Infer<typeof creditCardFields>, Named {}

const transactionCustomerFields = () => ({
  /** Email address. */
  email: optional(text),
  /** IP address. */
  ip: optional(text),
  /** Identifier of the customer's device. */
  device_id: optional(text),
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date: optional(text),
  /** The customer's identifier in the merchant's system. */
  external_id: optional(text),
  /** Taxpayer identifier. */
  taxpayer_id: optional(text),
});

/** The customer of a transaction. Source: gateway documentation, "Notifications". */
export interface TransactionCustomer extends Infer<typeof transactionCustomerFields>, Named {}

const vendorFields = () => ({
  /** `CTP` for a transaction of a payment token. */
  name: optional(text),
  /** The payment token. */
  token: optional(text),
});

/** The system that made a transaction for the merchant. Source: gateway documentation, "Notifications". */
export interface Vendor extends Infer<typeof vendorFields>, Named {}

const transactionDataFields = () => ({
  /** The payment token that the transaction was made for. */
  vendor: optional(vendorSchema),
});

/** Fields of the gateway in the additional data of a transaction. */
export interface TransactionDataFields extends Infer<typeof transactionDataFields>, Named {}

/** Additional data of the order and the gateway. Source: gateway documentation, "Notifications". */
export interface TransactionData extends TransactionDataFields {
  [field: string]: unknown;
}

const eripBankFields = () => ({
  /** Name of the bank. */
  name: optional(text),
  /** Icon of the bank, such as a data URL. */
  icon: optional(text),
  /** URLs that open the bank's app, by platform: `ios`, `android`, `huaweiapp`. */
  platform_urls: optional(record),
});

/** A banking app in which a bill can be paid. Source: public clients of gateways. */
export interface EripBank extends Infer<typeof eripBankFields>, Named {}

const eripPaymentFields = () => ({
  /** Identifier of the request at the payment system. */
  request_id: optional(textOrNumber),
  /** Number of the service. */
  service_no: optional(textOrNumber),
  /** Number of the service at ERIP. */
  service_no_erip: optional(textOrNumber),
  /** Number that the customer enters to find the bill. */
  account_number: optional(textOrNumber),
  /** Identifier of the payment at the payment system. */
  transaction_id: optional(textOrNumber),
  /** The path to the service in the bank's menu. Returned unchecked. */
  instruction: unchecked<Optional<string[]>>(),
  /** Lines that describe the service. Returned unchecked. */
  service_info: unchecked<Optional<string[]>>(),
  /** Lines of the receipt. Returned unchecked. */
  receipt: unchecked<Optional<string[]>>(),
  /** An image of the QR code that the customer scans. */
  qr_code: optional(text),
  /** The content of the QR code. */
  qr_code_raw: optional(text),
  /** The banking apps that can pay the bill. */
  banks: optional(list(eripBankSchema)),
});

/** A payment by the method `erip`. Source: gateway documentation, "Notifications". */
export interface EripPayment extends Infer<typeof eripPaymentFields>, Named {}

const checkResultFields = () => ({
  /**
   * `M` (match), `N` (no match), `B` (only the address matches), `P` (only the ZIP matches). `U`, `E`, `0` and `1` are
   * no result.
   */
  result_code: optional(text),
});

/** The result of a check of the address or of the security code. */
export interface CheckResult extends Infer<typeof checkResultFields>, Named {}

const avsCvcVerificationFields = () => ({
  /** The check of the billing address. */
  avs_verification: optional(checkResultSchema),
  /** The check of the security code. */
  cvc_verification: optional(checkResultSchema),
});

/** The checks of a card's billing address (AVS) and security code (CVC). Source: gateway documentation, "Test cards". */
export interface AvsCvcVerification extends Infer<typeof avsCvcVerificationFields>, Named {}

const threeDSecureVerificationFields = () => ({
  /** Result of the authentication: `Y`, `A` (attempted), `N`, `U`, `R`, or an unknown one. */
  pa_status: optional(text),
  /** Electronic commerce indicator, such as `05`. */
  eci: optional(text),
  /** Whether the card is enrolled: `Y`, `N`, `U`. */
  ve_status: optional(text),
});

/** The result of 3-D Secure. Source: gateway documentation, "Notifications". */
export interface ThreeDSecureVerification extends Infer<typeof threeDSecureVerificationFields>, Named {}

/** The zod model of {@link CreditCard}. */
export const creditCardSchema: Section<CreditCard> = section(creditCardFields);

/** The zod model of {@link TransactionCustomer}. */
export const transactionCustomerSchema: Section<TransactionCustomer> = section(transactionCustomerFields);

/** The zod model of {@link Vendor}. */
export const vendorSchema: Section<Vendor> = section(vendorFields);

/** The zod model of {@link TransactionData}. */
export const transactionDataSchema: Section<TransactionData, TransactionDataFields> =
  section(transactionDataFields);

/** The zod model of {@link EripBank}. */
export const eripBankSchema: Section<EripBank> = section(eripBankFields);

/** The zod model of {@link EripPayment}. */
export const eripPaymentSchema: Section<EripPayment> = section(eripPaymentFields);

/** The zod model of {@link CheckResult}. */
export const checkResultSchema: Section<CheckResult> = section(checkResultFields);

/** The zod model of {@link AvsCvcVerification}. */
export const avsCvcVerificationSchema: Section<AvsCvcVerification> = section(avsCvcVerificationFields);

/** The zod model of {@link ThreeDSecureVerification}. */
export const threeDSecureVerificationSchema: Section<ThreeDSecureVerification> = section(
  threeDSecureVerificationFields,
);
