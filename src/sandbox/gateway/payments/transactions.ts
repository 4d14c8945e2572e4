import { type KnownStatus, meaningOf } from "../../../api/statuses.ts";
import type { GatewayResponse } from "../../../api/transactions/checkout-status.ts";
import type { PaymentDetails } from "../../../api/transactions/payment-details.ts";
import { billingAddressSchema } from "../../../api/transactions/saved-card-payment.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import {
  type CreditCard,
  transactionCustomerSchema,
} from "../../../api/transactions/transaction-sections.ts";
import { isRecord } from "../../../shared/values.ts";
import { type CardDecline, type CardPayment, cardChecks, OPEN_CHALLENGE } from "../cards/test-cards.ts";
import { type Gateway, pageLinks } from "../gateway.ts";
import { capitalized, type Fields, sectionOf, textOf } from "../input/section.ts";
import { CARD, isAlternative, type MethodOutcome, type PaymentInput } from "../methods/methods.ts";
import type { Order, TransactionRecord } from "../orders/order.ts";
import { putTransaction } from "../orders/store.ts";
import { randomHex } from "../random-hex.ts";

/** The bank's decision about a transaction, or an earlier state. */
export interface Decision {
  readonly status: KnownStatus;
  readonly message: string;
  /** Response code of the bank. */
  readonly bankCode?: string | undefined;
  /** The processing code of a success or of a requested test decline. */
  readonly code?: string | undefined;
  readonly friendlyMessage?: string | undefined;
  readonly cardToken?: string | undefined;
  readonly isPlanned?: boolean | undefined;
}

/** A transaction, and a promise for the response to its first notification. */
export interface Effect {
  readonly transaction: Transaction;
  readonly notified: Promise<unknown>;
}

/** Returns the transaction after the response. */
export const whenNotified = async ({ transaction, notified }: Effect): Promise<Transaction> => {
  await notified;
  return transaction;
};

export const keepTransaction = ({ store, journal }: Gateway, record: TransactionRecord): void => {
  putTransaction(store, record);
  journal.append("state");
};

/** Milliseconds for which an equal request is a duplicate. Source: gateway documentation, "duplicate_check". */
export const DUPLICATE_WINDOW = 30_000;

/** Returns the same stamp for all payments with a card, the FNV-1a hash of its number as 128 bits in hex. */
const stampOf = (number: string): string => {
  let hash = 0x6c62272e07bb014262b821756295c58dn;
  for (const digit of number) hash = BigInt.asUintN(128, (hash ^ BigInt(digit)) * 0x1000000000000000000013bn);
  return hash.toString(16).padStart(32, "0");
};

export const toCreditCard = ({ card, holder, expMonth, expYear, cardToken }: CardPayment): CreditCard => ({
  holder,
  stamp: stampOf(card.number),
  brand: card.brand,
  last_4: card.number.slice(-4),
  first_1: card.number.slice(0, 1),
  bin: card.number.slice(0, 6),
  exp_month: expMonth,
  exp_year: expYear,
  token: cardToken ?? null,
});

const ADDRESS = Object.keys(billingAddressSchema.shape);

const CUSTOMER = Object.keys(transactionCustomerSchema.shape);

const picked = (source: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, source[field] ?? null]));

/** Returns the section of an alternative method. Source: gateway documentation, "Notifications". */
const methodSection = (method: string, fields: Fields): Record<string, unknown> => {
  if (!isAlternative(method)) return {};
  const sent = sectionOf(sectionOf(fields["payment_method"])[method]);
  const requested = { request_id: String(Number.parseInt(randomHex(4), 16)), transaction_id: null };
  if (method !== "erip") return { [method]: { ...sent, ...requested } };
  return {
    erip: {
      ...requested,
      service_no: textOf(sent["service_no"]) ?? null,
      account_number: textOf(sent["account_number"]) ?? null,
      ...picked(sent, ["instruction", "service_info", "receipt"]),
      qr_code: null,
      qr_code_raw: null,
    },
  };
};

export const begun = (uid: string, now: Date) => ({
  uid,
  id: uid,
  status: "incomplete",
  message: "The transaction is being processed",
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  paid_at: null,
  expired_at: null,
  closed_at: null,
  settled_at: null,
});

export const beginTransaction = (
  { id: token, kind, fields, origin }: Order,
  input: PaymentInput,
  now: Date,
): Transaction & { readonly custom_fields: unknown } => {
  const order = sectionOf(fields["order"]);
  const customer = sectionOf(fields["customer"]);
  const hasToken = kind === "token";
  const uid = hasToken ? crypto.randomUUID() : token;
  const method = "card" in input ? CARD : input.method;
  return {
    ...begun(uid, now),
    type: String(fields["transaction_type"]),
    amount: Number(order["amount"]),
    currency: String(order["currency"]),
    description: String(order["description"]),
    tracking_id: textOf(order["tracking_id"]) ?? null,
    test: fields["test"] === true,
    language: textOf(sectionOf(fields["settings"])["language"]) ?? "en",
    payment_method_type: method,
    ...{ method_type: method },
    receipt_url: `${origin}/v2/result?token=${token}`,
    credit_card: "card" in input ? toCreditCard(input) : null,
    ...("card" in input ? cardChecks(input, fields) : methodSection(method, fields)),
    customer: picked(customer, CUSTOMER),
    billing_address: picked(customer, ADDRESS),
    additional_data: {
      ...sectionOf(order["additional_data"]),
      ...(hasToken && { vendor: { name: "CTP", token } }),
    },
    custom_fields: order["custom_fields"] ?? null,
    redirect_url: pageLinks.process(origin, uid),
  };
};

export const createBillPayment = (bill: Transaction, now: Date): Transaction => {
  const uid = crypto.randomUUID();
  const time = now.toISOString();
  return { ...bill, uid, id: uid, status: "auto_created", created_at: time, updated_at: time };
};

const answered = (transaction: Transaction, status: Decision["status"]) => {
  const verification =
    "three_d_secure_verification" in transaction ? transaction.three_d_secure_verification : undefined;
  const isOpen = isRecord(verification) && verification["pa_status"] === OPEN_CHALLENGE;
  return isOpen && (status === "successful" || status === "failed")
    ? { three_d_secure_verification: { ...verification, pa_status: status === "successful" ? "Y" : "N" } }
    : {};
};

export const withDecision = (
  transaction: Transaction,
  { status, message, bankCode, code, friendlyMessage, cardToken }: Decision,
  order: Order | undefined,
  now: Date,
): Transaction => {
  const isPaid = status === "successful";
  const type = transaction.type ?? "payment";
  const codes = code === undefined ? {} : { code, friendly_message: friendlyMessage };
  const details: PaymentDetails = {
    auth_code: isPaid
      ? String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000))
      : null,
    bank_code: bankCode ?? null,
    rrn: isPaid ? String(now.getTime()).slice(-12) : null,
    ref_id: isPaid ? randomHex(6) : null,
    message: isPaid ? `${capitalized(type)} was approved` : message,
    amount: transaction.amount,
    currency: transaction.currency,
    billing_descriptor: textOf(order?.fields["dynamic_billing_descriptor"]) ?? null,
    gateway_id: 1,
    status,
    ...(!isPaid && codes),
  };
  const card = transaction.credit_card;
  return {
    ...transaction,
    status,
    // The gateway sends a message only after the customer's answer.
    message: status === "incomplete" ? null : message,
    ...codes,
    updated_at: now.toISOString(),
    paid_at: isPaid ? now.toISOString() : null,
    credit_card: card && { ...card, token: cardToken ?? card.token ?? null },
    ...answered(transaction, status),
    [type]: details,
  };
};

/** Returns the `gateway_response` of a token's status, a section with the name of the transaction's type. */
export const detailsOf = (transaction: Transaction): GatewayResponse => {
  const { uid, receipt_url } = transaction;
  const type = transaction.type ?? "payment";
  return { [type]: { uid, type, ...sectionOf(Object(transaction)[type]), receipt_url } };
};

/** Whether a transaction waits for a 3-D Secure challenge. A payout before its verification has no section yet. */
export const awaitsChallenge = (transaction: Transaction): boolean =>
  transaction.status === "incomplete" && Object.hasOwn(transaction, transaction.type ?? "payment");

/** Whether `complete` can end the transaction, which waits for a 3-D Secure challenge or for an alternative method. */
export const awaitsCompletion = (transaction: Transaction): boolean =>
  (transaction.status !== "incomplete" && meaningOf(transaction.status) === "pending") ||
  awaitsChallenge(transaction);

/** Whether the sandbox ended during the verification of a payout, so that the response is lost. */
export const isInterrupted = (transaction: Transaction): boolean =>
  transaction.status === "incomplete" && !awaitsChallenge(transaction);

const APPROVED: Decision = {
  status: "successful",
  message: "Successfully processed",
  bankCode: "00",
  code: "S.0000",
  friendlyMessage: "The operation is successfully processed.",
};
const NOT_CONFIRMED: Decision = { status: "failed", message: "3-D Secure authentication failed" };
export const CHALLENGE: Decision = { status: "incomplete", message: "3-D Secure authentication is required" };

/** The first states of payments without a card. Undefined for a decline. */
const OUTCOMES: Readonly<Record<MethodOutcome, Decision | undefined>> = {
  successful: APPROVED,
  failed: undefined,
  pending: { status: "pending", message: "The payment is awaited" },
  redirected: { status: "incomplete", message: "The customer is on the page of the wallet" },
};

export const ENDING_NAMES = ["successful", "failed", "deleted"] as const;

export type Ending = (typeof ENDING_NAMES)[number];

export const ENDINGS: Readonly<Record<Ending, Decision>> = {
  successful: APPROVED,
  failed: { status: "failed", message: "The payment was not confirmed by the customer" },
  deleted: { status: "deleted", message: "The payment was deleted by the merchant" },
};

/** Returns the processing code of a requested test decline. Source: API reference, "expected_bank_code". */
const expectedCode = (data: unknown): string | undefined =>
  textOf(sectionOf(sectionOf(data)["recipient"])["expected_bank_code"]);

const declinedWith = (code: string): Decision => ({
  status: "failed",
  message: `Declined with the code ${code}`,
  friendlyMessage: `The bank declined the payment (${code}). Please contact your bank or use another card.`,
  bankCode: code,
  code,
});

export const declined = ({ transaction_type: type }: Fields, decline?: CardDecline): Decision => ({
  status: "failed",
  message: `${capitalized(String(type))} was declined`,
  bankCode: "05",
  ...decline,
});

const decideCard = ({ card, cardToken, skipsSecure }: CardPayment, fields: Fields): Decision => {
  if (cardToken !== undefined && card.isDeclinedLater) return declined(fields);
  if (card.secure === "challenge" && !skipsSecure) return CHALLENGE;
  if (card.secure === "failed" && !skipsSecure) return NOT_CONFIRMED;
  return card.outcome === "successful" || card.secure === "failed"
    ? APPROVED
    : declined(fields, card.decline);
};

export const decide = (input: PaymentInput, fields: Fields): Decision => {
  const isTest = fields["test"] === true;
  const code = isTest ? expectedCode(sectionOf(fields["order"])["additional_data"]) : undefined;
  if (code !== undefined) return declinedWith(code);
  if ("card" in input) return decideCard(input, fields);
  return OUTCOMES[input.outcome] ?? declined(fields);
};

/**
 * Decides a capture, void, refund or chargeback. The gateway documents no test decline for these, so the sandbox uses
 * `additional_data.recipient.expected_bank_code` as for payments.
 */
export const decideFollowUp = (type: string, fields: Fields): Decision => {
  const code = expectedCode(fields["additional_data"]);
  if (code === undefined) return APPROVED;
  return { ...declinedWith(code), friendlyMessage: `The bank declined the ${type} (${code}).` };
};
