import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type CartItem, readCart, totalOf } from "./cart.ts";
import { CURRENCY } from "./catalogue.ts";
import { integer, type Row, text, textOrNull } from "./database/rows.ts";
import { transaction } from "./database/transaction.ts";
import { available } from "./products.ts";

export interface OrderLine {
  readonly name: string;
  readonly amount: number;
  readonly quantity: number;
}

export interface Order {
  readonly id: string;
  readonly email: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: string;
  /** `uid` of the payment that pays the order. */
  readonly paidBy: string | null;
  readonly lines: readonly OrderLine[];
  /** What the customer bought. Null until the order is fulfilled. */
  readonly voucher: string | null;
}

const SELECT =
  "SELECT orders.*, vouchers.code FROM orders LEFT JOIN vouchers ON vouchers.order_id = orders.id";

const linesOf = (db: DatabaseSync, orderId: string): OrderLine[] =>
  db
    .prepare("SELECT name, amount, quantity FROM order_lines WHERE order_id = ? ORDER BY rowid")
    .all(orderId)
    .map((row) => ({ name: text(row.name), amount: integer(row.amount), quantity: integer(row.quantity) }));

const toOrder = (db: DatabaseSync, row: Row): Order => ({
  id: text(row.id),
  email: text(row.email),
  amount: integer(row.amount),
  currency: text(row.currency),
  createdAt: text(row.created_at),
  paidBy: textOrNull(row.paid_by),
  lines: linesOf(db, text(row.id)),
  voucher: textOrNull(row.code),
});

export function findOrder(db: DatabaseSync, id: string): Order | undefined {
  const row = db.prepare(`${SELECT} WHERE orders.id = ?`).get(id);
  return row && toOrder(db, row);
}

/** Orders with an open refund first, then paid orders, then the others. The latest of each first. */
export const listOrders = (db: DatabaseSync, limit: number): Order[] =>
  db
    .prepare(`
      ${SELECT} ORDER BY EXISTS (
        SELECT 1 FROM refunds WHERE refunds.order_id = orders.id AND refunds.status = 'open'
      ) DESC, paid_by IS NOT NULL DESC, orders.created_at DESC, orders.rowid DESC LIMIT ?`)
    .all(limit)
    .map((row) => toOrder(db, row));

/** Inserts an order with the current prices. Part of a transaction. @returns its id. */
function insertOrder(db: DatabaseSync, email: string, items: readonly CartItem[]): string {
  const id = randomUUID();
  const now = new Date().toISOString();
  db.prepare("INSERT INTO orders (id, email, amount, currency, created_at) VALUES (?, ?, ?, ?, ?)").run(
    id,
    email,
    totalOf(items),
    CURRENCY,
    now,
  );
  for (const { product, quantity } of items) {
    db.prepare(`
      INSERT INTO order_lines (order_id, product_id, name, amount, quantity) VALUES (?, ?, ?, ?, ?)`).run(
      id,
      product.id,
      product.name,
      product.amount,
      quantity,
    );
  }
  return id;
}

/** Marks an order as paid, once, and takes its stock. Part of a transaction. */
export function markPaid(db: DatabaseSync, id: string, uid: string): void {
  const { changes } = db
    .prepare("UPDATE orders SET paid_by = ?, paid_at = ? WHERE id = ? AND paid_by IS NULL")
    .run(uid, new Date().toISOString(), id);
  if (changes === 0) return;
  db.prepare(`
    UPDATE products SET stock = stock - line.quantity FROM order_lines AS line
    WHERE line.order_id = ? AND line.product_id = products.id AND products.stock IS NOT NULL`).run(id);
  console.log(`Order ${id} is paid by ${uid}`);
}

/** A cart can't be ordered. The message is for the customer. */
export class CartError extends Error {}

/**
 * Creates an order from a cart. The cart is emptied in the same transaction, so a form that is sent twice creates one
 * order. The order is committed before the gateway is called, so that every payment has its order.
 *
 * @throws CartError
 */
export const placeOrder = (db: DatabaseSync, cartId: string, email: string): string =>
  transaction(db, () => {
    const items = readCart(db, cartId);
    if (items.length === 0) throw new CartError("Your cart is empty.");
    const scarce = items.find(({ product, quantity }) => quantity > available(product));
    if (scarce) {
      throw new CartError(`Only ${available(scarce.product)} of ${scarce.product.name} can be ordered now.`);
    }
    const id = insertOrder(db, email, items);
    db.prepare("DELETE FROM cart_items WHERE cart_id = ?").run(cartId);
    return id;
  });
