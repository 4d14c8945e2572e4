import {
  anyObject,
  anything,
  flag,
  integer,
  type Model,
  nullish,
  type Shape,
  satisfying,
  section,
  text,
} from "./primitives.ts";

/**
 * The section that is named after a transaction's type (`payment`, `authorization`, …): what the processing
 * said. Source: gateway documentation.
 */
export interface PaymentDetails {
  /** Identifier of the transaction. */
  uid?: string | null | undefined;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, or one that is new. */
  status?: string | null | undefined;
  /** What the status means, in words. */
  message?: string | null | undefined;
  /** Amount in minimal currency units. */
  amount?: number | null | undefined;
  /** Currency, ISO 4217 alpha-3. */
  currency?: string | null | undefined;
  /** Authorization code of the card's bank. */
  auth_code?: string | null | undefined;
  /** Response code of the bank. */
  bank_code?: string | null | undefined;
  /** Retrieval reference number. */
  rrn?: string | null | undefined;
  /** Reference of the acquirer. */
  ref_id?: string | null | undefined;
  /** Text on the cardholder's statement. */
  billing_descriptor?: string | null | undefined;
  /** Identifier of the gateway that processed it. */
  gateway_id?: unknown;
  /** Address of the receipt. */
  receipt_url?: string | null | undefined;
  /** Address where the customer goes on. */
  redirect_url?: string | null | undefined;
}

/** The card that was paid with. Source: gateway documentation, "Notifications". */
export interface CreditCard {
  /** Cardholder name. */
  holder?: string | null | undefined;
  /** Card brand, such as `visa`. */
  brand?: string | null | undefined;
  /** Last four digits. */
  last_4?: string | null | undefined;
  /** First digit. */
  first_1?: string | null | undefined;
  /** First digits, which name the issuer. */
  bin?: string | null | undefined;
  /** Month of expiry, 1 to 12. */
  exp_month?: number | null | undefined;
  /** Year of expiry, four digits. */
  exp_year?: number | null | undefined;
  /** Card token for later payments, where `contract` asked for one. */
  token?: string | null | undefined;
  /** The same for every use of one card. */
  stamp?: string | null | undefined;
}

/**
 * A transaction, as a notification carries it and as `payments.transactions` gives it. Source: gateway documentation,
 * "Notifications" and "Follow-up transactions".
 */
export interface Transaction {
  /** Identifier of the transaction. */
  uid: string;
  /** Identifier again; some gateways give a number. */
  id?: string | number | null | undefined;
  /** Of a capture, void or refund: the transaction that it follows. */
  parent_uid?: string | null | undefined;
  /** `payment`, `authorization`, `refund`, …: the name of the section with the details. */
  type?: string | null | undefined;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, or one that is new. */
  status?: string | null | undefined;
  /** Amount in minimal currency units. */
  amount?: number | null | undefined;
  /** Currency, ISO 4217 alpha-3. */
  currency?: string | null | undefined;
  /** Order description. */
  description?: string | null | undefined;
  /** The merchant's own identifier, from `order.tracking_id`. */
  tracking_id?: string | null | undefined;
  /** What the status means, in words. */
  message?: string | null | undefined;
  /** True for a test transaction: no money moved. */
  test?: boolean | null | undefined;
  /** When the transaction was created: ISO 8601, UTC, as all its times. */
  created_at?: string | null | undefined;
  /** When the transaction was last changed. */
  updated_at?: string | null | undefined;
  /** When it was paid. */
  paid_at?: string | null | undefined;
  /** When it ran out, or will. */
  expired_at?: string | null | undefined;
  /** When it was closed. */
  closed_at?: string | null | undefined;
  /** When it was settled. */
  settled_at?: string | null | undefined;
  /** Language of the payment page. */
  language?: string | null | undefined;
  /** `credit_card`, or the type of an alternative method. */
  payment_method_type?: string | null | undefined;
  /** Address of the receipt. */
  receipt_url?: string | null | undefined;
  /** The card that was paid with. */
  credit_card?: CreditCard | null | undefined;
  /** What the processing said of a payment. */
  payment?: PaymentDetails | null | undefined;
  /** What the processing said of an authorization. */
  authorization?: PaymentDetails | null | undefined;
  /** What the processing said of a charge. */
  charge?: PaymentDetails | null | undefined;
  /** What the processing said of a payout. */
  payout?: PaymentDetails | null | undefined;
  /** What the processing said of a tokenization. */
  tokenization?: PaymentDetails | null | undefined;
  /** What the processing said of a capture. */
  capture?: PaymentDetails | null | undefined;
  /** What the processing said of a void. */
  void?: PaymentDetails | null | undefined;
  /** What the processing said of a refund. */
  refund?: PaymentDetails | null | undefined;
  /** Who pays. */
  customer?: Record<string, unknown> | null | undefined;
  /** Billing address. */
  billing_address?: Record<string, unknown> | null | undefined;
  /** Additional data of the order, and of the gateway. */
  additional_data?: Record<string, unknown> | null | undefined;
  /** Address where the customer goes on. */
  redirect_url?: string | null | undefined;
}

/** The zod model of {@link PaymentDetails}. */
export const paymentDetailsSchema: Model<PaymentDetails> = section({
  uid: nullish(text),
  status: nullish(text),
  message: nullish(text),
  amount: nullish(integer),
  currency: nullish(text),
  auth_code: nullish(text),
  bank_code: nullish(text),
  rrn: nullish(text),
  ref_id: nullish(text),
  billing_descriptor: nullish(text),
  gateway_id: anything,
  receipt_url: nullish(text),
  redirect_url: nullish(text),
} satisfies Shape<PaymentDetails>);

const creditCardSchema: Model<CreditCard> = section({
  holder: nullish(text),
  brand: nullish(text),
  last_4: nullish(text),
  first_1: nullish(text),
  bin: nullish(text),
  exp_month: nullish(integer),
  exp_year: nullish(integer),
  token: nullish(text),
  stamp: nullish(text),
} satisfies Shape<CreditCard>);

const identifier: Model<string | number> = satisfying(
  "a string or a number",
  (value) => typeof value === "string" || typeof value === "number",
);

/** The zod model of {@link Transaction}. */
export const transactionSchema: Model<Transaction> = section({
  uid: text,
  id: nullish(identifier),
  parent_uid: nullish(text),
  type: nullish(text),
  status: nullish(text),
  amount: nullish(integer),
  currency: nullish(text),
  description: nullish(text),
  tracking_id: nullish(text),
  message: nullish(text),
  test: nullish(flag),
  created_at: nullish(text),
  updated_at: nullish(text),
  paid_at: nullish(text),
  expired_at: nullish(text),
  closed_at: nullish(text),
  settled_at: nullish(text),
  language: nullish(text),
  payment_method_type: nullish(text),
  receipt_url: nullish(text),
  credit_card: nullish(creditCardSchema),
  payment: nullish(paymentDetailsSchema),
  authorization: nullish(paymentDetailsSchema),
  charge: nullish(paymentDetailsSchema),
  payout: nullish(paymentDetailsSchema),
  tokenization: nullish(paymentDetailsSchema),
  capture: nullish(paymentDetailsSchema),
  void: nullish(paymentDetailsSchema),
  refund: nullish(paymentDetailsSchema),
  customer: nullish(anyObject),
  billing_address: nullish(anyObject),
  additional_data: nullish(anyObject),
  redirect_url: nullish(text),
} satisfies Shape<Transaction>);
