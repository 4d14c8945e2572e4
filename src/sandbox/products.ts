import type { Issue } from "../errors/error-tree.ts";
import { readInteger } from "../models/primitives.ts";
import { type Product, productCreateParamsSchema, productUpdateParamsSchema } from "../models/product.ts";
import { problemsOf } from "../transport/check-params.ts";
import { isGiven } from "../values.ts";
import { randomHex } from "./random-hex.ts";
import { unknownCurrency } from "./refusal.ts";

/** A product as the sandbox keeps it: every field that was sent, the undocumented ones too. */
type Fields = Readonly<Record<string, unknown>>;

interface KeptProduct {
  readonly id: string;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where the pages of a product are. */
export interface Host {
  readonly origin: string;
  readonly shopId: string;
}

const notFree = (amount: unknown): Issue[] =>
  readInteger(amount) === 0 ? [{ path: ["amount"], messages: ["must be greater than 0"] }] : [];

/** What only the gateway refuses. */
const gatewayRules = ({ currency, amount }: Fields): Issue[] => [
  ...unknownCurrency(currency, ["currency"]),
  ...notFree(amount),
];

const text = (value: unknown, otherwise = ""): string => (isGiven(value) ? String(value) : otherwise);

const toProduct = ({ id, fields, createdAt, updatedAt }: KeptProduct, { origin, shopId }: Host): Product => {
  const payUrl = `${origin}/products/${id}/pay`;
  const infinite = fields["infinite"] === true;
  return {
    id,
    name: text(fields["name"]),
    description: text(fields["description"]),
    currency: text(fields["currency"]),
    amount: Number(fields["amount"]),
    quantity: infinite || !isGiven(fields["quantity"]) ? null : Number(fields["quantity"]),
    infinite,
    language: text(fields["language"], "en"),
    transaction_type: text(fields["transaction_type"], "payment"),
    created_at: createdAt,
    updated_at: updatedAt,
    test: fields["test"] === true,
    additional_data: {},
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: `${origin}/v2/confirm_order/${id}/${shopId}`,
  };
};

/** The products of a sandbox. */
export class SandboxProducts {
  readonly #kept = new Map<string, KeptProduct>();

  /** Every problem of a new product, the client's rules and the gateway's own. */
  problemsOfNew(fields: Fields): Issue[] {
    return [...problemsOf(productCreateParamsSchema, fields), ...gatewayRules(fields)];
  }

  problemsOfChange(fields: Fields): Issue[] {
    return [...problemsOf(productUpdateParamsSchema, fields), ...gatewayRules(fields)];
  }

  create(fields: Fields, host: Host): Product {
    const now = new Date().toISOString();
    const product = { id: `prd_${randomHex(8)}`, fields, createdAt: now, updatedAt: now };
    this.#kept.set(product.id, product);
    return toProduct(product, host);
  }

  get(id: string, host: Host): Product | undefined {
    const product = this.#kept.get(id);
    return product && toProduct(product, host);
  }

  list(host: Host): Product[] {
    return Array.from(this.#kept.values(), (product) => toProduct(product, host));
  }

  /** False when there is no such product. */
  update(id: string, changes: Fields): boolean {
    const product = this.#kept.get(id);
    if (!product) return false;
    const fields = { ...product.fields, ...changes };
    this.#kept.set(id, { ...product, fields, updatedAt: new Date().toISOString() });
    return true;
  }
}
