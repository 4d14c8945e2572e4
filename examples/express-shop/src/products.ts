import type { DatabaseSync } from "node:sqlite";
import { integer, integerOrNull, type Row, text, textOrNull } from "./database/rows.ts";

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Price in minimal currency units. */
  readonly amount: number;
  /** How many are left; null for unlimited ones. */
  readonly stock: number | null;
  /** Its payment link; null until the gateway has it. */
  readonly payUrl: string | null;
  /** Its identifier at the gateway. */
  readonly gatewayId: string | null;
  /** What the gateway was last told of it, as JSON. */
  readonly synced: string | null;
  /** What it is being created from at the gateway, as JSON, while nobody knows whether it was. */
  readonly creating: string | null;
}

const toProduct = (row: Row): Product => ({
  id: text(row.id),
  name: text(row.name),
  description: text(row.description),
  amount: integer(row.amount),
  stock: integerOrNull(row.stock),
  payUrl: textOrNull(row.pay_url),
  gatewayId: textOrNull(row.gateway_id),
  synced: textOrNull(row.synced),
  creating: textOrNull(row.creating),
});

export const listProducts = (db: DatabaseSync): Product[] =>
  db.prepare("SELECT * FROM products ORDER BY rowid").all().map(toProduct);

export function findProduct(db: DatabaseSync, id: string): Product | undefined {
  const row = db.prepare("SELECT * FROM products WHERE id = ?").get(id);
  return row && toProduct(row);
}

/** How many one customer can buy at once. */
export const available = ({ stock }: Product): number => Math.max(0, Math.min(stock ?? 20, 20));
