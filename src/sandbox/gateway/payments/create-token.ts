import { type Checkout, checkoutCreateParamsSchema } from "../../../api/checkout/checkout.ts";
import type { Issue } from "../../../api/error-tree.ts";
import { isGiven } from "../../../shared/values.ts";
import { type Gateway, NotPayableError } from "../gateway.ts";
import { problemsOfParams } from "../input/problems-of-params.ts";
import { type Fields, sectionOf, textOf } from "../input/section.ts";
import { unusableTypes } from "../methods/methods.ts";
import type { Order } from "../orders/order.ts";
import { pageLinks } from "../page-links.ts";
import { productExpiry, saleOf } from "../products.ts";
import { randomHex } from "../random-hex.ts";
import { expireTokenInTime } from "./pay.ts";
import { TOKEN_LIFETIME } from "./token-state.ts";

/** Returns the problems of a new token below `checkout`, by the rules of the client and the gateway. */
export const problemsOfToken = (fields: unknown): Issue[] => {
  return [
    ...problemsOfParams(checkoutCreateParamsSchema, fields, ["checkout"]),
    ...unusableTypes(sectionOf(fields), ["checkout", "payment_method", "types"]),
  ];
};

export const createToken = (
  gateway: Gateway,
  fields: Fields,
  origin: string,
  { productId, madeBy }: Pick<Order, "productId" | "madeBy"> = {},
): Checkout => {
  const token = randomHex(32);
  const now = gateway.clock.now().toISOString();
  const made = { createdAt: now, updatedAt: now, origin, productId, madeBy };
  const order: Order = { id: token, kind: "token", fields, ...made, transactions: [], deliveries: [] };
  gateway.store.orders.set(token, order);
  expireTokenInTime(gateway, order);
  gateway.journal.append("state");
  return { ...fields, token, redirect_url: pageLinks.checkout(origin, token) };
};

/** Returns the product's expiry if it is before the token's expiry. */
const expiryBefore = (fields: Fields, end: Date): string | undefined => {
  const expiry = productExpiry(fields);
  return expiry && expiry < end ? textOf(fields["expired_at"]) : undefined;
};

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
 * Creates the payment token of a payment link. The page does not ask again for data from the confirmation page.
 *
 * @throws NotPayableError if the product is unknown, expired or sold out.
 */
export const createTokenForProduct = (
  gateway: Gateway,
  productId: string,
  origin: string,
  customer?: Fields,
): Checkout => {
  const { store, clock, settings } = gateway;
  const product = store.products.get(productId);
  if (!product) throw new NotPayableError("There is no such product");
  const sale = saleOf(gateway, productId);
  if (sale !== "open") throw new NotPayableError(`The product cannot be paid for, because it is ${sale}`);
  const fields = fieldsFor(productId, product.fields, settings.shopUrl, clock.now(), customer);
  return createToken(gateway, fields, origin, { productId });
};
