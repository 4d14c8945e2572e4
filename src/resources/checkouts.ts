import {
  type Checkout,
  type CheckoutCreateParams,
  checkoutCreateParamsSchema,
  checkoutSchema,
  writeCheckout,
} from "../models/checkout.ts";
import { type CheckoutStatus, checkoutStatusSchema } from "../models/checkout-status.ts";
import { checkParams } from "../transport/check-params.ts";
import { pathSegment } from "../transport/path-segment.ts";
import type { RequestOptions } from "../transport/request-options.ts";
import type { Result, Transport } from "../transport/transport.ts";
import { isRecord } from "../values.ts";

const PATH = "/ctp/api/checkouts";

const CHECKOUT: Result<Checkout> = {
  is: (value): value is Checkout =>
    isRecord(value) && typeof value["token"] === "string" && typeof value["redirect_url"] === "string",
  model: checkoutSchema,
};

const STATUS: Result<CheckoutStatus> = {
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
    const operation = "checkouts.create";
    if (this.#transport.validates) {
      checkParams(operation, checkoutCreateParamsSchema, params);
    }
    const body = { checkout: writeCheckout(params) };
    const call = { operation, method: "POST", path: PATH, body } as const;
    return this.#transport.request(call, CHECKOUT, options);
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
    const operation = "checkouts.get";
    const path = `${PATH}/${pathSegment(operation, "token", token)}`;
    return this.#transport.request({ operation, method: "GET", path }, STATUS, options);
  }
}
