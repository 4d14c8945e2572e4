import { randomUUID } from "node:crypto";
import type { Sql } from "./database.ts";

const PRICE = 1290;
const CURRENCY = "EUR";

export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid: boolean;
  /** What the customer bought; null until the order is fulfilled. */
  readonly code: string | null;
}

/** Saves the order before the gateway is called, so every payment has its order. @returns its id. */
export async function placeOrder(sql: Sql, quantity: number): Promise<string> {
  const id = randomUUID();
  const insert = "INSERT INTO orders (id, quantity, amount, currency) VALUES ($1, $2, $3, $4)";
  await sql.query(insert, [id, quantity, quantity * PRICE, CURRENCY]);
  return id;
}

const FIND = `
  SELECT id, amount::float8, currency, paid_by IS NOT NULL AS paid, code
  FROM orders LEFT JOIN fulfilments ON order_id = id WHERE id = $1`;

export async function findOrder(sql: Sql, id: unknown): Promise<Order | undefined> {
  if (typeof id !== "string" || !/^[\da-f-]{36}$/.test(id)) return undefined;
  return (await sql.query<Order>(FIND, [id])).rows[0];
}
