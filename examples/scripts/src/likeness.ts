import { createHash } from "node:crypto";
import type { Product, ProductCreateParams } from "payments-client";

/** What a row and the product created from it have in common. A product carries no key of the shop. */
export interface Likeness {
  /** Of the fields that the gateway never changes. */
  readonly fingerprint: string;
  /** Of further fields, which tell rows with the same fingerprint apart. */
  readonly details: string;
}

export const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

type Identifying = Pick<Product | ProductCreateParams, "name" | "description" | "currency" | "amount">;

export const fingerprintOf = ({ name, description, currency, amount }: Identifying): string =>
  hash([String(name).trim(), String(description).trim(), currency, String(amount)]);

/** The quantity of a product falls with each sale, and is 0 or null where it is unlimited. */
const detailsOf = ({
  quantity,
  infinite,
  language,
  transaction_type,
}: Partial<Product | ProductCreateParams>) =>
  hash([infinite === true ? null : String(quantity), language || "en", transaction_type || "payment"]);

export const likenessOf = (product: Product | ProductCreateParams): Likeness => ({
  fingerprint: fingerprintOf(product),
  details: detailsOf(product),
});
