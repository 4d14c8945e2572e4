import type { SavedCardPaymentParams } from "../api/transactions/saved-card-payment.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import type { CaptureParams, RefundParams, VoidParams } from "../api/transactions/transaction-params.ts";
import type { CallPromise } from "./call-promise.ts";
import type { Result } from "./read-result.ts";
import type { RequestOptions, TransactionOptions } from "./request-options.ts";
import { TRANSACTION } from "./transaction-result.ts";
import type { Transport } from "./transport.ts";

const TRANSACTIONS: Result<Transaction[]> = {
  is: (value): value is Transaction[] => Array.isArray(value),
};

/**
 * Transactions, with captures, voids and refunds. Every call requires the client's `gatewayUrl`. Source: gateway
 * documentation, "Follow-up transactions".
 *
 * A declined capture, void or refund is returned as a transaction with the status `failed`, not thrown. The SDK never
 * retries one that may have been processed. To repeat one safely, give each a unique `tracking_id`, store it before the
 * call, and look for it with `findByTrackingId` before you repeat the call.
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
   * @throws {@link NotFoundError} if there is no such transaction.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(uid: string, options?: RequestOptions): CallPromise<Transaction> {
    return this.#transport.request(
      "transactions.get",
      { ids: { uid } },
      { ...TRANSACTION, id: "uid" },
      options,
    );
  }

  /**
   * Finds transactions by the merchant's tracking id: at most 10, the newest first.
   * `GET {gateway_url}/v2/transactions/tracking_id/{tracking_id}`.
   *
   * @returns An empty array if there are none.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  findByTrackingId(trackingId: string, options?: RequestOptions): CallPromise<Transaction[]> {
    const input = { ids: { tracking_id: trackingId } };
    return this.#transport.request("transactions.findByTrackingId", input, TRANSACTIONS, options);
  }

  /**
   * Charges a saved card, without the customer. `POST {gateway_url}/transactions/payments`. Source: gateway
   * documentation, "Payments with a saved card".
   *
   * @returns The payment. If it was declined, its `status` is `failed`; if 3-D Secure is required, it is `incomplete` and
   * the customer continues at `redirect_url`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because it does not know the card token.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  pay(params: SavedCardPaymentParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.pay", { params }, TRANSACTION, options);
  }

  /**
   * Holds an amount on a saved card, to capture it later. `POST {gateway_url}/transactions/authorizations`. Source:
   * gateway documentation, "Payments with a saved card".
   *
   * @returns The authorization. If it was declined, its `status` is `failed`; if 3-D Secure is required, it is
   * `incomplete` and the customer continues at `redirect_url`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because it does not know the card token.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  authorize(params: SavedCardPaymentParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.authorize", { params }, TRANSACTION, options);
  }

  /**
   * Captures funds held by an authorization, in full or in part; the rest can be captured later.
   * `POST {gateway_url}/transactions/captures`.
   *
   * @returns The capture. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  capture(params: CaptureParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.capture", { params }, TRANSACTION, options);
  }

  /**
   * Releases funds held by an authorization, in full or in part. `POST {gateway_url}/transactions/voids`.
   *
   * @returns The void. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  void(params: VoidParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.void", { params }, TRANSACTION, options);
  }

  /**
   * Refunds a payment or a capture, in full or in part; several partial refunds are possible.
   * `POST {gateway_url}/transactions/refunds`.
   *
   * @returns The refund. If it was declined, its `status` is `failed`.
   * @throws {@link ValidationError} if the gateway refuses it, for example because the amount exceeds what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  refund(params: RefundParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("transactions.refund", { params }, TRANSACTION, options);
  }
}
