import { isGiven, isRecord } from "../values.ts";
import { type CustomerField, customerField } from "./customer-fields.ts";
import { type Amount, price, quantity, requiredPrice, type Whole, writeDigits } from "./fields/amount.ts";
import {
  flag,
  integer,
  nullable,
  type Open,
  type Optional,
  optional,
  readonlyList,
  record,
  type Section,
  type Shape,
  section,
} from "./fields/primitives.ts";
import { type Rule, withRules } from "./fields/rules.ts";
import { currency, filled, httpUrl, optionalOneOf, required, text } from "./fields/text.ts";
import { type Time, time, writeTime } from "./fields/time.ts";
import { writing } from "./fields/writing.ts";

/** `payment` authorizes and captures at once; `authorization` verifies and holds the cardholder's funds. */
export type ProductTransactionType = "payment" | "authorization";

/** What a product is created from. Source: API reference, "Product (request, create and update)". */
export interface ProductCreateParams {
  /** Product name. Required on creation. */
  name: string;
  /** Product description. Required on creation. */
  description: string;
  /** Currency, ISO 4217 alpha-3 in capitals, such as `EUR`. Required on creation. */
  currency: string;
  /** Price in minimal currency units: 3245 for 32.45. Required on creation. Sent as a string, returned as an integer. */
  amount: Amount;
  /**
   * Quantity available to sell, a whole number. Required on creation unless `infinite` is true, and must not be sent
   * when it is. Sent as a string.
   */
  quantity?: Optional<Whole>;
  /** True means that the quantity is unlimited. */
  infinite?: Optional<boolean>;
  /** Customer-data fields that the payment page displays. */
  visible_fields?: Optional<readonly CustomerField[]>;
  /** True makes the product a test product. */
  test?: Optional<boolean>;
  /** True means that the payment period is unlimited. */
  immortal?: Optional<boolean>;
  /**
   * Until when the product can be paid. Required on creation unless `immortal` is true. Sent as
   * `YYYY-MM-DDThh:mm:ss+hh:mm`.
   *
   * @remarks A `Date`, or an ISO 8601 string with a zone; fractions of a second are dropped.
   */
  expired_at?: Optional<Time>;
  /**
   * Absolute http or https URL where the customer returns after payment. Default: the shop URL registered
   * for the merchant.
   */
  return_url?: Optional<string>;
  /** Shop identifier. */
  shop_id?: Optional<number>;
  /** Language of the payment page, such as `en`. Default `en`, which is sent on creation when it is left out. */
  language?: Optional<string>;
  /** What a payment of the product does. Default `payment`. */
  transaction_type?: Optional<ProductTransactionType | "">;
}

/**
 * Any subset of the fields of {@link ProductCreateParams}, at least one. Source: API reference,
 * `PUT {base_url}/products/{product_id}`.
 */
export type ProductUpdateParams = {
  [Field in keyof ProductCreateParams]?: Optional<ProductCreateParams[Field]>;
};

/** A product as the gateway returns it. Source: API reference, "Product (response object)". */
export interface Product {
  /** Product identifier: `prd_` and an opaque string. */
  id: string;
  /** Product name. */
  name: string;
  /** Product description. */
  description: string;
  /** Currency, ISO 4217 alpha-3. */
  currency: string;
  /** Price in minimal currency units, an integer. */
  amount: number;
  /** Quantity left to sell. Listings show 0 or null for unlimited products: ask `infinite`. */
  quantity: number | null;
  /** True means that the quantity is unlimited. */
  infinite: boolean;
  /** Language of the payment page. */
  language: string;
  /** `payment` or `authorization`. */
  transaction_type: Open<ProductTransactionType>;
  /** When the product was created: UTC, ISO 8601 with milliseconds and `Z`. */
  created_at: string;
  /** When the product was last changed, in the same format. */
  updated_at: string;
  /** True for a test product. */
  test: boolean;
  /** Empty in every response that the reference shows. */
  additional_data?: Record<string, unknown> | null | undefined;
  /** Payment link, `{base_url}/products/<product_id>/pay`: the customer opens it to pay. */
  pay_url: string;
  /** The same value as `pay_url`. */
  payment_url: string;
  /** Link to the order confirmation page on the checkout host. */
  confirm_url: string;
}

const quantityBesideInfinite: Rule<ProductUpdateParams> = (product, refuse) => {
  if (product.infinite === true && isGiven(product.quantity)) {
    refuse(["quantity"], "must not be sent when infinite is true");
  }
};

const quantityMissingFromFiniteStock: Rule<ProductCreateParams> = (product, refuse) => {
  if (product.infinite !== true && !isGiven(product.quantity)) {
    refuse(["quantity"], "is required unless infinite is true");
  }
};

const noExpiryForAMortal: Rule<ProductCreateParams> = (product, refuse) => {
  if (product.immortal !== true && !isGiven(product.expired_at)) {
    refuse(["expired_at"], "is required unless immortal is true");
  }
};

const nothingToUpdate: Rule<ProductUpdateParams> = (product, refuse) => {
  if (Object.values(product).every((value) => value === undefined)) {
    refuse([], "give at least one field to update");
  }
};

const optionalFields = {
  quantity: optional(quantity),
  infinite: optional(flag),
  visible_fields: optional(readonlyList(customerField)),
  test: optional(flag),
  immortal: optional(flag),
  expired_at: optional(time),
  return_url: optional(httpUrl),
  shop_id: optional(integer),
  language: optional(text),
  transaction_type: optionalOneOf(["payment", "authorization"]),
};

/** The zod model of {@link ProductCreateParams}. */
export const productCreateParamsSchema: Section<ProductCreateParams> = withRules(
  section({
    name: filled,
    description: filled,
    currency: required(currency),
    amount: requiredPrice,
    ...optionalFields,
  } satisfies Shape<ProductCreateParams>),
  quantityBesideInfinite,
  quantityMissingFromFiniteStock,
  noExpiryForAMortal,
);

/** The zod model of {@link ProductUpdateParams}. */
export const productUpdateParamsSchema: Section<ProductUpdateParams> = withRules(
  section({
    name: optional(text),
    description: optional(text),
    currency: optional(currency),
    amount: optional(price),
    ...optionalFields,
  } satisfies Shape<ProductUpdateParams>),
  quantityBesideInfinite,
  nothingToUpdate,
);

/** The zod model of {@link Product}. */
export const productSchema: Section<Product> = section({
  id: text,
  name: text,
  description: text,
  currency: text,
  amount: integer,
  quantity: nullable(integer),
  infinite: flag,
  language: text,
  transaction_type: text,
  created_at: text,
  updated_at: text,
  test: flag,
  additional_data: optional(record),
  pay_url: text,
  payment_url: text,
  confirm_url: text,
} satisfies Shape<Product>);

const writeFields = writing({
  amount: writeDigits,
  quantity: writeDigits,
  expired_at: writeTime,
});

/** The parameters as the wire carries them: without an empty quantity beside `infinite`, which must not be sent. */
export const writeProduct = (params: unknown): unknown => {
  if (!isRecord(params) || params["infinite"] !== true || isGiven(params["quantity"]))
    return writeFields(params);
  const { quantity: _, ...others } = params;
  return writeFields(others);
};

/** The parameters of a new product as the wire carries them: with a language, which is marked required. */
export const writeNewProduct = (params: unknown): unknown =>
  writeProduct(isRecord(params) && !isGiven(params["language"]) ? { ...params, language: "en" } : params);
