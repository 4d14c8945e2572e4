import type { Checkout } from "../../../api/checkout/checkout.ts";
import { isGiven } from "../../../shared/values.ts";
import { sectionOf, textOf } from "../input/section.ts";
import { productExpiry } from "../products.ts";
import type { Fields } from "../records/records.ts";
import type { Shop } from "../shop.ts";
import { NotPayableError } from "../transactions/not-payable-error.ts";
import { TOKEN_LIFETIME } from "./checkout-state.ts";

/** Creates a payment token and schedules its expiry. */
export const startCheckout = (
  { checkouts, payments, emitChange }: Shop,
  fields: Fields,
  origin: string,
  productId?: string,
): Checkout => {
  const checkout = checkouts.create(fields, origin, productId);
  payments.expireInTime(checkout.token);
  emitChange();
  return checkout;
};

/** The product's expiry, if it is before that of the token. */
const expiryBefore = (fields: Fields, end: Date): string | undefined => {
  const expiry = productExpiry(fields);
  return expiry && expiry < end ? textOf(fields["expired_at"]) : undefined;
};

/** Where the customer of a product returns: the shop's address where the product names none. */
const returnUrlOf = (fields: Fields, shopUrl: string | undefined): unknown => {
  if (isGiven(fields["return_url"])) return fields["return_url"];
  const hasOther = isGiven(fields["success_url"]) || isGiven(fields["fail_url"]);
  return hasOther ? null : (shopUrl ?? null);
};

const fieldsFor = (
  id: string,
  fields: Fields,
  shopUrl: string | undefined,
  now: Date,
  customer?: Fields,
): Fields => ({
  transaction_type: textOf(fields["transaction_type"]) ?? "payment",
  test: fields["test"] === true,
  order: {
    amount: Number(fields["amount"]),
    currency: fields["currency"],
    description: textOf(fields["description"]) ?? fields["name"],
    tracking_id: id,
    expired_at: expiryBefore(fields, new Date(now.getTime() + TOKEN_LIFETIME)) ?? null,
    additional_data: sectionOf(fields["additional_data"]),
  },
  settings: {
    return_url: returnUrlOf(fields, shopUrl),
    success_url: fields["success_url"] ?? null,
    fail_url: fields["fail_url"] ?? null,
    notification_url: fields["notification_url"] ?? null,
    language: textOf(fields["language"]) ?? "en",
    customer_fields: customer ? {} : { visible: fields["visible_fields"] ?? [] },
  },
  customer: { ...customer },
});

/**
 * Creates the payment token of a payment link. Customer data from the confirmation page is not asked again.
 *
 * @throws NotPayableError if the product does not exist, is expired or sold out.
 */
export const startFromProduct = (
  shop: Shop,
  productId: string,
  origin: string,
  customer?: Fields,
): Checkout => {
  const { products, clock, shopUrl } = shop;
  const product = products.find(productId);
  if (!product) throw new NotPayableError("There is no such product");
  const sale = products.saleOf(productId, clock.now());
  if (sale !== "open") throw new NotPayableError(`The product cannot be paid for: it is ${sale}`);
  return startCheckout(
    shop,
    fieldsFor(productId, product.fields, shopUrl, clock.now(), customer),
    origin,
    productId,
  );
};
