import { HOSTS, type Method } from "../../api/operations.ts";
import { callSite } from "../../errors/call-site.ts";
import type { BodyOptions } from "../prepare/request-options.ts";
import type { CallPromise } from "../send/call-promise.ts";
import { Transport } from "../send/transport.ts";
import { Bills } from "./bills.ts";
import { Checkouts } from "./checkouts.ts";
import { type ClientOptions, mergeOptions, type ReadOptions, readClientOptions } from "./options.ts";
import { Products } from "./products.ts";
import { Transactions } from "./transactions.ts";

/** Reads the options. The stack of an error begins at the caller of the constructor. */
const optionsFrom = (entry: NewableFunction, options: ClientOptions | null | undefined): ReadOptions => {
  try {
    return readClientOptions(options ?? {});
  } catch (error) {
    throw callSite(entry)(error);
  }
};

/**
 * Client for one shop of a payment gateway. Create one client and reuse it, because its calls share a retry budget.
 *
 * ```ts
 * import { PaymentsClient } from "payments-client";
 *
 * const payments = new PaymentsClient(); // reads the PAYMENTS_ variables
 * const { redirect_url } = await payments.checkouts.create({
 *   transaction_type: "payment",
 *   order: { amount: 3245, currency: "USD", description: "Annual pass" },
 * });
 * ```
 */
export class PaymentsClient {
  /** Shop identifier. */
  readonly shopId: string;
  /** URL of the product endpoints, without a trailing slash. */
  readonly baseUrl: string;
  /** URL of the payment token endpoints, without a trailing slash. */
  readonly checkoutUrl: string;
  /** URL of the transaction endpoints, without a trailing slash. Undefined if not configured. */
  readonly gatewayUrl: string | undefined;
  /** The option `idempotencyKeys`: whether the gateway is known to honor idempotency keys. */
  readonly idempotencyKeys: boolean;
  /** The option `timeout`, in milliseconds. */
  readonly timeout: number;
  /** Products: each has a payment link that customers open to pay. */
  readonly products: Products;
  /** Payment tokens, for the payment widget and the hosted payment page. */
  readonly checkouts: Checkouts;
  /** Transactions, with captures, voids and refunds. Requires `gatewayUrl`. */
  readonly transactions: Transactions;
  /** Bills: payments that the customer makes elsewhere, such as ERIP. */
  readonly bills: Bills;
  readonly #transport: Transport;
  readonly #given: ReadOptions["given"];

  /**
   * Client for one shop of a payment gateway. Create one client and reuse it, because its calls share a retry budget.
   *
   * ```ts
   * import { PaymentsClient } from "payments-client";
   *
   * // The other options are from the PAYMENTS_ variables.
   * const payments = new PaymentsClient({ timeout: 10_000 });
   * ```
   *
   * @param options If you leave out an option, the client reads it from the environment variables `PAYMENTS_SHOP_ID`,
   * `PAYMENTS_SECRET_KEY`, `PAYMENTS_BASE_URL`, `PAYMENTS_CHECKOUT_URL` and `PAYMENTS_GATEWAY_URL`, if the runtime has
   * `process.env`.
   * @throws {@link ConfigurationError} if an option is missing or invalid. The message names it.
   */
  constructor(options?: ClientOptions | null) {
    const { shopId, connection, given } = optionsFrom(new.target, options);
    const transport = new Transport(connection);
    this.shopId = shopId;
    this.baseUrl = connection.baseUrl;
    this.checkoutUrl = connection.checkoutUrl;
    this.gatewayUrl = connection.gatewayUrl;
    this.idempotencyKeys = connection.idempotencyKeys;
    this.timeout = connection.timeout;
    this.#transport = transport;
    this.#given = given;
    this.products = new Products(transport);
    this.checkouts = new Checkouts(transport);
    this.transactions = new Transactions(transport);
    this.bills = new Bills(transport);
  }

  /**
   * Calls an endpoint that the SDK has no method for, with the same credentials, errors, retries, hooks and limits as
   * every other call. GET, PUT and DELETE are retried like other repeatable calls, and POST and PATCH like `create`.
   *
   * ```ts
   * const path = "/beyag/transactions/tracking_id/1007";
   * const found = await payments.request<{ transactions: unknown[] }>("GET", path);
   * console.log(found.transactions.length);
   * ```
   *
   * @typeParam Data What the endpoint returns. It is not checked.
   * @param method `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
   * @param url A path as the gateway documents it: `/products…`, `/plans…`, `/subscriptions…` and `/beyag/…` are
   * below `baseUrl`, `/ctp/…` below `checkoutUrl`, any other below `gatewayUrl`. Or an absolute URL below one of the three, because credentials are sent to no other host.
   * @param options As for every call; `body` is sent as JSON.
   * @returns The parsed body. Text if the body is not JSON, and undefined if it is empty.
   * @throws {@link InvalidRequestError} before anything is sent, if the method, the URL or the body is invalid.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  request<Data = unknown>(method: Method, url: string | URL, options?: BodyOptions): CallPromise<Data>;
  request(method: Method, url: string | URL, options?: BodyOptions): CallPromise<unknown> {
    return this.#transport.requestUrl(method, url, options);
  }

  /**
   * Creates the same client with other options, such as another shop's, or another timeout for one part of a program.
   *
   * ```ts
   * const fast = payments.withOptions({ timeout: 2_000, maxRetries: 0 });
   * ```
   *
   * @param options The options to change. If you leave out an option, the new client has the value of this client. Calls
   * share its retry budget if the addresses are the same.
   * @returns The new client.
   * @throws {@link ConfigurationError} if an option is invalid. The message names it.
   */
  withOptions(options: ClientOptions): PaymentsClient {
    const client = new PaymentsClient(mergeOptions(this.#given, options));
    if (HOSTS.every((name) => client[name] === this[name])) {
      client.#transport.connection.budget = this.#transport.connection.budget;
    }
    return client;
  }
}
