import { randomUUID } from "node:crypto";
import { isOver, type Sql } from "./database.ts";

interface Checkout {
  readonly token: string;
  readonly redirectUrl: string;
}

/** The newest token of an order, until the order is paid. */
export interface OpenCheckout extends Checkout {
  /** Whether the gateway has ended it: after 24 hours, if `order.expired_at` is left out. */
  readonly isExpired: boolean;
}

const FIND = `
  SELECT token, redirect_url AS "redirectUrl", ${isOver("claimed_at", "interval '24 hours'")} AS "isExpired"
  FROM checkouts WHERE order_id = $1 AND token IS NOT NULL`;

export const findCheckout = async (sql: Sql, orderId: string): Promise<OpenCheckout | undefined> =>
  (await sql.query<OpenCheckout>(FIND, [orderId])).rows[0];

/** A claim without a token belongs to a process that was killed, if it is older than a token can take to be created. */
const CLAIM = `
  UPDATE checkouts SET claim = $2, claimed_at = now(), token = NULL
  WHERE order_id = $1 AND EXISTS (SELECT FROM orders WHERE id = $1 AND paid_by IS NULL)
    AND (claim IS NULL OR token = $3 OR (token IS NULL AND ${isOver("claimed_at", "interval '30 seconds'")}))`;

/**
 * Claims the right to create the token of an order.
 *
 * @param ended The token that can no longer be paid.
 * @returns undefined if the order is paid, or if another request has the claim.
 */
export async function claimCheckout(sql: Sql, orderId: string, ended?: string): Promise<string | undefined> {
  const claim = randomUUID();
  return (await sql.query(CLAIM, [orderId, claim, ended])).rowCount === 1 ? claim : undefined;
}

const STORE = `
  UPDATE checkouts SET token = $3, redirect_url = $4, traceparent = $5, audits = 0,
    audit_at = now() + interval '30 seconds'
  WHERE order_id = $1 AND claim = $2 AND token IS NULL`;

/** Stores a token. If another request has the claim now, or the order is paid, the token is shown to no customer. */
export const storeCheckout = async (
  sql: Sql,
  orderId: string,
  claim: string,
  { token, redirectUrl }: Checkout,
  traceparent: string | undefined,
): Promise<boolean> =>
  (await sql.query(STORE, [orderId, claim, token, redirectUrl, traceparent])).rowCount === 1;

export async function dropClaim(sql: Sql, orderId: string, claim: string): Promise<void> {
  const drop = "UPDATE checkouts SET claim = NULL WHERE order_id = $1 AND claim = $2 AND token IS NULL";
  await sql.query(drop, [orderId, claim]);
}

/** As many audits as half a day has at doubling intervals, so that the next ones come after one day, two, four and so on. */
const TOMORROW = "audits = 12, audit_at = now() + interval '1 day'";

/** Begins the daily audits of an order again, because it changed. */
export async function auditTomorrow(sql: Sql, orderId: string): Promise<void> {
  await sql.query(`UPDATE checkouts SET ${TOMORROW} WHERE order_id = $1`, [orderId]);
}

/** Ends the token of an order that is paid. It also ends a claim, so that a token that is being created is not shown. */
export async function closeCheckout(sql: Sql, orderId: string): Promise<void> {
  await sql.query(`UPDATE checkouts SET claim = NULL, token = NULL, ${TOMORROW} WHERE order_id = $1`, [
    orderId,
  ]);
}
