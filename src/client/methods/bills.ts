import type { BillCreateParams } from "../../api/bill.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { RequestOptions, TransactionOptions } from "../prepare/request-options.ts";
import type { CallPromise } from "../send/call-promise.ts";
import type { Transport } from "../send/transport.ts";

/** An `order_id`. A `uid` has other characters. */
const ORDER_ID = /^\d{1,12}$/;

/**
 * Bills: payments that the customer makes elsewhere, in a bank or at a terminal, such as ERIP. Source: gateway
 * documentation, "Create an ERIP payment request".
 *
 * A bill is a transaction. `pending`, `permanent`, `start` (the customer has opened it) and `auto_created` are not
 * money. A permanent bill is paid any number of times: each payment is a transaction with its own `uid` and the bill's
 * `tracking_id`.
 */
export class Bills {
  readonly #transport: Transport;

  /** @internal Created by `PaymentsClient`. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a bill. `POST {base_url}/beyag/payments`.
   *
   * ```ts
   * const bill = await payments.bills.create({
   *   amount: 3245, // 32.45
   *   currency: "BYN",
   *   description: "Annual pass",
   *   ip: "203.0.113.7", // of the customer
   *   order_id: "1007",
   *   tracking_id: "1007",
   *   notification_url: "https://shop.example/notify",
   *   payment_method: { type: "erip", account_number: "77" },
   * });
   * console.log(bill.uid, bill.status); // "pending" until the customer pays
   * ```
   *
   * @param params The bill. `amount` is in minor units, 1 or more, and `currency` is `BYN`. `order_id` has at most 12
   * digits. Without `expired_at`, the bill does not expire. Source: gateway documentation, "Create an ERIP payment
   * request".
   * @param options Options of this call, such as `idempotencyKey`. Default: those of the client, without a key.
   * @returns The bill, `pending` or `permanent`. `erip.instruction`, `erip.account_number` and `erip.qr_code` show the
   * customer how to pay.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: BillCreateParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("bills.create", { params }, options);
  }

  /**
   * Gets a bill. `GET {base_url}/beyag/payments/{bill_id}`.
   *
   * ```ts
   * const { status, amount } = await payments.bills.get("1007");
   * console.log(status, amount); // "pending" until the customer pays
   * ```
   *
   * @param orderIdOrUid `order_id` or `uid` of the bill.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The bill.
   * @throws {@link NotFoundError} if there is no such bill.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(orderIdOrUid: string, options?: RequestOptions): CallPromise<Transaction> {
    const idField = ORDER_ID.test(orderIdOrUid) ? "order_id" : "uid";
    return this.#transport.request("bills.get", { ids: { bill_id: orderIdOrUid }, idField }, options);
  }

  /**
   * Deletes a bill that is not paid. `DELETE {base_url}/beyag/payments/{bill_id}`. Resolves on any 2xx. After a lost
   * response, call `get`, because the bill may be deleted, or paid in the meantime.
   *
   * ```ts
   * await payments.bills.delete("5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54");
   * ```
   *
   * @param uid `uid` of the bill.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @throws {@link NotFoundError} if there is no such bill.
   * @throws {@link ValidationError} if it cannot be deleted, for example because it is paid.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}
   */
  delete(uid: string, options?: RequestOptions): CallPromise<void> {
    return this.#transport.request("bills.delete", { ids: { bill_id: uid } }, options);
  }
}
