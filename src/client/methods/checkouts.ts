import type { Checkout, CheckoutCreateParams } from "../../api/checkout/checkout.ts";
import type { CheckoutStatus } from "../../api/transactions/checkout-status.ts";
import { callSite } from "../../errors/call-site.ts";
import type { CheckoutOptions, PollOptions, RequestOptions } from "../prepare/request-options.ts";
import { type CallPromise, toCallPromise } from "../send/call-promise.ts";
import type { Transport } from "../send/transport.ts";
import { poll } from "./poll.ts";

/** Payment tokens, for the payment widget and the hosted payment page. */
export class Checkouts {
  readonly #transport: Transport;

  /** @internal Created by `PaymentsClient`. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a payment token for an order. `POST {checkout_url}/ctp/api/checkouts`; `params` and the result
   * are the content of the key `checkout`.
   *
   * The SDK retries the call only if the gateway cannot have processed it. After a lost connection or a 5xx, the error's
   * `safeToRetry` is false. With `resend: true`, the SDK retries it like a `GET`. A second token does no harm, because
   * nothing is charged until a customer pays. The lost token expires unpaid, and the gateway notifies you of that with
   * the order's `tracking_id`.
   *
   * ```ts
   * const { token, redirect_url } = await payments.checkouts.create({
   *   transaction_type: "payment",
   *   order: {
   *     amount: 3245, // 32.45
   *     currency: "USD",
   *     description: "Annual pass",
   *     tracking_id: "1007",
   *   },
   *   settings: { notification_url: "https://shop.example/notify" },
   * });
   * console.log(token, redirect_url); // save the token, and send the customer to the URL
   * ```
   *
   * @param params The order and the payment page. `order.amount` is in minor units. `order.tracking_id` is your order's
   * number, and the gateway posts notifications to `settings.notification_url`. Source: API reference, "checkout".
   * @param options Options of this call, such as `timeout` and `resend`. Default: those of the client, without `resend`.
   * @returns The token, and `redirect_url`, the URL of the payment page for the customer.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: CheckoutCreateParams, options?: CheckoutOptions): CallPromise<Checkout> {
    return this.#transport.request("checkouts.create", { params }, options);
  }

  /**
   * Gets the status of a payment token. `GET {checkout_url}/ctp/api/checkouts/{token}`. Source: gateway
   * documentation.
   *
   * ```ts
   * import { paymentSummary } from "payments-client";
   *
   * const checkout = await payments.checkouts.get("6d0f0c5e3a");
   * const { outcome, uid, amount } = paymentSummary(checkout);
   * console.log(outcome, uid, amount); // "paid" if it is paid
   * ```
   *
   * Do not set an order to paid for the status alone. `handlePayment` also compares amount, currency and order.
   *
   * @param token The payment token.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The status of the token, with its latest attempt in `gateway_response`.
   * @throws {@link NotFoundError} if there is no such token.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(token: string, options?: RequestOptions): CallPromise<CheckoutStatus> {
    return this.#transport.request("checkouts.get", { ids: { token } }, options);
  }

  /**
   * Gets the status of a payment token repeatedly until it is final (see `isFinal`). The first request is immediate, the
   * second follows after 2 seconds, and the intervals grow to 30 seconds, with 25 % jitter. Notifications arrive sooner
   * and need fewer requests. Use `poll` in scripts, and if your server cannot receive notifications.
   *
   * It continues after errors that may be temporary, such as a failed connection or a busy gateway.
   *
   * ```ts
   * import { outcome } from "payments-client";
   *
   * const checkout = await payments.checkouts.poll("6d0f0c5e3a", { deadline: 600_000 });
   * console.log(outcome(checkout)); // "paid", "failed", "expired", …
   * ```
   *
   * @param token The payment token.
   * @param options Options of this call. `deadline` limits all requests together, in milliseconds. `interval` is the
   * first delay in milliseconds, 1 to 30000, default 2000.
   * @returns The first final status.
   * @throws {@link TimeoutError} after the call's `deadline`. The client's `deadline` limits each request.
   * @throws {@link RequestAbortedError} if the signal is aborted.
   * @throws {@link NotFoundError} if there is no such token.
   * @throws {@link ConfigurationError}, {@link InvalidRequestError}, {@link ApiError},
   * {@link UnexpectedResponseError}
   */
  poll(token: string, options?: PollOptions): CallPromise<CheckoutStatus> {
    const beginAtCaller = callSite(this.poll);
    const polled = poll((attemptOptions) => this.get(token, attemptOptions), options).then(
      (response) => [response.data, response] as const,
      (error: unknown) => {
        throw beginAtCaller(error);
      },
    );
    return toCallPromise(polled, (_, response) => response);
  }
}
