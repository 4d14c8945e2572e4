import type { Method } from "./operations.ts";
import { type ClientOptions, readOptions } from "./options.ts";
import { Checkouts } from "./resources/checkouts.ts";
import { Products } from "./resources/products.ts";
import { Transactions } from "./resources/transactions.ts";
import type { RequestOptions } from "./transport/request-options.ts";
import { Transport } from "./transport/transport.ts";

/**
 * A shop's connection to its payment gateway. Make one and share it: its calls share a retry budget.
 *
 * ```ts
 * const payments = new PaymentsClient({ shopId, secretKey, baseUrl, checkoutUrl });
 * const product = await payments.products.create({ … });
 * console.log(product.pay_url);
 * ```
 */
export class PaymentsClient {
  /** Shop identifier. */
  readonly shopId: string;
  /** Address of the product endpoints. */
  readonly baseUrl: string;
  /** Address of the payment token endpoints. */
  readonly checkoutUrl: string;
  /** Address of the transaction endpoints; undefined without one. */
  readonly gatewayUrl: string | undefined;
  /** Products: each has a payment link that a customer opens to pay for it. */
  readonly products: Products;
  /** Payment tokens, for the payment widget and the hosted payment page. */
  readonly checkouts: Checkouts;
  /** Transactions, and what follows them: captures, voids and refunds. Needs `gatewayUrl`. */
  readonly transactions: Transactions;
  readonly #transport: Transport;

  /**
   * @param options What is left out comes from `PAYMENTS_SHOP_ID`, `PAYMENTS_SECRET_KEY`, `PAYMENTS_BASE_URL`,
   * `PAYMENTS_CHECKOUT_URL` and `PAYMENTS_GATEWAY_URL`, where the runtime has `process.env`.
   * @throws {@link ConfigurationError} when an option is missing or wrong; the message names it.
   */
  constructor(options?: ClientOptions | null) {
    const { shopId, connection } = readOptions(options ?? {});
    const transport = new Transport(connection);
    this.shopId = shopId;
    this.baseUrl = connection.baseUrl;
    this.checkoutUrl = connection.checkoutUrl;
    this.gatewayUrl = connection.gatewayUrl ?? undefined;
    this.#transport = transport;
    this.products = new Products(transport);
    this.checkouts = new Checkouts(transport);
    this.transactions = new Transactions(transport);
  }

  /**
   * Calls an endpoint that the SDK does not name, with the credentials, errors, retries, hooks and limits of every
   * other call. GET, PUT and DELETE are repeatable, POST and PATCH are not.
   *
   * @param method `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
   * @param url An absolute URL below `baseUrl`, `checkoutUrl` or `gatewayUrl`: the credentials go nowhere else.
   * @param options As for every call; `body` is sent as JSON.
   * @returns The parsed body; text where it is not JSON; undefined where it is empty.
   * @throws {@link InvalidRequestError} before anything is sent, for any other method or URL.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  async request(
    method: Method,
    url: string | URL,
    options?: RequestOptions & {
      /** Sent as JSON. */
      body?: unknown;
    },
  ): Promise<unknown> {
    return this.#transport.requestUrl(method, url, options);
  }
}
