import type { Sql } from "./database.ts";

export interface Order {
  readonly id: string;
  readonly product: string;
  readonly quantity: number;
  /** In minor units of the currency, as everywhere. */
  readonly amount: number;
  readonly currency: string;
  readonly paid: boolean;
  /** The staff has to check a payment of it: the customer is not asked to pay again. */
  readonly inReview: boolean;
  /** How much of the payment went back to the customer. */
  readonly refunded: number;
  /** Id of the payment that paid it. */
  readonly payment: string | null;
  /** What the customer bought; null until the order is fulfilled. */
  readonly code: string | null;
}

const PLACE = `
  INSERT INTO orders (product, quantity, amount, currency)
  SELECT name, $2::integer, price * $2::integer, currency FROM products WHERE name = $1
  RETURNING id`;

/** Saves the order before the gateway is called, so every payment has its order. @returns its id, if there is the product. */
export async function placeOrder(sql: Sql, product: string, quantity: number): Promise<string | undefined> {
  // PostgreSQL refuses a NUL in text.
  if (product.includes("\0")) return undefined;
  return (await sql.query<{ id: string }>(PLACE, [product, quantity])).rows[0]?.id;
}

const FIND = `
  SELECT id, product, quantity, amount::float8, currency, paid_by IS NOT NULL AS paid, payment_uid AS payment, code,
    (SELECT coalesce(sum(r.amount), 0)::float8 FROM reversals r
     WHERE r.order_id = id AND r.parent_uid = payment_uid) AS refunded,
    EXISTS (SELECT FROM decisions d WHERE d.order_id = id AND decision IN ('mismatch', 'unclear')
      AND settled_at IS NULL) AS "inReview"
  FROM orders LEFT JOIN fulfilments ON order_id = id WHERE id = $1`;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

export async function findOrder(sql: Sql, id: string): Promise<Order | undefined> {
  if (orderIdOf(id) !== id) return undefined;
  return (await sql.query<Order>(FIND, [id])).rows[0];
}

/** Finds an order and locks it until the end of the transaction: what changes an order happens one after the other. */
export async function lockOrder(sql: Sql, id: string): Promise<Order | undefined> {
  if (orderIdOf(id) !== id) return undefined;
  await sql.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [id]);
  return findOrder(sql, id);
}

/** The smallest id of an order that was placed at this time: UUIDs of version 7 begin with it. */
export function firstId(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Before all ids. */
export const NO_ORDER = "00000000-0000-0000-0000-000000000000";

/** The order that a tracking id begins with: a refund's has a number after it. Zeros if it is none of ours. */
export const orderIdOf = (trackingId: unknown): string => UUID.exec(String(trackingId))?.[0] ?? NO_ORDER;
