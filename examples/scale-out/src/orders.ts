import type { Sql } from "./database.ts";

export interface Order {
  readonly id: string;
  readonly product: string;
  readonly quantity: number;
  /** In minor units of the currency, as everywhere. */
  readonly amount: number;
  readonly currency: string;
  /** uid of the payment that pays it. */
  readonly paidBy: string | null;
  /** Whether the staff has to check a payment of it. Until then, the customer is not asked to pay again. */
  readonly inReview: boolean;
  /** How much of the payment went back to the customer. */
  readonly refunded: number;
  /** What the customer bought. Null until the order is fulfilled. */
  readonly code: string | null;
  /** The trace in which its payment was started. */
  readonly traceparent: string | null;
}

const PLACE = `
  WITH placed AS (
    INSERT INTO orders (product, quantity, amount, currency)
    SELECT name, $2::integer, price * $2::integer, currency FROM products WHERE name = $1
    RETURNING id
  )
  INSERT INTO checkouts (order_id) SELECT id FROM placed RETURNING order_id AS id`;

/** Saves the order before the gateway is called, so every payment has its order. @returns its id, if there is the product. */
export async function placeOrder(sql: Sql, product: string, quantity: number): Promise<string | undefined> {
  // PostgreSQL refuses a NUL in text.
  if (product.includes("\0")) return undefined;
  return (await sql.query<{ id: string }>(PLACE, [product, quantity])).rows[0]?.id;
}

const FIND = `
  SELECT id, product, quantity, amount::float8, currency, paid_by AS "paidBy", code, traceparent,
    (SELECT coalesce(sum(r.amount), 0)::float8 FROM refunds r
     WHERE r.order_id = o.id AND r.payment_uid = paid_by AND state = 'succeeded') AS refunded,
    EXISTS (SELECT FROM reviews v WHERE v.order_id = o.id AND reason NOT IN ('other_payment', 'charged_back')
      AND settled_at IS NULL) AS "inReview"
  FROM orders o JOIN checkouts c ON c.order_id = id LEFT JOIN fulfillments f ON f.order_id = id
  WHERE id = $1`;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isOrderId = (id: string): boolean => UUID.test(id);

export const findOrder = async (sql: Sql, id: string): Promise<Order | undefined> =>
  isOrderId(id) ? (await sql.query<Order>(FIND, [id])).rows[0] : undefined;

/** Locks an order until the end of the transaction. */
export async function lockOrder(sql: Sql, id: string): Promise<void> {
  if (isOrderId(id)) await sql.query("SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE", [id]);
}

/** The smallest id of an order that was placed at this time, because UUIDs of version 7 begin with it. */
export function firstId(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
