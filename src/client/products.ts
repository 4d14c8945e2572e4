import type { Product, ProductCreateParams, ProductUpdateParams } from "../api/product.ts";
import { isRecord } from "../shared/values.ts";
import type { CallPromise } from "./call-promise.ts";
import type { Result } from "./read-result.ts";
import type { RequestOptions } from "./request-options.ts";
import type { Transport } from "./transport.ts";

const PRODUCT: Result<Product> = {
  is: (value): value is Product => isRecord(value) && typeof value["id"] === "string",
};

const PRODUCTS: Result<Product[]> = {
  is: (value): value is Product[] => Array.isArray(value),
};

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
   * It is retried only if it cannot have been processed; after a lost connection or a 5xx the error's
   * `safeToRetry` is false, and the product may exist.
   *
   * @returns The product, with `pay_url`: the payment link.
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link ValidationError} if the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  create(params: ProductCreateParams, options?: RequestOptions): CallPromise<Product> {
    return this.#transport.request("products.create", { params }, PRODUCT, options);
  }

  /**
   * Gets a product. `GET {base_url}/products/{product_id}`.
   *
   * @throws {@link NotFoundError} if there is no such product.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  get(productId: string, options?: RequestOptions): CallPromise<Product> {
    const input = { ids: { product_id: productId } };
    return this.#transport.request("products.get", input, { ...PRODUCT, id: "id" }, options);
  }

  /**
   * Lists all products of the shop. `GET {base_url}/products`. The gateway documents no filters and no pagination.
   *
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  list(options?: RequestOptions): CallPromise<Product[]> {
    return this.#transport.request("products.list", {}, PRODUCTS, options);
  }

  /**
   * Changes the given fields of a product, at least one. `PUT {base_url}/products/{product_id}`. Resolves on
   * any 2xx.
   *
   * @throws {@link InvalidRequestError} before anything is sent, if `params` are invalid: `errors` names every problem.
   * @throws {@link NotFoundError}, {@link ValidationError}, {@link ApiError}, {@link ConnectionError},
   * {@link TimeoutError}, {@link RequestAbortedError}
   */
  update(productId: string, params: ProductUpdateParams, options?: RequestOptions): CallPromise<void> {
    const input = { ids: { product_id: productId }, params };
    return this.#transport.submit("products.update", input, options);
  }
}
