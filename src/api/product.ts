import { isGiven, isRecord } from "../shared/values.ts";
import { customerFieldNames } from "./checkout/customer.ts";
import { price, quantity } from "./fields/amount.ts";
import {
  flag,
  type Infer,
  integer,
  list,
  type Named,
  nullable,
  omittable,
  optional,
  record,
  type Section,
  type Shape,
  section,
  textOrNumber,
} from "./fields/primitives.ts";
import { type FieldRule, fieldRule, type Rule, withRules } from "./fields/rules.ts";
import { currency, filled, language, open, optionalOneOf, pageUrl, required, text } from "./fields/text.ts";
import { time } from "./fields/time.ts";
import { sent } from "./fields/wire.ts";

/** `payment` authorizes and captures in one step. `authorization` verifies and holds the cardholder's funds. */
export type ProductTransactionType = "payment" | "authorization";

const optionalFields = () => ({
  /**
   * Quantity available for sale, a whole number. Required on creation unless `infinite` is true, and must not be sent
   * if it is. Sent as a string.
   */
  quantity: optional(quantity),
  /** True means that the quantity is unlimited. */
  infinite: optional(flag),
  /** Customer-data fields that the payment page displays. */
  visible_fields: optional(customerFieldNames()),
  /** True makes the product a test product. */
  test: optional(flag),
  /** True means that the product does not expire. */
  immortal: optional(flag),
  /**
   * Time after which the product can no longer be paid for. Required on creation unless `immortal` is true. Sent as
   * `YYYY-MM-DDThh:mm:ss+hh:mm`.
   *
   * @remarks A `Date`, or an ISO 8601 string with a zone. Fractions of a second are dropped.
   */
  expired_at: optional(time),
  /**
   * Absolute URL to which the customer returns after payment. Default: the shop URL registered for the merchant. Sent
   * as ASCII, percent-encoded. The scheme is http, https or an app's.
   */
  return_url: optional(pageUrl),
  /** Shop identifier. */
  shop_id: optional(integer),
  /** Language of the payment page, such as `en`. Default `en`, which the SDK sends on creation. */
  language: optional(language),
  /**
   * Type of the transactions that pay for the product. `payment` authorizes and captures in one step. `authorization`
   * only holds the amount. Default `payment`.
   */
  transaction_type: optionalOneOf<ProductTransactionType>(["payment", "authorization"]),
});

const productCreateFields = () => ({
  /** Product name. Required on creation. */
  name: filled,
  /** Product description. Required on creation. */
  description: filled,
  /** Currency, ISO 4217 alpha-3 in capitals, such as `EUR`. Required on creation. */
  currency: required(currency),
  /** Price in minor units: 3245 for 32.45. Required on creation. Sent as a string, returned as an integer. */
  amount: price,
  ...optionalFields(),
});

/** Parameters of a new product. Source: API reference, "Product (request, create and update)". */
export interface ProductCreateParams extends Infer<typeof productCreateFields>, Named {}

/**
 * Any subset of the fields of {@link ProductCreateParams}, at least one. A field that a new product requires can be
 * left out, not emptied. Source: API reference, `PUT {base_url}/products/{product_id}`.
 */
export type ProductUpdateParams = {
  [Field in keyof ProductCreateParams]?: ProductCreateParams[Field] | undefined;
};

const productFields = () => ({
  /** Product identifier, `prd_` and an opaque string. */
  id: text,
  /** Product name. */
  name: text,
  /** Product description. */
  description: text,
  /** Currency, ISO 4217 alpha-3. */
  currency: text,
  /** Price in minor units, an integer. */
  amount: integer,
  /** Remaining quantity. For an unlimited product, listings show 0 or null, so check `infinite`. */
  quantity: nullable(integer),
  /** True means that the quantity is unlimited. */
  infinite: flag,
  /** Language of the payment page. */
  language: text,
  /** `payment` or `authorization`. */
  transaction_type: open<ProductTransactionType>(),
  /** Creation time: UTC, ISO 8601 with milliseconds and `Z`. */
  created_at: text,
  /** Time of the last change, in the same format. */
  updated_at: text,
  /** True for a test product. */
  test: flag,
  /** Additional data. Empty in every response that the reference shows. */
  additional_data: record,
  /** True means that the product does not expire. Not in every response. */
  immortal: optional(flag),
  /** Time after which the product can no longer be paid for, ISO 8601. Not in every response. */
  expired_at: optional(text),
  /** URL to which the customer returns after payment. Not in every response. */
  return_url: optional(text),
  /** Customer-data fields displayed on the payment page. Not in every response. */
  visible_fields: optional(list(text)),
  /** Shop identifier. Not in every response. */
  shop_id: optional(textOrNumber),
  /** Payment link for customers, `{base_url}/products/<product_id>/pay`. */
  pay_url: text,
  /** The same value as `pay_url`. */
  payment_url: text,
  /** Link to the order confirmation page on the checkout host. */
  confirm_url: text,
});

/** A product as the gateway returns it. Source: API reference, "Product (response object)". */
export interface Product extends Infer<typeof productFields>, Named {}

export const noQuantityIfInfinite: FieldRule<ProductUpdateParams> = [
  "quantity",
  "must not be sent when",
  "infinite",
  true,
];

export const quantityUnlessInfinite: FieldRule<ProductCreateParams> = [
  "quantity",
  "is required unless",
  "infinite",
  true,
];

export const expiryUnlessImmortal: FieldRule<ProductCreateParams> = [
  "expired_at",
  "is required unless",
  "immortal",
  true,
];

const atLeastOneField: Rule<ProductUpdateParams> = (product, refuse) => {
  if (Object.values(product).every((value) => value === undefined)) {
    refuse([], {
      code: "too_small",
      origin: "object",
      minimum: 1,
      inclusive: true,
      sentence: "must have at least one field",
    });
  }
};

/**
 * The zod model of {@link ProductCreateParams} without rules between its fields, for `z.pick`, `z.omit` and
 * `z.partial`.
 */
export const productCreateParamsFieldsSchema: Section<ProductCreateParams> = section(productCreateFields);

/** The gateway refuses even an empty quantity next to `infinite: true`. */
const withoutEmptyQuantity = (params: unknown): unknown =>
  isRecord(params) && params["infinite"] === true && !isGiven(params["quantity"])
    ? { ...params, quantity: undefined }
    : params;

/** The API reference marks the language as required. */
const withLanguage = (params: unknown): unknown =>
  isRecord(params) && !isGiven(params["language"]) ? { ...params, language: "en" } : params;

/** The zod model of {@link ProductCreateParams}. */
export const productCreateParamsSchema: Section<ProductCreateParams> = sent(
  withRules(
    productCreateParamsFieldsSchema,
    fieldRule(noQuantityIfInfinite),
    fieldRule(quantityUnlessInfinite),
    fieldRule(expiryUnlessImmortal),
  ),
  (params) => withLanguage(withoutEmptyQuantity(params)),
);

/**
 * The zod model of {@link ProductUpdateParams} without rules between its fields, for `z.pick`, `z.omit` and
 * `z.partial`.
 */
export const productUpdateParamsFieldsSchema: Section<ProductUpdateParams> = section(
  (): Shape<ProductUpdateParams> => ({
    name: omittable(filled),
    description: omittable(filled),
    currency: omittable(required(currency)),
    amount: omittable(price),
    ...optionalFields(),
  }),
);

/** The zod model of {@link ProductUpdateParams}. */
export const productUpdateParamsSchema: Section<ProductUpdateParams> = sent(
  withRules(productUpdateParamsFieldsSchema, fieldRule(noQuantityIfInfinite), atLeastOneField),
  withoutEmptyQuantity,
);

/** The zod model of {@link Product}. */
export const productSchema: Section<Product> = section(productFields);
