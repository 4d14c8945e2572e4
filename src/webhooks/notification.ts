import { WebhookError } from "../errors/webhook-error.ts";
import type { CheckoutStatus } from "../models/checkout-status.ts";
import type { Transaction } from "../models/transaction.ts";
import { isGiven, isRecord } from "../values.ts";

/** A transaction reached a result. */
export interface TransactionNotification {
  /** Kind of the notification. */
  readonly type: "transaction";
  /** The transaction, as received. */
  readonly transaction: Transaction;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** A payment token changed: for example, it expired unpaid. */
export interface CheckoutNotification {
  /** Kind of the notification. */
  readonly type: "checkout";
  /** The status of the token, as received. */
  readonly checkout: CheckoutStatus;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** A notification, sent by the gateway to `notification_url`. */
export type Notification = TransactionNotification | CheckoutNotification;

/** A notification, or its transaction or token status. */
export type Payment = Notification | Transaction | CheckoutStatus;

const isNotification = (value: Payment): value is Notification =>
  isRecord(value) &&
  (value["type"] === "transaction" || value["type"] === "checkout") &&
  isRecord(value[value["type"]]);

/** The transaction or token status of a notification; other values unchanged. */
export function paymentOf(payment: Payment): Transaction | CheckoutStatus {
  if (!isNotification(payment)) return payment;
  return payment.type === "transaction" ? payment.transaction : payment.checkout;
}

const isTransaction = (value: unknown): value is Transaction =>
  isRecord(value) && isGiven(value["uid"]) && typeof value["uid"] !== "object";

const isCheckoutStatus = (value: unknown): value is CheckoutStatus =>
  isRecord(value) && typeof value["token"] === "string" && isGiven(value["token"]);

const decoder = new TextDecoder();

/** Parses a body to a JSON object. */
export function parseBody(bytes: Uint8Array): Record<string, unknown> {
  try {
    const raw: unknown = JSON.parse(decoder.decode(bytes));
    if (isRecord(raw)) return raw;
  } catch {
    // Not JSON: thrown below.
  }
  throw new WebhookError("body", "The body is not a JSON object");
}

/** Makes a notification of a body. Unknown statuses and fields pass through. */
export function toNotification(raw: Record<string, unknown>): Notification {
  const { transaction, checkout = raw } = raw;
  if (isTransaction(transaction)) return { type: "transaction", transaction, raw };
  if (isCheckoutStatus(checkout)) return { type: "checkout", checkout, raw };
  throw new WebhookError("body", "The body is neither a transaction nor the status of a payment token");
}
