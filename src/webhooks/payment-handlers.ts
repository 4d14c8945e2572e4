import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import type { OtherNotification } from "../payments/notification.ts";
import type { Outcome } from "../payments/outcome.ts";
import type { PaymentSummary } from "../payments/summary.ts";
import { readOption } from "../shared/read-option.ts";
import { HANDLER_OPTIONS, type HandlerOptions } from "./handler.ts";

/** An order that the SDK compares with a payment. It may have any other fields. */
export interface Payable {
  /** Amount to pay in minor units: 3245 is 32.45 USD. */
  readonly amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3, in capitals. */
  readonly currency: string;
  /**
   * `uid` of the payment that pays this order, or holds its amount. Null if no payment does. Once set, it never
   * changes. In an object literal, write `paidBy: null as string | null`.
   */
  readonly paidBy: string | null;
  /**
   * The `tracking_id` of the payments of this order, which the SDK compares as text. Default: not compared. Set it if your
   * database may find an order by another text, as MariaDB does with a numeric column.
   */
  readonly trackingId?: string | number | bigint | null | undefined;
  /** True or 1 if this order takes no payment any more, such as a canceled order. Default false. */
  readonly closed?: boolean | number | null | undefined;
  /** True or 1 if a test payment, which moves no money, may pay this order. Default false. */
  readonly test?: boolean | number | null | undefined;
}

/** A payment and its outcome, with the received `transaction` or `checkout`. */
export type PaymentEvent<Order = unknown> = {
  /** What happened, in one word. `test` for a successful test payment. */
  readonly outcome: Outcome;
  /** Tracking id, amount, identifiers and so on in one form. */
  readonly summary: PaymentSummary;
  /** Key for a unique index. Every notification and status of this result has the same key. See `notificationKey`. */
  readonly key: string;
  /** The transaction or the status, as received. */
  readonly raw: unknown;
  /** The last result of `findOrder`. Undefined if there is no order. */
  readonly order?: Order | undefined;
} & (
  | {
      /** The transaction, as received. */
      readonly transaction: Transaction;
      /** Undefined, because a transaction was received. */
      readonly checkout?: undefined;
    }
  | {
      /** The status of a payment token, as received. */
      readonly checkout: CheckoutStatus;
      /** Undefined, because the status of a payment token was received. */
      readonly transaction?: undefined;
    }
);

/** A payment with the amount and the currency of this order and, if the order has a `trackingId`, with this tracking id. */
export type OrderPayment<Order> = PaymentEvent<Order> & {
  /** The last result of `findOrder`. */
  readonly order: Order;
  /**
   * Identifier of the payment at the gateway. Store it, because it distinguishes a repeat from a second payment, and a
   * refund requires it.
   */
  readonly uid: string;
};

/**
 * Why a payment pays no order.
 *
 * | reason | meaning |
 * | --- | --- |
 * | `no_order` | `findOrder` found no order |
 * | `mismatch` | the amount, currency or tracking id differs from the order, or the tracking id differs between its places |
 * | `other_payment` | another payment pays the order, or holds its amount |
 * | `closed` | the order takes no payment any more |
 * | `charged_back` | a chargeback took the money back, and there is no function `charged_back` |
 * | `no_function` | an amount is held, and there is no function `authorized` |
 * | `unknown` | the SDK does not support the type, or the data contradicts itself |
 */
export type ReviewReason =
  | "no_order"
  | "mismatch"
  | "other_payment"
  | "closed"
  | "charged_back"
  | "no_function"
  | "unknown";

/** A payment that pays no order. */
export type PaymentToReview<Order> = PaymentEvent<Order> & {
  /** The reason, in one word. */
  readonly reason: ReviewReason;
  /** The reason, in a sentence for your staff. If this payment pays its order, the sentence warns against a refund. */
  readonly message: string;
};

/**
 * The functions of your shop for payments, for `webhooks.handler` and for `handlePayment`. Each may be called again. `onError` and
 * `timeout` apply only to `webhooks.handler`.
 */
export interface PaymentHandlers<Order extends Payable> extends HandlerOptions {
  /**
   * Finds the order of a payment. The SDK calls it first for each payment, and again after `paid`. Read the order where
   * `paid` writes it, not from a replica or a cache. If you have several shops, search only in the orders of this shop.
   * Write this function first in the object, because TypeScript infers the type of your order from it.
   *
   * @param trackingId `order.tracking_id` of the token, or `key` of `sendOnce`. Empty if the payment has none.
   * @param event For payments without their own order, made by a payment link or into an account.
   * @returns The order, or null or undefined if there is none.
   */
  findOrder(
    trackingId: string,
    event: PaymentEvent,
  ): Order | null | undefined | Promise<Order | null | undefined>;
  /**
   * Marks the order as paid by this payment, in one statement or one transaction:
   *
   * ```sql
   * UPDATE orders SET paid_by = :uid WHERE id = :id AND paid_by IS NULL
   * ```
   *
   * The SDK has compared `amount` and `currency` and, if your order has a `trackingId`, the tracking id. It ignores the return value and reads the order again. The SDK calls this
   * function for each repeat of the notification, each return of the customer and each run of your job, so do not ship or send mail
   * here. Let a job do this for orders that are paid and not shipped. If your statement requires more than `paid_by IS NULL`, such as an
   * open order, `findOrder` must return the other orders with `closed: true`.
   */
  paid(payment: OrderPayment<Order>): unknown;
  /**
   * The amount of the order is held and can be captured. Mark the order as in `paid`. `paidBy` is then the
   * authorization.
   */
  authorized?(payment: OrderPayment<Order>): unknown;
  /**
   * Stores a success that pays no order, for manual review. Your staff refund it, or void it if it is only held. The
   * SDK calls this function again for each repeat, so store the payment under `key`, which is unique. A payment may pay
   * its order later, for example if the order was not visible yet. Delete the review in the transaction of `paid`.
   * Before a refund, your staff compare `summary.uid` with `paidBy`.
   */
  review(payment: PaymentToReview<Order>): unknown;
  /** A held amount was captured, in full or in part. `transaction.parent_uid` is the authorization. */
  captured?(event: PaymentEvent<Order>): unknown;
  /** A held amount was released. */
  voided?(event: PaymentEvent<Order>): unknown;
  /**
   * A payment was refunded, in full or in part. `transaction.parent_uid` is the payment. Add refunds up by
   * `summary.uid`.
   */
  refunded?(event: PaymentEvent<Order>): unknown;
  /** A chargeback took a payment's money back. `transaction.parent_uid` is the payment. Default: `review`. */
  charged_back?(event: PaymentEvent<Order>): unknown;
  /** A payout was made. */
  paid_out?(event: PaymentEvent<Order>): unknown;
  /** A card was saved, and no money moved. */
  tokenized?(event: PaymentEvent<Order>): unknown;
  /** A test payment succeeded for an order that is not `test`. No money moved. */
  test?(event: PaymentEvent<Order>): unknown;
  /** The payment is not final. It may still succeed or fail. */
  pending?(event: PaymentEvent<Order>): unknown;
  /** An attempt failed. The order stays open, because the customer may try again. */
  failed?(event: PaymentEvent<Order>): unknown;
  /** A payment token, or an alternative payment, expired unpaid. Another token of the order may still be paid. */
  expired?(event: PaymentEvent<Order>): unknown;
  /**
   * Called for each outcome above that has no function, except `paid`, `authorized` and `charged_back`. Default: prints
   * one line on stderr, and nothing for `pending`, `failed` and `expired`.
   */
  otherwise?(event: PaymentEvent<Order>): unknown;
  /**
   * Called for a notification that is not about a payment, such as a subscription. Default: prints one line on stderr.
   */
  other?(notification: OtherNotification): unknown;
}

/** The result of a payment for your order, for the page that the customer returns to, and for a job. */
export type PaymentResult<Order> = {
  /** Tracking id, amount, identifiers and so on in one form. */
  readonly summary: PaymentSummary;
  /**
   * True if this payment no longer changes. Your job still requests the token until the order is paid or over, because
   * the customer may pay it by another attempt.
   */
  readonly isFinal: boolean;
} & (
  | {
      /** The payment pays the order, or holds its amount. The order has its `uid` in `paidBy`. */
      readonly is: "paid" | "authorized";
      /**
       * The result of `findOrder` after the order was marked. Check that the order belongs to this customer before you
       * show it.
       */
      readonly order: Order;
    }
  | {
      /** A success that pays no order, and `review` was called. */
      readonly is: "review";
      /** The reason, in one word. */
      readonly reason: ReviewReason;
      /** The result of `findOrder`, if any. */
      readonly order: Order | undefined;
    }
  | {
      /** An outcome that pays no order. */
      readonly is: Exclude<Outcome, "paid" | "authorized" | "unknown">;
      /** The order of the payment, if `findOrder` found it. Check that it belongs to this customer before you show it. */
      readonly order: Order | undefined;
    }
);

/** The functions of a shop, and whether each is required. A record, so that a missing function does not compile. */
const FUNCTIONS: Readonly<Record<Exclude<keyof PaymentHandlers<Payable>, keyof HandlerOptions>, boolean>> = {
  findOrder: true,
  paid: true,
  authorized: false,
  review: true,
  captured: false,
  voided: false,
  refunded: false,
  charged_back: false,
  paid_out: false,
  tokenized: false,
  test: false,
  pending: false,
  failed: false,
  expired: false,
  otherwise: false,
  other: false,
};

/** Throws for a missing function, a value that is not a function, and a name that nothing reads. */
export function checkHandlers(shop: PaymentHandlers<Payable>): void {
  const names = [...Object.keys(FUNCTIONS), ...HANDLER_OPTIONS];
  refuseUnknown("PaymentHandlers", shop, names, {});
  // An object of a class may have more properties, but a function with another name is misspelled.
  const functions = Object.entries(shop ?? {}).filter(([, value]) => typeof value === "function");
  refuseUnknown("PaymentHandlers", Object.fromEntries(functions), names);
  for (const [name, isRequired] of Object.entries(FUNCTIONS)) {
    const type = typeof readOption(shop, name);
    if (type === "function" || (type === "undefined" && !isRequired)) continue;
    throw new ConfigurationError(`${name} must be a function${isRequired ? ". It is required" : ""}`);
  }
}
