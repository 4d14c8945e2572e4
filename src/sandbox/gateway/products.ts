import type { Issue } from "../../api/error-tree.ts";
import { problemsOf } from "../../api/fields/problems.ts";
import { type Product, productCreateParamsSchema, productUpdateParamsSchema } from "../../api/product.ts";
import { isGiven } from "../../shared/values.ts";
import { textOf } from "./input/section.ts";
import { unknownCurrency } from "./input/unknown-currency.ts";
import { pageLinks } from "./page-links.ts";
import { randomHex } from "./random-hex.ts";
import type { Fields, ProductRecord } from "./records/records.ts";

const quantityOf = ({ infinite, quantity }: Fields): number | null =>
  infinite === true || !isGiven(quantity) ? null : Number(quantity);

/** The origins of a product's links. */
interface Origins {
  readonly origin: string;
  readonly checkoutOrigin: string;
}

const toProduct = (
  { id, fields, createdAt, updatedAt }: ProductRecord,
  { origin, checkoutOrigin }: Origins,
  shopId: string,
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
    confirm_url: pageLinks.confirm(checkoutOrigin, id, shopId),
  };
};

/** The fields of a product after an update. Unlimited stock replaces a quantity. */
const updated = ({ quantity, ...others }: Fields, changes: Fields): Fields => ({
  ...others,
  ...(changes["infinite"] !== true && quantity !== undefined && { quantity }),
  ...changes,
});

export type Sale = "open" | "expired" | "sold out";

/** The expiry of a product; undefined if it has none. */
export const productExpiry = ({ immortal, expired_at: time }: Fields): Date | undefined =>
  immortal !== true && typeof time === "string" && time !== "" ? new Date(time) : undefined;

export class SandboxProducts {
  readonly #records: Map<string, ProductRecord>;
  readonly #shopId: string;

  constructor(records: Map<string, ProductRecord>, shopId: string) {
    this.#records = records;
    this.#shopId = shopId;
  }

  /** All problems of a new product: the client's rules and the gateway's. */
  problemsOfNew(fields: Fields): Issue[] {
    return [
      ...problemsOf(productCreateParamsSchema, fields),
      ...unknownCurrency(fields["currency"], ["currency"]),
    ];
  }

  /** All problems of an update. The updated product must satisfy the rules of creation too. */
  problemsOfUpdate({ fields }: ProductRecord, changes: Fields): Issue[] {
    const problems = [
      ...problemsOf(productUpdateParamsSchema, changes),
      ...unknownCurrency(changes["currency"], ["currency"]),
    ];
    return problems.length > 0 ? problems : this.problemsOfNew(updated(fields, changes));
  }

  create(fields: Fields, origins: Origins): Product {
    const now = new Date().toISOString();
    const product = { id: `prd_${randomHex(8)}`, fields, createdAt: now, updatedAt: now };
    this.#records.set(product.id, product);
    return toProduct(product, origins, this.#shopId);
  }

  get(id: string, origins: Origins): Product | undefined {
    const product = this.#records.get(id);
    return product && toProduct(product, origins, this.#shopId);
  }

  /** The record, with the fields as sent. */
  find(id: string): ProductRecord | undefined {
    return this.#records.get(id);
  }

  list(origins: Origins): Product[] {
    return Array.from(this.#records.values(), (product) => toProduct(product, origins, this.#shopId));
  }

  /** Returns false if there is no such product. */
  update(id: string, changes: Fields): boolean {
    const product = this.#records.get(id);
    if (!product) return false;
    const fields = updated(product.fields, changes);
    this.#records.set(id, { ...product, fields, updatedAt: new Date().toISOString() });
    return true;
  }

  /** Whether a product can be paid for now. An unknown product is always open. */
  saleOf(id: string | undefined, now: Date): Sale {
    const fields = this.#records.get(id ?? "")?.fields ?? {};
    const expiry = productExpiry(fields);
    if (expiry && expiry <= now) return "expired";
    return quantityOf(fields) === 0 ? "sold out" : "open";
  }

  /** Takes one out of stock. Returns false for an unlimited product. */
  take(id: string): boolean {
    return this.#move(id, -1);
  }

  putBack(id: string): void {
    this.#move(id, 1);
  }

  #move(id: string, count: number): boolean {
    const quantity = quantityOf(this.#records.get(id)?.fields ?? {});
    return quantity !== null && this.update(id, { quantity: String(quantity + count) });
  }
}
