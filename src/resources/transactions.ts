import { list, type Model } from "../models/fields/primitives.ts";
import { type Transaction, transactionSchema } from "../models/transaction.ts";
import {
  type CaptureParams,
  captureParamsSchema,
  type RefundParams,
  refundParamsSchema,
  type VoidParams,
  voidParamsSchema,
  writeFollowUp,
} from "../models/transaction-params.ts";
import type { RequestOptions } from "../transport/request-options.ts";
import type { Result, Transport } from "../transport/transport.ts";
import { isRecord } from "../values.ts";

const TRANSACTION: Result<Transaction> = {
  key: "transaction",
  is: (value): value is Transaction => isRecord(value) && typeof value["uid"] === "string",
  model: transactionSchema,
};

const TRANSACTIONS: Result<Transaction[]> = {
  key: "transactions",
  is: (value): value is Transaction[] => Array.isArray(value),
  model: list(transactionSchema),
};

/**
 * Transactions, and what follows them. Every call needs the client's `gatewayUrl`. Source: gateway documentation,
 * "Follow-up transactions".
 *
 * A capture, void or refund that was declined is a transaction with the status `failed`, not an exception. None is
 * ever sent again by itself where it may have been processed. To make one repeatable, give it a `tracking_id` of its
 * own, store that before the call, and before a repeat look for it with `findByTrackingId`.
 */
export class Transactions {
  readonly #transport: Transport;

  /** @internal A `PaymentsClient` makes it. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads a transaction. `GET {gateway_url}/transactions/{uid}`.
   *
   * @throws {@link NotFoundError} when there is no such transaction.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async get(uid: string, options?: RequestOptions): Promise<Transaction> {
    return this.#transport.request("transactions.get", { ids: { uid } }, TRANSACTION, options);
  }

  /**
   * Finds the transactions with a tracking id of the merchant's: at most 10, the newest first.
   * `GET {gateway_url}/v2/transactions/tracking_id/{tracking_id}`.
   *
   * @returns An empty array where the gateway knows of none.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async findByTrackingId(trackingId: string, options?: RequestOptions): Promise<Transaction[]> {
    const input = { ids: { tracking_id: trackingId } };
    return this.#transport.request("transactions.findByTrackingId", input, TRANSACTIONS, options);
  }

  /**
   * Takes money that an authorization holds, all or a part; the rest can be captured later.
   * `POST {gateway_url}/transactions/captures`.
   *
   * @returns The capture, also when it was declined: then its `status` is `failed`.
   * @throws {@link ValidationError} when the gateway refuses it, for example because it is more than what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async capture(params: CaptureParams, options?: RequestOptions): Promise<Transaction> {
    return this.#follow("capture", captureParamsSchema, params, options);
  }

  /**
   * Releases money that an authorization holds, all or a part. `POST {gateway_url}/transactions/voids`.
   *
   * @returns The void, also when it was declined: then its `status` is `failed`.
   * @throws {@link ValidationError} when the gateway refuses it, for example because it is more than what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async void(params: VoidParams, options?: RequestOptions): Promise<Transaction> {
    return this.#follow("void", voidParamsSchema, params, options);
  }

  /**
   * Gives back the money of a payment or a capture, all or a part; several partial refunds are possible.
   * `POST {gateway_url}/transactions/refunds`.
   *
   * @returns The refund, also when it was declined: then its `status` is `failed`.
   * @throws {@link ValidationError} when the gateway refuses it, for example because it is more than what is left.
   * @throws {@link ConfigurationError} without a `gatewayUrl`.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async refund(params: RefundParams, options?: RequestOptions): Promise<Transaction> {
    return this.#follow("refund", refundParamsSchema, params, options);
  }

  async #follow<Params>(
    name: "capture" | "void" | "refund",
    model: Model<Params>,
    params: Params,
    options: RequestOptions | undefined,
  ): Promise<Transaction> {
    const input = { params: { value: params, model, write: writeFollowUp } };
    return this.#transport.request(`transactions.${name}`, input, TRANSACTION, options);
  }
}
