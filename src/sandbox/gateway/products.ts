import type { Issue } from "../../api/error-tree.ts";
import { problemsOf } from "../../api/fields/problems.ts";
import { type Product, productCreateParamsSchema, productUpdateParamsSchema } from "../../api/product.ts";
import { isGiven } from "../../shared/values.ts";
import { type Gateway, pageLinks } from "./gateway.ts";
import { type Fields, problemAt, problemsOfParams, textOf } from "./input/section.ts";
import type { ProductRecord } from "./orders/store.ts";
import { randomHex } from "./random-hex.ts";

const quantityOf = ({ infinite, quantity }: Fields): number | null =>
  infinite === true || !isGiven(quantity) ? null : Number(quantity);

export interface Origins {
  readonly origin: string;
  readonly checkoutOrigin: string;
}

export const toProduct = (
  { settings }: Gateway,
  { id, fields, createdAt, updatedAt }: ProductRecord,
  { origin, checkoutOrigin }: Origins,
): Product => {
  const payUrl = pageLinks.pay(origin, id);
  return {
    id,
    name: textOf(fields["name"]) ?? "",
    description: textOf(fields["description"]) ?? "",
    currency: textOf(fields["currency"]) ?? "",
    amount: Number(fields["amount"]),
    quantity: quantityOf(fields),
    infinite: fields["infinite"] === true,
    language: textOf(fields["language"]) ?? "en",
    transaction_type: textOf(fields["transaction_type"]) ?? "payment",
    created_at: createdAt,
    updated_at: updatedAt,
    test: fields["test"] === true,
    additional_data: {},
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: pageLinks.confirm(checkoutOrigin, id, settings.shopId),
  };
};

/** Returns the fields of a product after an update. Unlimited stock replaces a quantity. */
const updated = ({ quantity, ...others }: Fields, changes: Fields): Fields => ({
  ...others,
  ...(changes["infinite"] !== true && quantity !== undefined && { quantity }),
  ...changes,
});

export type Sale = "open" | "expired" | "sold out";

/** Returns the expiry of a product. `immortal` overrides `expired_at`, because the reference allows both fields. */
export const productExpiry = ({ immortal, expired_at: time }: Fields): Date | undefined =>
  immortal !== true && typeof time === "string" && time !== "" ? new Date(time) : undefined;

/** Refuses the id of another shop, because the credentials belong to one shop. */
const problemsOfShop = ({ settings }: Gateway, { shop_id: id }: Fields): Issue[] =>
  isGiven(id) && textOf(id) !== settings.shopId
    ? problemAt(["shop_id"], "is not the identifier of your shop")
    : [];

/** Requires the language, because the reference marks it as required. The client sends a default. */
const problemsOfLanguage = ({ language }: Fields): Issue[] =>
  isGiven(language) ? [] : problemAt(["language"], "is required");

/** Returns the problems of a new product, by the rules of the client and the gateway. */
export const problemsOfProduct = (gateway: Gateway, fields: Fields): Issue[] => [
  ...problemsOfParams(productCreateParamsSchema, fields),
  ...problemsOfLanguage(fields),
  ...problemsOfShop(gateway, fields),
];

/** Returns the problems of an update. The updated product must also satisfy the rules of a new product. */
export const problemsOfUpdate = (gateway: Gateway, { fields }: ProductRecord, changes: Fields): Issue[] => {
  const problems = [
    ...problemsOfParams(productUpdateParamsSchema, changes),
    ...problemsOfShop(gateway, changes),
  ];
  return problems.length > 0 ? problems : problemsOf(productCreateParamsSchema, updated(fields, changes));
};

const keep = ({ store, journal }: Gateway, product: ProductRecord): ProductRecord => {
  store.products.set(product.id, product);
  journal.append("state");
  return product;
};

export const createProduct = (gateway: Gateway, fields: Fields): ProductRecord => {
  const now = new Date().toISOString();
  return keep(gateway, { id: `prd_${randomHex(8)}`, fields, createdAt: now, updatedAt: now });
};

export const updateProduct = (gateway: Gateway, product: ProductRecord, changes: Fields): ProductRecord =>
  keep(gateway, {
    ...product,
    fields: updated(product.fields, changes),
    updatedAt: new Date().toISOString(),
  });

/** Returns whether a product can be paid now. An unknown product is always available. */
export const saleOf = ({ store, clock }: Gateway, id: string | undefined): Sale => {
  const fields = store.products.get(id ?? "")?.fields ?? {};
  const expiry = productExpiry(fields);
  if (expiry && expiry <= clock.now()) return "expired";
  return quantityOf(fields) === 0 ? "sold out" : "open";
};

/** Changes the stock of a product. Returns false if it is unknown or unlimited. */
export const changeStock = (gateway: Gateway, id: string | undefined, change: 1 | -1): boolean => {
  const product = gateway.store.products.get(id ?? "");
  const quantity = product ? quantityOf(product.fields) : null;
  if (!product || quantity === null) return false;
  updateProduct(gateway, product, { quantity: String(quantity + change) });
  return true;
};
