import { randomUUID } from "node:crypto";
import { type Pool, type Sql, transaction } from "./database.ts";
import { lockOrder } from "./orders.ts";

/** An open payment token. */
export interface OpenCheckout {
  readonly order_id: string;
  readonly token: string;
  readonly redirect_url: string;
}

export async function findCheckout(sql: Sql, orderId: string): Promise<OpenCheckout | undefined> {
  const find =
    "SELECT order_id, token, redirect_url FROM checkouts WHERE order_id = $1 AND token IS NOT NULL";
  return (await sql.query<OpenCheckout>(find, [orderId])).rows[0];
}

/** A claim that is older belongs to a process that was killed. Longer than a token can take to be created. */
const CLAIM = `
  INSERT INTO checkouts (order_id, claim) VALUES ($1, $2)
  ON CONFLICT (order_id) DO UPDATE SET claim = excluded.claim, claimed_at = now()
    WHERE checkouts.token IS NULL AND checkouts.claimed_at < now() - interval '30 seconds'`;

/** Who holds the claim creates the token of an order. @returns undefined if it is paid, has a token, or another holds it. */
export const claimCheckout = (pool: Pool, orderId: string): Promise<string | undefined> =>
  transaction(pool, async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order || order.paid) return undefined;
    const claim = randomUUID();
    const { rowCount } = await sql.query(CLAIM, [orderId, claim]);
    return rowCount === 1 ? claim : undefined;
  });

/** When an open token is checked the first time: its notification comes sooner. */
const STORE = `
  UPDATE checkouts SET token = $3, redirect_url = $4, next_check_at = now() + interval '30 seconds'
  WHERE order_id = $1 AND claim = $2 AND token IS NULL`;

/** Stores a token. Without the claim, which another has taken over, nobody may know the token. */
export async function storeCheckout(
  sql: Sql,
  claim: string,
  { order_id, token, redirect_url }: OpenCheckout,
): Promise<boolean> {
  return (await sql.query(STORE, [order_id, claim, token, redirect_url])).rowCount === 1;
}

export async function dropClaim(sql: Sql, orderId: string, claim: string): Promise<void> {
  await sql.query("DELETE FROM checkouts WHERE order_id = $1 AND claim = $2 AND token IS NULL", [
    orderId,
    claim,
  ]);
}
