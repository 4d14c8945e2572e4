import { sendOnce } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { isOver, type Sql } from "./database.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import { findRefund, leftOf, leftToRefund } from "./refunds.ts";
import type { Shop } from "./shop.ts";

/** In milliseconds, so that a lookup, the refund and a second lookup end before the job's limit. */
const TIMEOUT = 15_000;

/** The payment's money can have gone back by a chargeback since the refund was saved. */
const CLAIM = `
  UPDATE refunds SET sent_at = now()
  WHERE id = $1 AND state = 'open' AND ${isOver("sent_at", "$2 * interval '1 ms'")}
    AND ${leftOf("refunds.order_id", "refunds.payment_uid")} >= 0`;

const claim = async (sql: Sql, id: string, milliseconds: number): Promise<boolean> =>
  (await sql.query(CLAIM, [id, milliseconds])).rowCount === 1;

const ANSWER = "UPDATE refunds SET answer = $2 WHERE id = $1 AND state = 'open'";

const END = "UPDATE refunds SET state = $2, answer = $3 WHERE id = $1 AND state = 'open'";

/** The job of a refund. It throws until it is clear whether the gateway made the refund, so that it runs again. */
export async function makeRefund(shop: Shop, id: string): Promise<void> {
  const { pool } = shop;
  const refund = await findRefund(pool, id);
  if (refund?.state !== "open") return;
  const { orderId, paymentUid, amount, reason } = refund;
  const payments = shop.payments.withOptions({ timeout: TIMEOUT, maxRetries: 0 });
  const params = { parent_uid: paymentUid, amount, reason };
  const sent = await sendOnce(payments, "refund", params, {
    key: id,
    claim: (milliseconds) => claim(pool, id, milliseconds),
  });
  if (sent.is === "succeeded") {
    const { is } = await handlePayment(paymentHandlers(shop), { ...params, ...sent.transaction });
    if (is !== "refunded") throw new Error(`The refund ${id} is ${is}`);
  } else if (sent.is === "declined" || sent.is === "refused") {
    await pool.query(END, [id, sent.is, sent.reason]);
  } else if ((await leftToRefund(pool, orderId, paymentUid)) < 0) {
    await pool.query(END, [id, "refused", "The payment, or a part of it, went back already"]);
  } else {
    if (sent.is === "unknown") await pool.query(ANSWER, [id, sent.reason]);
    throw new Error(`The refund ${id} is ${sent.is}`);
  }
}
