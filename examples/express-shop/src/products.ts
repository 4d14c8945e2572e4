import type { DatabaseSync } from "node:sqlite";
import { integer, integerOrNull, type Row, text } from "./database/rows.ts";

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Price in minor units. */
  readonly amount: number;
  /** Items left. Null if unlimited. */
  readonly stock: number | null;
}

export const toProduct = (row: Row): Product => ({
  id: text(row.id),
  name: text(row.name),
  description: text(row.description),
  amount: integer(row.amount),
  stock: integerOrNull(row.stock),
});

export const listProducts = (db: DatabaseSync): Product[] =>
  db.prepare("SELECT * FROM products ORDER BY rowid").all().map(toProduct);

export function findProduct(db: DatabaseSync, id: string): Product | undefined {
  const row = db.prepare("SELECT * FROM products WHERE id = ?").get(id);
  return row && toProduct(row);
}

/** The quantity that one order can contain. */
export const available = ({ stock }: Product): number => Math.max(0, Math.min(stock ?? 20, 20));
