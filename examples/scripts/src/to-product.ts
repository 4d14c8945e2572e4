import { type ProductCreateParams, toMinorUnits } from "payments-client";
import { hash } from "./likeness.ts";
import type { Row } from "./read-rows.ts";

type Fields = Row["fields"];

const REQUIRED = ["name", "description", "currency", "price", "quantity", "expired_at"];
const OPTIONAL = ["sku", "language", "transaction_type", "return_url"];

/** @throws Error if a column is missing, unknown or duplicated, because rows could be misread. */
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

/** Identifies a row in every run, by its `sku`, otherwise by all of its fields. */
export const keyOf = (fields: Fields): string =>
  fields["sku"] ? `sku:${fields["sku"]}` : hash(Object.entries(fields).sort());

function toAmount(price: string, currency: string): number {
  try {
    return toMinorUnits(price, currency);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(error.message.replace(/^amount/, "price"), { cause: error });
  }
}

/**
 * Converts a row to request parameters. Unlimited stock and time must be explicit, so that an empty cell is a
 * bad row and not an unlimited sale.
 *
 * @throws RangeError for a price that is not a valid amount of its currency.
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
