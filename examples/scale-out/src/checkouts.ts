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
  SELECT token, redirect_url AS "redirectUrl", ${isOver("created_at", "interval '24 hours'")} AS "isExpired"
  FROM checkouts WHERE order_id = $1 AND token IS NOT NULL`;

export const findCheckout = async (sql: Sql, orderId: string): Promise<OpenCheckout | undefined> =>
  (await sql.query<OpenCheckout>(FIND, [orderId])).rows[0];

const STORE = `
  UPDATE checkouts SET token = $3, redirect_url = $4, traceparent = $5, created_at = now(), audits = 0,
    audit_at = now() + interval '30 seconds'
  WHERE order_id = $1 AND token IS NOT DISTINCT FROM $2 AND NOT is_closed`;

/**
 * Stores a token in place of one that ended. Of several requests at the same time, one stores its token. The tokens of the
 * others are shown to no customer, and neither is a token of an order that was paid meanwhile.
 *
 * @param ended Undefined if the order had no token.
 */
export const storeCheckout = async (
  sql: Sql,
  orderId: string,
  ended: string | undefined,
  { token, redirectUrl }: Checkout,
  traceparent: string | undefined,
): Promise<boolean> =>
  (await sql.query(STORE, [orderId, ended, token, redirectUrl, traceparent])).rowCount === 1;

/** As many audits as half a day has at doubling intervals, so that the next ones come after one day, two, four and so on. */
const TOMORROW = "audits = 12, audit_at = now() + interval '1 day'";

/** Begins the daily audits of an order again, because it changed. */
export async function auditTomorrow(sql: Sql, orderId: string): Promise<void> {
  await sql.query(`UPDATE checkouts SET ${TOMORROW} WHERE order_id = $1`, [orderId]);
}

/** Ends the token of an order that is paid, for ever. */
export async function closeCheckout(sql: Sql, orderId: string): Promise<void> {
  await sql.query(`UPDATE checkouts SET is_closed = true, token = NULL, ${TOMORROW} WHERE order_id = $1`, [
    orderId,
  ]);
}
