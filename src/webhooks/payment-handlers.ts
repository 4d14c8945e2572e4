import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { refuseNames } from "../errors/refuse-unknown.ts";
import type { OtherNotification } from "../payments/notification.ts";
import type { Outcome } from "../payments/outcome.ts";
import type { PaymentSummary } from "../payments/summary.ts";
import type { HandlerOptions } from "./handler.ts";

/** What a payment is compared with. Your order may have any other fields. */
export interface Payable {
  /** What has to be paid, in minor units: 3245 is 32.45 USD. */
  readonly amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3, in capitals. */
  readonly currency: string;
  /**
   * `uid` of the payment that pays this order, or holds its amount. Null if no payment does. Once set, it never changes. In an object
   * literal, write `paidBy: null as string | null`.
   */
  readonly paidBy: string | null;
  /** True if this order takes no payment any more, such as one that was cancelled. Default false. */
  readonly closed?: boolean | undefined;
  /** True if this order may be paid by a test payment, that is without money. Default false. */
  readonly test?: boolean | undefined;
}

/** What happened to a payment. It has `transaction` or `checkout`, as received. */
export type PaymentEvent<Order = unknown> = {
  /** What happened, in one word; `test` for a success that is a test. */
  readonly outcome: Outcome;
  /** Order, amount, identifiers and so on in one form. */
  readonly summary: PaymentSummary;
  /** For a unique index: every notification and status of this result has the same key. See `notificationKey`. */
  readonly key: string;
  /** The transaction or the status, as received. */
  readonly raw: unknown;
  /** The last result of `findOrder`. Undefined if there is no order. */
  readonly order?: Order | undefined;
} & (
  | {
      /** The transaction, as received. */
      readonly transaction: Transaction;
      /** Undefined: a transaction was received. */
      readonly checkout?: undefined;
    }
  | {
      /** The status of a payment token, as received. */
      readonly checkout: CheckoutStatus;
      /** Undefined: the status of a payment token was received. */
      readonly transaction?: undefined;
    }
);

/** A payment with the amount, the currency and the tracking id of this order. */
export type OrderPayment<Order> = PaymentEvent<Order> & {
  /** The last result of `findOrder`. */
  readonly order: Order;
  /** The payment at the gateway. Store it: it distinguishes a repeat from a second payment, and a refund needs it. */
  readonly uid: string;
};

/**
 * Why a payment pays nothing.
 *
 * | reason | meaning |
 * | --- | --- |
 * | `no_order` | `findOrder` found none |
 * | `mismatch` | another amount or currency than the order has, or a tracking id that differs between its places |
 * | `other_payment` | another payment pays the order, or holds its amount: a second one |
 * | `closed` | the order takes no payment any more |
 * | `charged_back` | a chargeback took the money back, and there is no function `charged_back` |
 * | `no_function` | an amount is held, and there is no function `authorized` |
 * | `unknown` | a type that the SDK does not know, or data that contradicts itself |
 */
export type ReviewReason =
  | "no_order"
  | "mismatch"
  | "other_payment"
  | "closed"
  | "charged_back"
  | "no_function"
  | "unknown";

/** A payment that pays nothing. */
export type PaymentToReview<Order> = PaymentEvent<Order> & {
  /** Why, in one word. */
  readonly reason: ReviewReason;
  /** Why, in a sentence, for your staff. If this payment pays its order, the sentence warns against a refund. */
  readonly message: string;
};

/**
 * The functions of your shop for payments, for `webhooks.handler` and for `handlePayment`. Each may be called again. `onError` and
 * `timeout` apply only to `webhooks.handler`.
 */
export interface PaymentHandlers<Order extends Payable> extends HandlerOptions {
  /**
   * Finds the order of a payment. The SDK calls it first for each payment, and again after `paid`. Read the order where `paid` writes it,
   * not from a replica or a cache. If you have several shops, search only in the orders of this shop. Write this function first in the
   * object, because TypeScript infers the type of your order from it.
   *
   * @param trackingId `order.tracking_id` of the token, or `key` of `sendOnce`. Empty if the payment has none.
   * @param event For payments without an order of their own: by a payment link, or into an account.
   * @returns null or undefined if there is none.
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
   * The SDK has compared amount, currency and tracking id. It ignores the return value and reads the order again. The SDK calls this
   * function for each repeat of the notification, each return of the customer and each run of your job, so do not ship or send mail
   * here. Let a job do this for orders that are paid and not shipped. If your statement requires more than `paid_by IS NULL`, such as an
   * open order, `findOrder` must return the other orders with `closed: true`.
   */
  paid(payment: OrderPayment<Order>): unknown;
  /** The amount of the order is held, to be captured. Marks the order like `paid`: `paidBy` is then the authorization. */
  authorized?(payment: OrderPayment<Order>): unknown;
  /**
   * Stores a success that pays nothing, for your staff. They refund it, or void it if it is only held. The SDK calls this function again
   * for each repeat, so store the payment under `key`, which is unique. A payment may pay its order later, for example if the order was
   * not visible yet. Delete the review in the transaction of `paid`. Before a refund, your staff compare `summary.uid` with `paidBy`.
   */
  review(payment: PaymentToReview<Order>): unknown;
  /** A held amount was captured, whole or in part: `transaction.parent_uid` is the authorization. */
  captured?(event: PaymentEvent<Order>): unknown;
  /** A held amount was released. */
  voided?(event: PaymentEvent<Order>): unknown;
  /** A payment was refunded, whole or in part: `transaction.parent_uid` is the payment. Add them up by `summary.uid`. */
  refunded?(event: PaymentEvent<Order>): unknown;
  /** A chargeback took a payment's money back: `transaction.parent_uid` is the payment. Default: `review`. */
  charged_back?(event: PaymentEvent<Order>): unknown;
  /** A payout was made. */
  paid_out?(event: PaymentEvent<Order>): unknown;
  /** A card was saved, and no money moved. */
  tokenized?(event: PaymentEvent<Order>): unknown;
  /** A test success, of an order that is not `test`: no money moved. */
  test?(event: PaymentEvent<Order>): unknown;
  /** Not final: it may still succeed or fail. */
  pending?(event: PaymentEvent<Order>): unknown;
  /** An attempt failed. The order stays open: the customer may pay with another. */
  failed?(event: PaymentEvent<Order>): unknown;
  /** A payment token, or an alternative payment, expired unpaid. Another token of the order may still be paid. */
  expired?(event: PaymentEvent<Order>): unknown;
  /**
   * Each outcome above that has no function, except `paid`, `authorized` and `charged_back`. Default: one line on stderr, none for
   * `pending`, `failed` and `expired`.
   */
  otherwise?(event: PaymentEvent<Order>): unknown;
  /** Only for notifications. Something else than a payment, such as a subscription. Default: one line on stderr. */
  other?(notification: OtherNotification): unknown;
}

/** What became of a payment, for the page that the customer returns to, and for a job. */
export type PaymentResult<Order> = {
  /** Order, amount, identifiers and so on in one form. */
  readonly summary: PaymentSummary;
  /** True if it no longer changes: your job need not ask for this token again. */
  readonly isFinal: boolean;
} & (
  | {
      /** It pays the order, or holds its amount: the order has its `uid` in `paidBy`. */
      readonly is: "paid" | "authorized";
      /** What `findOrder` returned, after it was marked. Check that it is this customer's before you show it. */
      readonly order: Order;
    }
  | {
      /** A success that pays nothing: `review` was called. */
      readonly is: "review";
      /** Why, in one word. */
      readonly reason: ReviewReason;
      /** What `findOrder` returned, if anything. */
      readonly order: Order | undefined;
    }
  | {
      /** Nothing that pays an order. */
      readonly is: Exclude<Outcome, "paid" | "authorized" | "unknown">;
      /** The order of the payment, if `findOrder` found it. Check that it belongs to this customer before you show it. */
      readonly order: Order | undefined;
    }
);

/** The functions of a shop, and whether each is required. A record, so that it does not compile without one of them. */
const FUNCTIONS: Readonly<Record<Exclude<keyof PaymentHandlers<Payable>, "timeout">, boolean>> = {
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
  onError: false,
};

/** Throws for a missing function, a value that is not a function, and a function with a name that nothing calls. */
export function checkHandlers(shop: PaymentHandlers<Payable>): void {
  const names = Object.keys(FUNCTIONS);
  const functions = Object.entries(shop ?? {}).filter(([, value]) => typeof value === "function");
  const unknown = functions.map(([name]) => name).filter((name) => !names.includes(name));
  refuseNames("PaymentHandlers", "function", unknown, names);
  for (const [name, isRequired] of Object.entries(FUNCTIONS)) {
    // From a prototype too, because the functions may be methods of a class.
    const type = typeof Reflect.get(Object(shop), name);
    if (type === "function" || (type === "undefined" && !isRequired)) continue;
    throw new ConfigurationError(`${name} must be a function${isRequired ? ". It is required" : ""}`);
  }
}
