import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { readOption } from "../shared/read-option.ts";
import { isRecord } from "../shared/values.ts";

/** A transaction reached a result. */
export interface TransactionNotification {
  /** Kind of the notification. */
  readonly type: "transaction";
  /** The received transaction. */
  readonly transaction: Transaction;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** A payment token changed, such as a token that expired unpaid. */
export interface CheckoutNotification {
  /** Kind of the notification. */
  readonly type: "checkout";
  /** The received status of the token. */
  readonly checkout: CheckoutStatus;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/**
 * A notification that is not about a payment of an order, such as a subscription of the platform's own recurring
 * billing.
 */
export interface OtherNotification {
  /** Kind of the notification. */
  readonly type: "other";
  /** The received body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The same as `body`. */
  readonly raw: unknown;
}

/** A notification, sent by the gateway to `notification_url`. */
export type Notification = TransactionNotification | CheckoutNotification | OtherNotification;

/** A notification, or its transaction or token status. */
export type Payment = Notification | Transaction | CheckoutStatus;

/**
 * The transaction or token status of a notification. Undefined if the notification has neither. Other values are
 * returned unchanged.
 */
export function paymentOf(payment: Payment): unknown {
  if (!isRecord(payment)) return payment;
  const type = readOption(payment, "type");
  const inner: unknown = typeof type === "string" ? readOption(payment, type) : undefined;
  if ((type === "transaction" || type === "checkout") && isRecord(inner)) return inner;
  return type === "other" && isRecord(readOption(payment, "body")) ? undefined : payment;
}
