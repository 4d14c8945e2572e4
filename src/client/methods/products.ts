import type { Product, ProductCreateParams, ProductUpdateParams } from "../../api/product.ts";
import type { RequestOptions } from "../prepare/request-options.ts";
import type { CallPromise } from "../send/call-promise.ts";
import type { Transport } from "../send/transport.ts";

/** Products: each has a payment link that customers open to pay. */
export class Products {
  readonly #transport: Transport;

  /** @internal Created by `PaymentsClient`. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a product. `POST {base_url}/products`.
   *
   * The SDK retries the call only if the gateway cannot have processed it. After a lost connection or a 5xx, the error's
   * `safeToRetry` is false, and the product may exist.
   *
   * ```ts
   * const product = await payments.products.create({
   *   name: "Annual pass",
   *   description: "Twelve months of access",
   *   amount: 3245, // 32.45
   *   currency: "USD",
   *   infinite: true,
   *   immortal: true,
   * });
   * console.log(product.pay_url); // the payment link
   * ```
   *
   * @param params The product. `amount` is in minor units. `quantity` is required unless `infinite` is true, and
   * `expired_at` unless `immortal` is true. Source: API reference, "Product (request, create and update)".
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The product. `pay_url` is its payment link.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: ProductCreateParams, options?: RequestOptions): CallPromise<Product> {
    return this.#transport.request("products.create", { params }, options);
  }

  /**
   * Gets a product. `GET {base_url}/products/{product_id}`.
   *
   * ```ts
   * const { name, amount, currency } = await payments.products.get("prd_7c1e");
   * ```
   *
   * @param productId `id` of the product.
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The product. `amount` is an integer in minor units.
   * @throws {@link NotFoundError} if there is no such product.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(productId: string, options?: RequestOptions): CallPromise<Product> {
    const input = { ids: { product_id: productId } };
    return this.#transport.request("products.get", input, options);
  }

  /**
   * Lists all products of the shop. `GET {base_url}/products`. The gateway documents no filters and no pagination.
   *
   * ```ts
   * for (const { id, pay_url } of await payments.products.list()) console.log(id, pay_url);
   * ```
   *
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @returns The products. An empty array if the shop has none.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  list(options?: RequestOptions): CallPromise<Product[]> {
    return this.#transport.request("products.list", {}, options);
  }

  /**
   * Changes the given fields of a product. `PUT {base_url}/products/{product_id}`. Resolves on any 2xx.
   *
   * ```ts
   * await payments.products.update("prd_7c1e", { amount: 9900, quantity: 20 });
   * ```
   *
   * @param productId `id` of the product.
   * @param params The fields to change, at least one. The other fields keep their values. Source: API reference,
   * "Product (request, create and update)".
   * @param options Options of this call, such as `timeout`. Default: those of the client.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link NotFoundError}, {@link ValidationError}, {@link ApiError}, {@link ConnectionError},
   * {@link TimeoutError}, {@link RequestAbortedError}
   */
  update(productId: string, params: ProductUpdateParams, options?: RequestOptions): CallPromise<void> {
    const input = { ids: { product_id: productId }, params };
    return this.#transport.request("products.update", input, options);
  }
}
