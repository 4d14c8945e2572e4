import type { Checkout, CheckoutCreateParams } from "../api/checkout/checkout.ts";
import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import { callSite } from "../errors/call-site.ts";
import { isRecord } from "../shared/values.ts";
import { type CallPromise, toCallPromise } from "./call-promise.ts";
import { type PollOptions, poll } from "./poll.ts";
import type { Result } from "./read-result.ts";
import type { CheckoutOptions, RequestOptions } from "./request-options.ts";
import type { Transport } from "./transport.ts";

const CHECKOUT: Result<Checkout> = {
  is: (value): value is Checkout =>
    isRecord(value) && typeof value["token"] === "string" && typeof value["redirect_url"] === "string",
};

const STATUS: Result<CheckoutStatus> = {
  is: (value): value is CheckoutStatus => isRecord(value) && typeof value["token"] === "string",
};

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
   * It is retried only if it cannot have been processed; after a lost connection or a 5xx the error's
   * `safeToRetry` is false. With `resend: true` it is retried like a `GET`: a second token is harmless, since nothing is
   * charged until a customer pays. The lost one expires unpaid, which is notified with the order's `tracking_id`.
   *
   * @param options As for every call; also `resend`.
   * @returns The token, and `redirect_url`: the URL of the payment page for the customer.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: CheckoutCreateParams, options?: CheckoutOptions): CallPromise<Checkout> {
    return this.#transport.request("checkouts.create", { params }, CHECKOUT, options);
  }

  /**
   * Gets the status of a payment token. `GET {checkout_url}/ctp/api/checkouts/{token}`. Source: gateway
   * documentation.
   *
   * @throws {@link NotFoundError} if there is no such token.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(token: string, options?: RequestOptions): CallPromise<CheckoutStatus> {
    return this.#transport.request("checkouts.get", { ids: { token } }, { ...STATUS, id: "token" }, options);
  }

  /**
   * Gets the status of a payment token repeatedly until it is final (see `isFinal`): at once, after 2 seconds, then at
   * growing intervals up to 30 seconds, with 25 % jitter. Notifications arrive sooner and need fewer requests; use this
   * in scripts, and where notifications cannot be received.
   *
   * It continues after errors that may be temporary: a failed connection, a busy or failing gateway. Pass a `deadline` to
   * limit its time, such as 600000 for ten minutes.
   *
   * @param options As for every call; `interval` is the first delay in milliseconds, 1 to 30000, default 2000.
   * @returns The first final status.
   * @throws {@link TimeoutError} past the call's `deadline`; the client's limits each request.
   * @throws {@link RequestAbortedError} if the signal is aborted.
   * @throws {@link NotFoundError} if there is no such token.
   * @throws {@link ConfigurationError}, {@link InvalidRequestError}, {@link ApiError},
   * {@link UnexpectedResponseError}
   */
  poll(token: string, options?: PollOptions): CallPromise<CheckoutStatus> {
    const beginAtCaller = callSite(this.poll);
    const answered = poll((attemptOptions) => this.get(token, attemptOptions), options);
    return toCallPromise(
      answered.catch((error: unknown) => {
        throw beginAtCaller(error);
      }),
    );
  }
}
