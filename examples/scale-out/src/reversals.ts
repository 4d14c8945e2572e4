import { paymentSummary } from "payments-client";
import type { Sql } from "./database.ts";
import type { Payment } from "./notifications.ts";

const INSERT =
  "INSERT INTO reversals (order_id, uid, parent_uid, amount) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

/** A refund of ours that was refused as the repeat of a call that was still under way, or settled, was made after all. */
const MADE = `
  UPDATE refunds SET state = 'refunded'
  WHERE id = $1 AND payment_uid = $2 AND amount = $3 AND state IN ('declined', 'settled')`;

/**
 * Stores money that went back, under the payment that it came from, which may not have been notified yet.
 *
 * @param reversal A successful refund or chargeback of an order that is locked.
 * @returns false if it does not say which payment it takes back, or how much.
 */
export async function storeReversal(sql: Sql, orderId: string, reversal: Payment): Promise<boolean> {
  const { uid, amount, trackingId } = paymentSummary(reversal);
  const { parent_uid } = Object(reversal);
  if (uid === undefined || typeof parent_uid !== "string" || amount === undefined) return false;
  await sql.query(INSERT, [orderId, uid, parent_uid, amount]);
  await sql.query(MADE, [trackingId, parent_uid, amount]);
  return true;
}
