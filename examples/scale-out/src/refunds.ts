import type { PaymentEvent } from "payments-client/webhooks";
import { auditTomorrow } from "./checkouts.ts";
import { isOver, type Sql, transaction } from "./database.ts";
import { findOrder, lockOrder } from "./orders.ts";
import { addJob } from "./queues.ts";
import type { Shop } from "./shop.ts";

interface RefundRequest {
  readonly orderId: string;
  readonly paymentUid: string;
  /** In minor units. */
  readonly amount: number;
  readonly reason: string;
}

interface Refund extends RefundRequest {
  readonly state: string;
}

/** The refunds of an order are numbered, so that the audit finds them at the gateway. */
export const refundId = (orderId: string, number: number): string => `${orderId}-refund-${number}`;

const REFUND_ID = /-refund-\d+$/;

/** The tracking id of the order that a refund belongs to. */
export const withoutNumber = (trackingId: string): string => trackingId.replace(REFUND_ID, "");

const NEXT_NUMBER = `
  SELECT coalesce(max(substring(id FROM '-refund-(\\d+)$')::int), 0) + 1 AS next FROM refunds WHERE order_id = $1`;

/** Saves a refund and its job. Call it in the transaction that has locked the order. */
export async function requestRefund(
  { boss }: Shop,
  sql: Sql,
  { orderId, paymentUid, amount, reason }: RefundRequest,
): Promise<void> {
  const { rows } = await sql.query<{ next: number }>(NEXT_NUMBER, [orderId]);
  const id = refundId(orderId, rows[0]?.next ?? 1);
  const insert =
    "INSERT INTO refunds (id, order_id, payment_uid, amount, reason) VALUES ($1, $2, $3, $4, $5)";
  await sql.query(insert, [id, orderId, paymentUid, amount, reason]);
  await addJob(boss, sql, "refunds", { orderId, subject: id });
  await auditTomorrow(sql, orderId);
}

/** What is left of a payment of the order's amount: what did not go back, and does not go back now. */
export const leftOf = (order: string, paymentUid: string): string => `(
  SELECT (amount - (SELECT coalesce(sum(r.amount), 0) FROM refunds r
    WHERE r.order_id = o.id AND r.payment_uid = ${paymentUid} AND r.state IN ('open', 'succeeded')))::float8
  FROM orders o WHERE id = ${order})`;

const LEFT = `SELECT ${leftOf("$1", "$2")} AS left`;

export const leftToRefund = async (sql: Sql, orderId: string, paymentUid: string): Promise<number> =>
  (await sql.query<{ left: number }>(LEFT, [orderId, paymentUid])).rows[0]?.left ?? 0;

/** Saves a refund of an order's payment, by default of all that is left. @returns how much, or why nothing. */
export const refundOrder = (shop: Shop, orderId: string, amount?: number): Promise<number | string> =>
  transaction(shop.pool, async (sql) => {
    await lockOrder(sql, orderId);
    const { paidBy } = (await findOrder(sql, orderId)) ?? {};
    if (paidBy === undefined) return "There is no such order";
    if (paidBy === null) return "The order is not paid";
    const left = await leftToRefund(sql, orderId, paidBy);
    const wanted = Math.min(amount ?? left, left);
    if (wanted <= 0) return "Nothing of this order is left to refund";
    await requestRefund(shop, sql, { orderId, paymentUid: paidBy, amount: wanted, reason: "Returned" });
    return wanted;
  });

/** A row that has the same money is the shop's own refund, even if the shop took it for declined or refused. */
const STORE = `
  INSERT INTO refunds (id, order_id, payment_uid, amount, reason, state, uid)
  VALUES ($1, $2, $3, $4, $5, 'succeeded', $6)
  ON CONFLICT (id) DO UPDATE SET state = 'succeeded', uid = excluded.uid, answer = NULL
    WHERE refunds.uid IS NULL AND refunds.payment_uid = excluded.payment_uid AND refunds.amount = excluded.amount`;

/**
 * Stores money that went back, by a refund or a chargeback. Call it in the transaction that has locked the order.
 *
 * @returns false if it does not contain which payment it takes back, or how much.
 */
export async function storeReversal(
  sql: Sql,
  orderId: string,
  { summary, transaction }: PaymentEvent,
): Promise<boolean> {
  const { uid, amount, trackingId = "", type } = summary;
  const parent = transaction?.parent_uid;
  if (uid === undefined || amount === undefined || typeof parent !== "string") return false;
  const known = await sql.query("SELECT FROM refunds WHERE order_id = $1 AND uid = $2", [orderId, uid]);
  if (known.rowCount !== 0) return true;
  // Another transaction can have the tracking id of the shop's own refund. Then it is stored under its uid.
  for (const id of REFUND_ID.test(trackingId) ? [trackingId, uid] : [uid]) {
    const stored = await sql.query(STORE, [id, orderId, parent, amount, String(type), uid]);
    if (stored.rowCount !== 0) break;
  }
  await auditTomorrow(sql, orderId);
  return true;
}

const FIND = `
  SELECT order_id AS "orderId", payment_uid AS "paymentUid", amount::float8, reason, state FROM refunds WHERE id = $1`;

export const findRefund = async (sql: Sql, id: string): Promise<Refund | undefined> =>
  (await sql.query<Refund>(FIND, [id])).rows[0];

/**
 * Sends a refund again: if it was declined or refused, with a new id, because the gateway answers the old id with its
 * refusal. If its jobs were given up, it keeps its id, because the gateway may have made it.
 *
 * @returns false if there is nothing to send.
 */
export const retryRefund = (shop: Shop, id: string): Promise<boolean> =>
  transaction(shop.pool, async (sql) => {
    const orderId = (await findRefund(sql, id))?.orderId ?? "";
    await lockOrder(sql, orderId);
    const refund = await findRefund(sql, id);
    if (refund?.state === "open") {
      await addJob(shop.boss, sql, "refunds", { orderId, subject: id });
      return true;
    }
    if (!refund || !["declined", "refused"].includes(refund.state)) return false;
    if ((await leftToRefund(sql, orderId, refund.paymentUid)) < refund.amount) return false;
    await sql.query("UPDATE refunds SET state = 'settled' WHERE id = $1", [id]);
    await requestRefund(shop, sql, refund);
    return true;
  });

/** A call that was sent less than two minutes ago may still succeed. */
const SETTLE = `
  UPDATE refunds SET state = 'settled'
  WHERE id = $1 AND state IN ('open', 'declined', 'refused')
    AND (state <> 'open' OR ${isOver("sent_at", "interval '2 minutes'")})`;

/** Ends a refund that the staff dealt with, and frees its amount. */
export const settleRefund = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.query(SETTLE, [id])).rowCount === 1;
