import { type Sql, transaction } from "./database.ts";
import { lockOrder } from "./orders.ts";
import { addJob } from "./queues.ts";
import type { Shop } from "./shop.ts";

/** What the shop asks the gateway for. */
export interface RefundRequest {
  readonly orderId: string;
  readonly paymentUid: string;
  /** In minor units. */
  readonly amount: number;
  readonly reason: string;
}

/**
 * For how long the gateway takes a second refund of the same payment and amount for a repetition of the first, and
 * refuses it, and a margin. In seconds.
 */
const DUPLICATE_WINDOW = 35;

/** For how long a call for a refund that got no answer may be under way: an interval of PostgreSQL. */
export const UNDER_WAY = "interval '2 minutes'";

/** The refunds of an order are numbered. */
export const refundId = (orderId: string, number: number): string => `${orderId}-refund-${number}`;

/** Saves a refund and its job. Call it in the transaction that has locked the order. @returns its id. */
export async function requestRefund(shop: Shop, sql: Sql, request: RefundRequest): Promise<string> {
  const { orderId, paymentUid, amount, reason } = request;
  const { rows } = await sql.query<{ all: number; equal: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE payment_uid = $2 AND amount = $3
       AND state IN ('requested', 'refunded') AND requested_at > now() - $4 * interval '1 second')::int AS equal
     FROM refunds WHERE order_id = $1`,
    [orderId, paymentUid, amount, DUPLICATE_WINDOW],
  );
  const { all = 0, equal = 0 } = rows[0] ?? {};
  const id = refundId(orderId, all + 1);
  const insert =
    "INSERT INTO refunds (id, order_id, payment_uid, amount, reason) VALUES ($1, $2, $3, $4, $5)";
  await sql.query(insert, [id, orderId, paymentUid, amount, reason]);
  await addJob(shop.boss, sql, "refunds", { orderId, subject: id }, equal * DUPLICATE_WINDOW);
  return id;
}

/** What is left of a payment of the order's amount: not given back, and not about to be. */
const LEFT = `
  SELECT (amount
    - (SELECT coalesce(sum(v.amount), 0) FROM reversals v WHERE v.order_id = id AND v.parent_uid = $2)
    - (SELECT coalesce(sum(r.amount), 0) FROM refunds r
       WHERE r.order_id = o.id AND r.payment_uid = $2 AND state = 'requested'))::float8 AS left
  FROM orders o WHERE id = $1`;

export const leftToRefund = async (sql: Sql, orderId: string, paymentUid: string): Promise<number> =>
  (await sql.query<{ left: number }>(LEFT, [orderId, paymentUid])).rows[0]?.left ?? 0;

/** Asks for a refund of an order's payment; by default of all that is left. @returns how much. */
export const refundOrder = (shop: Shop, orderId: string, amount?: number): Promise<number> =>
  transaction(shop.pool, async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order?.payment) return 0;
    const left = await leftToRefund(sql, orderId, order.payment);
    const wanted = Math.min(amount ?? left, left);
    if (wanted <= 0) return 0;
    const request = { orderId, paymentUid: order.payment, amount: wanted, reason: "Returned" };
    await requestRefund(shop, sql, request);
    return wanted;
  });

interface StoredRefund extends RefundRequest {
  readonly state: string;
}

/** Finds a refund and locks its order until the end of the transaction. */
export async function lockRefund(sql: Sql, id: string): Promise<StoredRefund | undefined> {
  const find = `
    SELECT order_id AS "orderId", payment_uid AS "paymentUid", amount::float8, reason, state FROM refunds WHERE id = $1`;
  const found = (await sql.query<StoredRefund>(find, [id])).rows[0];
  if (!found) return undefined;
  await lockOrder(sql, found.orderId);
  return (await sql.query<StoredRefund>(find, [id])).rows[0];
}

/** Whether a worker makes it at this moment. */
async function isRunning(sql: Sql, id: string): Promise<boolean> {
  const active =
    "SELECT FROM pgboss.job WHERE name = 'refunds' AND state = 'active' AND data->>'subject' = $1";
  return (await sql.query(active, [id])).rowCount !== 0;
}

/** Whether it may be under way at the gateway, also after its worker has given it up. */
async function isUnderWay(sql: Sql, id: string): Promise<boolean> {
  const asked = `SELECT FROM refunds WHERE id = $1 AND state = 'requested' AND asked_at > now() - ${UNDER_WAY}`;
  return (await sql.query(asked, [id])).rowCount !== 0;
}

/**
 * Asks again for a refund that was declined: with a new id, since the gateway answers the old one with its refusal. One
 * whose jobs were given up keeps its id, since it may have been made.
 *
 * @returns false if there is nothing to ask for again.
 */
export const retryRefund = (shop: Shop, id: string): Promise<boolean> =>
  transaction(shop.pool, async (sql) => {
    const refund = await lockRefund(sql, id);
    if (refund?.state === "requested" && !(await isRunning(sql, id))) {
      await addJob(shop.boss, sql, "refunds", { orderId: refund.orderId, subject: id });
      return true;
    }
    if (refund?.state !== "declined") return false;
    if ((await leftToRefund(sql, refund.orderId, refund.paymentUid)) < refund.amount) return false;
    await sql.query("UPDATE refunds SET state = 'settled' WHERE id = $1", [id]);
    await requestRefund(shop, sql, refund);
    return true;
  });

/**
 * Ends a refund that the staff dealt with, and frees its amount. Not while a worker or the gateway makes it: what comes of it
 * is then not known yet.
 */
export const settleRefund = (shop: Shop, id: string): Promise<boolean> =>
  transaction(shop.pool, async (sql) => {
    const refund = await lockRefund(sql, id);
    if (refund?.state !== "requested" && refund?.state !== "declined") return false;
    if ((await isRunning(sql, id)) || (await isUnderWay(sql, id))) return false;
    await sql.query("UPDATE refunds SET state = 'settled' WHERE id = $1", [id]);
    return true;
  });
