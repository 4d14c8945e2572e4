import type { BillCreateParams } from "../api/bill.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import type { CallPromise } from "./call-promise.ts";
import type { RequestOptions, TransactionOptions } from "./request-options.ts";
import { TRANSACTION } from "./transaction-result.ts";
import type { Transport } from "./transport.ts";

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
   * @returns The bill, `pending` or `permanent`. `erip.instruction`, `erip.account_number` and `erip.qr_code` tell the
   * customer how to pay.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: BillCreateParams, options?: TransactionOptions): CallPromise<Transaction> {
    return this.#transport.request("bills.create", { params }, TRANSACTION, options);
  }

  /**
   * Gets a bill as it is now. `GET {base_url}/beyag/payments/{bill_id}`.
   *
   * @param orderIdOrUid `order_id` of the bill, or its `uid`.
   * @throws {@link NotFoundError} if there is no such bill.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(orderIdOrUid: string, options?: RequestOptions): CallPromise<Transaction> {
    return this.#transport.request("bills.get", { ids: { bill_id: orderIdOrUid } }, TRANSACTION, options);
  }

  /**
   * Withdraws a bill that is not paid: it becomes `deleted`. `DELETE {base_url}/beyag/payments/{bill_id}`. Resolves on
   * any 2xx. If it fails without an answer, `get` tells whether the bill is deleted: it may have been paid meanwhile.
   *
   * @param uid `uid` of the bill.
   * @throws {@link NotFoundError} if there is no such bill.
   * @throws {@link ValidationError} if it cannot be deleted, for example because it is paid.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}
   */
  delete(uid: string, options?: RequestOptions): CallPromise<void> {
    return this.#transport.submit("bills.delete", { ids: { bill_id: uid } }, options);
  }
}
