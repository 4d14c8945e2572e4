import { type ClientOptions, readOptions } from "./options.ts";
import { Checkouts } from "./resources/checkouts.ts";
import { Products } from "./resources/products.ts";
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
  /** Products: each has a payment link that a customer opens to pay for it. */
  readonly products: Products;
  /** Payment tokens, for the payment widget and the hosted payment page. */
  readonly checkouts: Checkouts;

  /**
   * @param options What is left out comes from `PAYMENTS_SHOP_ID`, `PAYMENTS_SECRET_KEY`, `PAYMENTS_BASE_URL`
   * and `PAYMENTS_CHECKOUT_URL`, where the runtime has `process.env`.
   * @throws {@link ConfigurationError} when an option is missing or wrong; the message names it.
   */
  constructor(options?: ClientOptions | null) {
    const { shopId, connection } = readOptions(options ?? {});
    const transport = new Transport(connection);
    this.shopId = shopId;
    this.baseUrl = connection.baseUrl;
    this.checkoutUrl = connection.checkoutUrl;
    this.products = new Products(transport);
    this.checkouts = new Checkouts(transport);
  }
}
