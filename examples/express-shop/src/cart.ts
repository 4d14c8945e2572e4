import type { DatabaseSync } from "node:sqlite";
import { integer } from "./database/rows.ts";
import { available, type Product, toProduct } from "./products.ts";

export interface CartItem {
  readonly product: Product;
  readonly quantity: number;
}

export const readCart = (db: DatabaseSync, cartId: string): CartItem[] =>
  db
    .prepare(`
      SELECT * FROM cart_items JOIN products ON products.id = product_id WHERE cart_id = ? ORDER BY cart_items.rowid`)
    .all(cartId)
    .map((row) => ({ product: toProduct(row), quantity: integer(row.quantity) }));

export const totalOf = (items: readonly CartItem[]): number =>
  items.reduce((sum, { product, quantity }) => sum + product.amount * quantity, 0);

export const countOf = (items: readonly CartItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Sets the quantity of a product in the cart, limited to the stock. 0 removes it. */
export function setQuantity(db: DatabaseSync, cartId: string, product: Product, quantity: number): void {
  const allowed = Math.min(quantity, available(product));
  if (allowed < 1) {
    db.prepare("DELETE FROM cart_items WHERE cart_id = ? AND product_id = ?").run(cartId, product.id);
    return;
  }
  db.prepare(`
    INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (?, ?, ?)
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity`).run(
    cartId,
    product.id,
    allowed,
  );
}

export function addToCart(db: DatabaseSync, cartId: string, product: Product, quantity: number): void {
  const already = readCart(db, cartId).find((item) => item.product.id === product.id)?.quantity ?? 0;
  setQuantity(db, cartId, product, already + quantity);
}
