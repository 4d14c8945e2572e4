import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { isStatus } from "../payments/facts.ts";
import {
  type CheckoutNotification,
  paymentOf,
  type TransactionNotification,
} from "../payments/notification.ts";
import { type Outcome, readOutcome } from "../payments/outcome.ts";
import { type PaymentSummary, paymentSummary } from "../payments/summary.ts";
import { type ExpectedPayment, expectPayment } from "./expect-payment.ts";
import { notificationKey } from "./notification-key.ts";

/** The fields of an event, made from a transaction or from the status of a payment token. */
export interface PaymentEventFields {
  /** What happened, in one word; `test` for a success that is a test. */
  readonly outcome: Outcome;
  /** Order, amount, identifiers and so on in one form. */
  readonly summary: PaymentSummary;
  /**
   * For a unique index: the same for every report of this result, and of no other. Reading it throws a `WebhookError` if
   * the payment has no identifier. See `notificationKey`.
   */
  readonly key: string;
  /** Throws a `WebhookError` unless this is the payment of this order. See `expectPayment`. */
  readonly expect: (order: ExpectedPayment) => void;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** What happened to a payment, for a function of `webhooks.handler`. It has `transaction` or `checkout`, as received. */
export type PaymentEvent = PaymentEventFields &
  (
    | {
        /** The transaction, as received. */
        readonly transaction: Transaction;
        /** Undefined: a transaction was received. */
        readonly checkout?: undefined;
      }
    | {
        /** The status of a payment token, as received: for example, of one that expired unpaid. */
        readonly checkout: CheckoutStatus;
        /** Undefined: the status of a payment token was received. */
        readonly transaction?: undefined;
      }
  );

/** The event of a notification. Its key and its summary are made when they are read. */
export function createEvent(notification: TransactionNotification | CheckoutNotification): PaymentEvent {
  const { type: _, ...received } = notification;
  return {
    ...received,
    outcome: readOutcome(paymentOf(notification)),
    get summary() {
      return paymentSummary(notification);
    },
    get key() {
      return notificationKey(notification);
    },
    expect: (order) => expectPayment(notification, order),
  };
}

/**
 * The event of a payment that you asked for, so that a job for lost notifications calls the same function as the handler:
 *
 * ```ts
 * for (const transaction of await payments.transactions.findByTrackingId(order.id)) {
 *   const event = paymentEvent(transaction);
 *   if (event.outcome === "paid") await takePayment(event);
 * }
 * ```
 *
 * @param payment A transaction, or the result of `checkouts.get` or `checkouts.poll`.
 */
export const paymentEvent = (payment: Transaction | CheckoutStatus): PaymentEvent =>
  createEvent(
    isStatus(payment)
      ? { type: "checkout", checkout: payment, raw: payment }
      : { type: "transaction", transaction: payment, raw: payment },
  );
