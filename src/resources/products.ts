import { list } from "../models/fields/primitives.ts";
import {
  type Product,
  type ProductCreateParams,
  type ProductUpdateParams,
  productCreateParamsSchema,
  productSchema,
  productUpdateParamsSchema,
  writeNewProduct,
  writeProduct,
} from "../models/product.ts";
import { checkParams } from "../transport/check-params.ts";
import { pathSegment } from "../transport/path-segment.ts";
import type { RequestOptions } from "../transport/request-options.ts";
import type { Result, Transport } from "../transport/transport.ts";
import { isRecord } from "../values.ts";

const PRODUCT: Result<Product> = {
  is: (value): value is Product => isRecord(value) && typeof value["id"] === "string",
  model: productSchema,
};

const PRODUCTS: Result<Product[]> = {
  is: (value): value is Product[] => Array.isArray(value),
  model: list(productSchema),
};

/** Products: each has a payment link that a customer opens to pay for it. */
export class Products {
  readonly #transport: Transport;

  /** @internal A `PaymentsClient` makes it. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a product. `POST {base_url}/products`.
   *
   * It is sent again only where it can't have been processed; on a lost connection or a 5xx the error's
   * `safeToRetry` is false, and the product may exist.
   *
   * @returns The product, with `pay_url`: the link to pay for it.
   * @throws {@link InvalidRequestError} before anything is sent: `errors` names every problem.
   * @throws {@link ValidationError} when the gateway refuses it.
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  async create(params: ProductCreateParams, options?: RequestOptions): Promise<Product> {
    const operation = "products.create";
    if (this.#transport.validates) checkParams(operation, productCreateParamsSchema, params);
    const body = writeNewProduct(params);
    const call = { operation, method: "POST", path: "/products", body } as const;
    return this.#transport.request(call, PRODUCT, options);
  }

  /**
   * Reads a product. `GET {base_url}/products/{product_id}`.
   *
   * @throws {@link NotFoundError} when there is no such product.
   * @throws {@link InvalidRequestError}, {@link ApiError}, {@link ConnectionError}, {@link TimeoutError},
   * {@link RequestAbortedError}, {@link UnexpectedResponseError}
   */
  async get(productId: string, options?: RequestOptions): Promise<Product> {
    const operation = "products.get";
    const path = `/products/${pathSegment(operation, "product_id", productId)}`;
    return this.#transport.request({ operation, method: "GET", path }, PRODUCT, options);
  }

  /**
   * Lists all products of the shop. `GET {base_url}/products`. The gateway documents no filter and no pages.
   *
   * @throws {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, {@link RequestAbortedError},
   * {@link UnexpectedResponseError}
   */
  async list(options?: RequestOptions): Promise<Product[]> {
    const call = { operation: "products.list", method: "GET", path: "/products" } as const;
    return this.#transport.request(call, PRODUCTS, options);
  }

  /**
   * Changes the given fields of a product, at least one. `PUT {base_url}/products/{product_id}`. Resolves on
   * any 2xx.
   *
   * @throws {@link InvalidRequestError} before anything is sent: `errors` names every problem.
   * @throws {@link NotFoundError}, {@link ValidationError}, {@link ApiError}, {@link ConnectionError},
   * {@link TimeoutError}, {@link RequestAbortedError}
   */
  async update(productId: string, params: ProductUpdateParams, options?: RequestOptions): Promise<void> {
    const operation = "products.update";
    const path = `/products/${pathSegment(operation, "product_id", productId)}`;
    if (this.#transport.validates) checkParams(operation, productUpdateParamsSchema, params);
    const body = writeProduct(params);
    await this.#transport.submit({ operation, method: "PUT", path, body }, options);
  }
}
