import type { SavedCardPaymentParams } from "../../api/transactions/saved-card-payment.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { CaptureParams, RefundParams, VoidParams } from "../../api/transactions/transaction-params.ts";
import type { RequestOptions, TransactionOptions } from "../prepare/request-options.ts";
import type { CallPromise } from "../send/call-promise.ts";
import type { Transport } from "../send/transport.ts";

/**
 * Transactions, with captures, voids and refunds. Every call requires the client's `gatewayUrl`. Source: gateway
 * documentation, "Follow-up transactions".
 *
 * A declined capture, void or refund is returned as a transaction with the status `failed`, not thrown. The SDK never
 * retries a call that the gateway may have processed. To retry it safely, use `sendOnce`. It searches for the
 * `tracking_id` with `findByTrackingId` before it sends the call again.
 */
export class Transactions {
  readonly #transport: Transport;

  /** @internal Created by `PaymentsClient`. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets a transaction. `GET {gateway_url}/transactions/{uid}`.
   *
   * ```ts
   * import { outcome } from "payments-client";
   *
   * const uid = "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54";
   * const transaction = await payments.transactions.get(uid);
   * console.log(outcome(transaction)); // "paid", "authorized", "refunded", "failed", …
   * ```
   *
   * @param uid `uid` of the transaction.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The transaction.
   * @throws {@link NotFoundError} if there is no such transaction.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(uid: string, options?: RequestOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.get", { ids: { uid } }, options);
  }

  /**
   * Finds the newest 10 transactions of a tracking id, the newest first.
   * `GET {gateway_url}/v2/transactions/tracking_id/{tracking_id}`.
   *
   * ```ts
   * const [newest] = await payments.transactions.findByTrackingId("1007");
   * console.log(newest?.uid, newest?.status);
   * ```
   *
   * @param trackingId The `tracking_id` that you sent, such as your order's number.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The transactions. An empty array if there are none.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  findByTrackingId(trackingId: string, options?: RequestOptions): CallPromise<Transaction[]> {
    const input = { ids: { tracking_id: trackingId } };
    return this.#transport.request("transactions.findByTrackingId", input, options);
  }

  /**
   * Charges a saved card, without the customer. `POST {gateway_url}/transactions/payments`. Source: gateway
   * documentation, "Payments with a saved card".
   *
   * ```ts
   * const charge = await payments.transactions.pay({
   *   amount: 990, // 9.90
   *   currency: "EUR",
   *   description: "Second month",
   *   tracking_id: "renewal-77-2",
   *   credit_card: { token: "card_3f9b" }, // from the payment that saved the card
   * });
   * console.log(charge.status); // "successful", "failed", or "incomplete" with a redirect_url
   * ```
   *
   * @param params The charge. `amount` is in minor units, 1 or more. `credit_card.token` is the saved card, and a unique
   * `tracking_id` of at most 255 characters lets you find the charge after a lost response.
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The payment. If it was declined, its `status` is `failed`. If 3-D Secure is required, it is `incomplete`
   * and the customer continues at `redirect_url`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because it does not know the card token.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  pay(params: SavedCardPaymentParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.pay", { params }, options);
  }

  /**
   * Holds an amount on a saved card, to capture it later. `POST {gateway_url}/transactions/authorizations`. Source:
   * gateway documentation, "Payments with a saved card".
   *
   * ```ts
   * const hold = await payments.transactions.authorize({
   *   amount: 990, // 9.90
   *   currency: "EUR",
   *   description: "Deposit",
   *   tracking_id: "deposit-1007",
   *   credit_card: { token: "card_3f9b" }, // from the payment that saved the card
   * });
   * console.log(hold.uid); // the parent_uid of its capture or void
   * ```
   *
   * @param params The authorization. `amount` is in minor units, 1 or more. `credit_card.token` is the saved card, and a
   * unique `tracking_id` of at most 255 characters lets you find the authorization after a lost response.
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The authorization. If it was declined, its `status` is `failed`. If 3-D Secure is required, it is
   * `incomplete` and the customer continues at `redirect_url`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because it does not know the card token.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  authorize(params: SavedCardPaymentParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.authorize", { params }, options);
  }

  /**
   * Captures funds held by an authorization, in full or in part. The rest can be captured later.
   * `POST {gateway_url}/transactions/captures`.
   *
   * ```ts
   * const capture = await payments.transactions.capture({
   *   parent_uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
   *   amount: 10000, // 100.00, at most what is left of the authorization
   *   tracking_id: "capture-1007-1",
   * });
   * console.log(capture.status); // "successful", or "failed" if the bank declined
   * ```
   *
   * @param params The capture. `parent_uid` is the `uid` of the authorization, and `amount` is in minor units, 1 or
   * more. Source: gateway documentation, "Follow-up transactions".
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The capture. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds the rest.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  capture(params: CaptureParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.capture", { params }, options);
  }

  /**
   * Releases funds held by an authorization, in full or in part. `POST {gateway_url}/transactions/voids`.
   *
   * ```ts
   * const release = await payments.transactions.void({
   *   parent_uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
   *   amount: 10000, // 100.00, at most what is left of the authorization
   *   tracking_id: "void-1007-1",
   * });
   * console.log(release.status); // "successful", or "failed" if the bank declined
   * ```
   *
   * @param params The void. `parent_uid` is the `uid` of the authorization, and `amount` is in minor units, 1 or more.
   * Source: gateway documentation, "Follow-up transactions".
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The void. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds the rest.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  void(params: VoidParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.void", { params }, options);
  }

  /**
   * Refunds a payment or a capture, in full or in part. Several partial refunds are possible.
   * `POST {gateway_url}/transactions/refunds`.
   *
   * Use `sendOnce` in a shop, so that a lost response cannot lead to a second refund.
   *
   * ```ts
   * const refund = await payments.transactions.refund({
   *   parent_uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
   *   amount: 4000, // 40.00, at most what is left of the payment
   *   reason: "Returned",
   *   tracking_id: "refund-1007-1",
   * });
   * console.log(refund.status); // "successful", or "failed" if the bank declined
   * ```
   *
   * @param params The refund. `parent_uid` is the `uid` of the payment or the capture, and `amount` is in minor units,
   * 1 or more. `reason` is required. Source: gateway documentation, "Follow-up transactions".
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The refund. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds the rest.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  refund(params: RefundParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.refund", { params }, options);
  }
}
