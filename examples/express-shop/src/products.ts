import type { DatabaseSync } from "node:sqlite";
import { integer, integerOrNull, type Row, text, textOrNull } from "./database/rows.ts";

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Price in minor units. */
  readonly amount: number;
  /** Items left. Null if unlimited. */
  readonly stock: number | null;
  /** Its payment link. Null until the product exists at the gateway. */
  readonly payUrl: string | null;
  /** Its identifier at the gateway. */
  readonly gatewayId: string | null;
  /** The parameters last sent to the gateway, as JSON. */
  readonly synced: string | null;
  /** The parameters of a create call without a result, as JSON. Otherwise null. */
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

/** The quantity that one order can contain. */
export const available = ({ stock }: Product): number => Math.max(0, Math.min(stock ?? 20, 20));
