import { type Outcome, outcome } from "payments-client";
import { type Sql, transaction } from "./database.ts";
import { lockOrder } from "./orders.ts";
import { addJob } from "./queues.ts";
import { storeReversal } from "./reversals.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";

interface RefundRequest {
  readonly orderId: string;
  readonly paymentUid: string;
  /** In minor units. */
  readonly amount: number;
  readonly reason: string;
}

/** Saves a refund and its job. Call it in the transaction that has locked the order. */
export async function requestRefund(shop: Shop, sql: Sql, request: RefundRequest): Promise<void> {
  const { orderId, paymentUid, amount, reason } = request;
  const { rowCount } = await sql.query("SELECT FROM refunds WHERE order_id = $1", [orderId]);
  const id = `${orderId}-refund-${(rowCount ?? 0) + 1}`;
  const insert =
    "INSERT INTO refunds (id, order_id, payment_uid, amount, reason) VALUES ($1, $2, $3, $4, $5)";
  await sql.query(insert, [id, orderId, paymentUid, amount, reason]);
  await addJob(shop.boss, sql, "refunds", { orderId, subject: id });
}

/** Asks for a refund of an order's payment; by default of all that is left. @returns how much. */
export const refundOrder = (shop: Shop, orderId: string, amount?: number): Promise<number> =>
  transaction(shop.pool, async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order?.payment) return 0;
    const { rows } = await sql.query<{ asked: number }>(
      `SELECT coalesce(sum(amount), 0)::float8 AS asked FROM refunds
       WHERE order_id = $1 AND payment_uid = $2 AND state = 'requested'`,
      [orderId, order.payment],
    );
    const left = order.amount - order.refunded - (rows[0]?.asked ?? 0);
    const wanted = Math.min(amount ?? left, left);
    if (wanted <= 0) return 0;
    const request = { orderId, paymentUid: order.payment, amount: wanted, reason: "Returned" };
    await requestRefund(shop, sql, request);
    return wanted;
  });

const STATES: ReadonlyMap<Outcome, string> = new Map([
  ["refunded", "refunded"],
  ["failed", "declined"],
  ["expired", "declined"],
]);

/**
 * Makes a refund at the gateway, once. Its id is the idempotency key, which the gateway keeps for a day, and the tracking
 * id, by which a job that runs again later finds it.
 */
export async function makeRefund(shop: Shop, id: string, signal: AbortSignal): Promise<void> {
  const { pool, payments, isTestMode } = shop;
  const { rows } = await pool.query<{
    order_id: string;
    payment_uid: string;
    amount: number;
    reason: string;
  }>(
    "SELECT order_id, payment_uid, amount::float8, reason FROM refunds WHERE id = $1 AND state = 'requested'",
    [id],
  );
  const [asked] = rows;
  if (!asked) return;
  const { payment_uid: parent_uid, amount, reason } = asked;
  const [made] = await payments.transactions.findByTrackingId(id, { signal });
  const refund =
    made ??
    (await payments.transactions.refund(
      // Otherwise a second refund of the same amount within 30 seconds is refused, and its key keeps that answer.
      { parent_uid, amount, reason, tracking_id: id, duplicate_check: false },
      { idempotencyKey: id, signal },
    ));
  const state = STATES.get(outcome(refund, { test: isTestMode }));
  // Pending, or not understood: asked for again by the next attempt.
  if (state === undefined) throw new Error(`The refund ${id} is ${refund.status}`);
  await transaction(pool, async (sql) => {
    await checkVersion(sql);
    await lockOrder(sql, asked.order_id);
    await sql.query("UPDATE refunds SET state = $2 WHERE id = $1", [id, state]);
    // Its notification can be lost.
    if (state === "refunded") await storeReversal(sql, asked.order_id, refund);
  });
}
