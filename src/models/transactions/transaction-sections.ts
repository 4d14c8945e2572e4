import {
  integer,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
  textOrNumber,
  unchecked,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

/** The card used for the payment. Source: gateway documentation, "Notifications". */
export interface CreditCard {
  /** Cardholder name. */
  holder?: Optional<string>;
  /** Card brand, such as `visa`. */
  brand?: Optional<string>;
  /** Last four digits. */
  last_4?: Optional<string>;
  /** First digit. */
  first_1?: Optional<string>;
  /** First digits, which identify the issuer. */
  bin?: Optional<string>;
  /** Month of expiry, 1 to 12. */
  exp_month?: Optional<number>;
  /** Year of expiry, four digits. */
  exp_year?: Optional<number>;
  /** Card token for later payments, if `contract` requested one. */
  token?: Optional<string>;
  /** Identifier of the card, the same in all its payments. */
  stamp?: Optional<string>;
  /** Country of the issuer, ISO 3166-1 alpha-2. */
  issuer_country?: Optional<string>;
  /** Name of the issuer. */
  issuer_name?: Optional<string>;
  /** The issuer's name for this kind of card. */
  product?: Optional<string>;
  /** The wallet that provided the card, such as `apple_pay`. */
  token_provider?: Optional<string>;
  /** Second brand of a card with two. */
  sub_brand?: Optional<string>;
}

/** The customer of a transaction. Source: gateway documentation, "Notifications". */
export interface TransactionCustomer {
  /** Email address. */
  email?: Optional<string>;
  /** IP address. */
  ip?: Optional<string>;
  /** Identifier of the customer's device. */
  device_id?: Optional<string>;
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date?: Optional<string>;
  /** The customer's identifier in the merchant's system. */
  external_id?: Optional<string>;
  /** Taxpayer identifier. */
  taxpayer_id?: Optional<string>;
}

/** Who made a transaction for the merchant. Source: gateway documentation, "Notifications". */
export interface Vendor {
  /** `CTP` for a transaction of a payment token. */
  name?: Optional<string>;
  /** The payment token. */
  token?: Optional<string>;
}

/** Fields of the gateway in the additional data of a transaction. */
export interface TransactionDataFields {
  /** The payment token that the transaction was made for. */
  vendor?: Optional<Vendor>;
}

/** Additional data of the order, and of the gateway. Source: gateway documentation, "Notifications". */
export type TransactionData = TransactionDataFields & Record<string, unknown>;

/** A payment by the method `erip`. Source: gateway documentation, "Notifications". */
export interface EripPayment {
  /** Identifier of the request at the payment system. */
  request_id?: Optional<string | number>;
  /** The service's number. */
  service_no?: Optional<string | number>;
  /** The service's number at ERIP. */
  service_no_erip?: Optional<string | number>;
  /** The account that is paid for: what the customer enters. */
  account_number?: Optional<string | number>;
  /** Identifier of the payment at the payment system. */
  transaction_id?: Optional<string | number>;
  /** Where the customer finds the service. Returned unchecked. */
  instruction?: Optional<string[]>;
  /** Lines that describe the service. Returned unchecked. */
  service_info?: Optional<string[]>;
  /** Lines of the receipt. Returned unchecked. */
  receipt?: Optional<string[]>;
  /** An image of the QR code that the customer scans. */
  qr_code?: Optional<string>;
  /** The content of the QR code. */
  qr_code_raw?: Optional<string>;
}

/** The result of a check of the address or of the security code. */
export interface CheckResult {
  /** `M`: match, `N`: no match, `B`: only the address matches, `P`: only the ZIP; `U`, `E`, `0` and `1`: no result. */
  result_code?: Optional<string>;
}

/** The checks of a card's billing address (AVS) and security code (CVC). Source: gateway documentation, "Test cards". */
export interface AvsCvcVerification {
  /** The check of the billing address. */
  avs_verification?: Optional<CheckResult>;
  /** The check of the security code. */
  cvc_verification?: Optional<CheckResult>;
}

/** The result of 3-D Secure. Source: gateway documentation, "Notifications". */
export interface ThreeDSecureVerification {
  /** Result of the authentication: `Y`, `A` (attempted), `N`, `U`, `R`, or an unknown one. */
  pa_status?: Optional<string>;
  /** Electronic commerce indicator, such as `05`. */
  eci?: Optional<string>;
  /** Whether the card is enrolled: `Y`, `N`, `U`. */
  ve_status?: Optional<string>;
}

/** The zod model of {@link CreditCard}. */
export const creditCardSchema: Section<CreditCard> = section(
  (): Shape<CreditCard> => ({
    holder: optional(text),
    brand: optional(text),
    last_4: optional(text),
    first_1: optional(text),
    bin: optional(text),
    exp_month: optional(integer),
    exp_year: optional(integer),
    token: optional(text),
    stamp: optional(text),
    issuer_country: optional(text),
    issuer_name: optional(text),
    product: optional(text),
    token_provider: optional(text),
    sub_brand: optional(text),
  }),
);

/** The zod model of {@link TransactionCustomer}. */
export const transactionCustomerSchema: Section<TransactionCustomer> = section(
  (): Shape<TransactionCustomer> => ({
    email: optional(text),
    ip: optional(text),
    device_id: optional(text),
    birth_date: optional(text),
    external_id: optional(text),
    taxpayer_id: optional(text),
  }),
);

/** The zod model of {@link Vendor}. */
export const vendorSchema: Section<Vendor> = section(
  (): Shape<Vendor> => ({
    name: optional(text),
    token: optional(text),
  }),
);

/** The zod model of {@link TransactionData}. */
export const transactionDataSchema: Section<TransactionData, TransactionDataFields> = section(
  (): Shape<TransactionDataFields> => ({
    vendor: optional(vendorSchema),
  }),
);

/** The zod model of {@link EripPayment}. */
export const eripPaymentSchema: Section<EripPayment> = section(
  (): Shape<EripPayment> => ({
    request_id: optional(textOrNumber),
    service_no: optional(textOrNumber),
    service_no_erip: optional(textOrNumber),
    account_number: optional(textOrNumber),
    transaction_id: optional(textOrNumber),
    instruction: unchecked(),
    service_info: unchecked(),
    receipt: unchecked(),
    qr_code: optional(text),
    qr_code_raw: optional(text),
  }),
);

/** The zod model of {@link CheckResult}. */
export const checkResultSchema: Section<CheckResult> = section(
  (): Shape<CheckResult> => ({
    result_code: optional(text),
  }),
);

/** The zod model of {@link AvsCvcVerification}. */
export const avsCvcVerificationSchema: Section<AvsCvcVerification> = section(
  (): Shape<AvsCvcVerification> => ({
    avs_verification: optional(checkResultSchema),
    cvc_verification: optional(checkResultSchema),
  }),
);

/** The zod model of {@link ThreeDSecureVerification}. */
export const threeDSecureVerificationSchema: Section<ThreeDSecureVerification> = section(
  (): Shape<ThreeDSecureVerification> => ({
    pa_status: optional(text),
    eci: optional(text),
    ve_status: optional(text),
  }),
);
