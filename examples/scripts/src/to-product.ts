import { createHash } from "node:crypto";
import { type ProductCreateParams, toMinorUnits } from "payments-client";
import type { Row } from "./read-rows.ts";

type Fields = Row["fields"];

const REQUIRED = ["name", "description", "currency", "price", "quantity", "expired_at"];
const OPTIONAL = ["sku", "language", "transaction_type", "return_url"];

/** @throws Error when a column is missing, unknown or there twice: then no row would mean what was meant. */
export function checkColumns(header: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !header.includes(name));
  const unknown = header.filter((name) => !REQUIRED.includes(name) && !OPTIONAL.includes(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  const problems = [
    missing.length > 0 && `missing ${missing.join(", ")}`,
    unknown.length > 0 && `unknown ${unknown.join(", ")}`,
    twice.length > 0 && `more than once ${twice.join(", ")}`,
  ].filter(Boolean);
  if (problems.length > 0) throw new Error(`The CSV file's columns: ${problems.join("; ")}`);
}

const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

/** What a row is known by in every run: its `sku`, or else everything that it says. */
export const keyOf = (fields: Fields): string =>
  fields["sku"] ? `sku:${fields["sku"]}` : hash(Object.entries(fields).sort());

/**
 * The same for a row and for the product that the gateway made of it: only of what it gives back as it was
 * sent. Two rows alike in this are two that can't be told apart at the gateway.
 */
export const likeness = ({ name, description, currency, amount }: LikeAProduct): string =>
  hash([name.trim(), description.trim(), currency, String(amount)]);

type LikeAProduct = Pick<ProductCreateParams, "name" | "description" | "currency" | "amount">;

function toAmount(price: string, currency: string): number {
  try {
    return toMinorUnits(price, currency);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(error.message.replace(/^amount/, "price"), { cause: error });
  }
}

/**
 * A row as the gateway takes it. That stock and time are without limit has to be said, so that a cell left empty
 * is a bad row and not an endless sale.
 *
 * @throws RangeError for a price that is no amount of its currency.
 */
export function toProduct(fields: Fields, test: boolean): ProductCreateParams {
  const { name = "", description = "", currency = "", price = "", quantity, expired_at } = fields;
  const optional = OPTIONAL.filter((column) => column !== "sku" && fields[column]);
  return {
    name,
    description,
    currency,
    amount: toAmount(price, currency),
    test,
    ...(quantity === "unlimited" ? { infinite: true } : { quantity }),
    ...(expired_at === "never" ? { immortal: true } : { expired_at }),
    ...Object.fromEntries(optional.map((column) => [column, fields[column]])),
  };
}
