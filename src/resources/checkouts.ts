import {
  type Checkout,
  type CheckoutCreateParams,
  checkoutCreateParamsSchema,
  checkoutSchema,
  writeCheckout,
} from "../models/checkout.ts";
import { type CheckoutStatus, checkoutStatusSchema } from "../models/checkout-status.ts";
import type { RequestOptions } from "../transport/request-options.ts";
import type { Result, Transport } from "../transport/transport.ts";
import { isRecord } from "../values.ts";
import { type PollOptions, poll } from "./poll.ts";

const CHECKOUT: Result<Checkout> = {
  key: "checkout",
  is: (value): value is Checkout =>
    isRecord(value) && typeof value["token"] === "string" && typeof value["redirect_url"] === "string",
  model: checkoutSchema,
};

const STATUS: Result<CheckoutStatus> = {
  key: "checkout",
  is: (value): value is CheckoutStatus => isRecord(value) && typeof value["token"] === "string",
  model: checkoutStatusSchema,
};

/** Payment tokens, for the payment widget and the hosted payment page. */
export class Checkouts {
  readonly #transport: Transport;

  /** @internal A `PaymentsClient` makes it. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a payment token for an order. `POST {checkout_url}/ctp/api/checkouts`; `params` and the result
   * are what is under the key `checkout`.
   *
   * It is sent again only where it can't have been processed; on a lost connection or a 5xx the error's
   * `safeToRetry` is false. A second token alone charges nobody: only a customer who pays does.
   *
   * @returns The token, and `redirect_url`: the address where the customer pays.
   * @throws {@link InvalidRequestError} before anything is sent: `errors` names every problem.
   * @throws {@link ValidationError} when the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  async create(params: CheckoutCreateParams, options?: RequestOptions): Promise<Checkout> {
    const write = (value: unknown) => ({ checkout: writeCheckout(value) });
    const input = { params: { value: params, model: checkoutCreateParamsSchema, write } };
    return this.#transport.request("checkouts.create", input, CHECKOUT, options);
  }

  /**
   * Asks what became of a payment token. `GET {checkout_url}/ctp/api/checkouts/{token}`. Source: gateway
   * documentation.
   *
   * @throws {@link NotFoundError} when there is no such token.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async get(token: string, options?: RequestOptions): Promise<CheckoutStatus> {
    return this.#transport.request("checkouts.get", { ids: { token } }, STATUS, options);
  }

  /**
   * Asks what became of a payment token until its status is final, as `isFinal` says: after 2 seconds, then at
   * growing intervals up to 30 seconds, each a quarter shorter or longer at random. Notifications tell sooner and
   * ask less; this is for scripts, and for a merchant that notifications cannot reach.
   *
   * What can be retried does not end it: a connection that fails, a gateway that is busy or down. Pass a `signal`
   * to bound it, such as `AbortSignal.timeout(600_000)`.
   *
   * @param options As for every call; `interval` is the first wait in milliseconds, 1 to 30000, default 2000.
   * @returns The first status that is final.
   * @throws {@link RequestAbortedError} when the signal is aborted.
   * @throws {@link NotFoundError} when there is no such token.
   * @throws {@link ConfigurationError}, {@link InvalidRequestError}, {@link ApiError},
   * {@link UnexpectedResponseError}
   */
  async poll(token: string, options?: PollOptions): Promise<CheckoutStatus> {
    return poll((attemptOptions) => this.get(token, attemptOptions), options);
  }
}
