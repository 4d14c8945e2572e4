import { WebhookError } from "../errors/webhook-error.ts";
import type { CheckoutStatus } from "../models/checkout-status.ts";
import type { Transaction } from "../models/transaction.ts";
import { isGiven, isRecord } from "../values.ts";

/** A transaction reached a result. */
export interface TransactionNotification {
  /** Tells it from the other kind. */
  readonly type: "transaction";
  /** The transaction, as it came. */
  readonly transaction: Transaction;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** What became of a payment token: it ran out unpaid, say. */
export interface CheckoutNotification {
  /** Tells it from the other kind. */
  readonly type: "checkout";
  /** The status of the token, as it came. */
  readonly checkout: CheckoutStatus;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** What the gateway posts to `notification_url`. */
export type Notification = TransactionNotification | CheckoutNotification;

/** A notification, or the payment that one tells of. */
export type Payment = Notification | Transaction | CheckoutStatus;

const isNotification = (value: Payment): value is Notification =>
  isRecord(value) &&
  (value["type"] === "transaction" || value["type"] === "checkout") &&
  isRecord(value[value["type"]]);

/** The transaction or the token's status that a notification tells of; a payment as it is. */
export function paymentOf(payment: Payment): Transaction | CheckoutStatus {
  if (!isNotification(payment)) return payment;
  return payment.type === "transaction" ? payment.transaction : payment.checkout;
}

const isTransaction = (value: unknown): value is Transaction =>
  isRecord(value) && isGiven(value["uid"]) && typeof value["uid"] !== "object";

const isCheckoutStatus = (value: unknown): value is CheckoutStatus =>
  isRecord(value) && typeof value["token"] === "string" && isGiven(value["token"]);

const decoder = new TextDecoder();

/** The JSON object in a body. */
export function parseBody(bytes: Uint8Array): Record<string, unknown> {
  try {
    const raw: unknown = JSON.parse(decoder.decode(bytes));
    if (isRecord(raw)) return raw;
  } catch {
    // Not JSON: said below.
  }
  throw new WebhookError("body", "The body is not a JSON object");
}

/** Which notification a body is. Unknown statuses and fields go through. */
export function toNotification(raw: Record<string, unknown>): Notification {
  const { transaction, checkout = raw } = raw;
  if (isTransaction(transaction)) return { type: "transaction", transaction, raw };
  if (isCheckoutStatus(checkout)) return { type: "checkout", checkout, raw };
  throw new WebhookError("body", "The body is neither a transaction nor the status of a payment token");
}
