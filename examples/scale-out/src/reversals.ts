import { paymentSummary } from "payments-client";
import type { Sql } from "./database.ts";
import type { Payment } from "./notifications.ts";

const INSERT =
  "INSERT INTO reversals (order_id, uid, parent_uid, amount) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

/** A refund of ours was made: before its answer came, or after it was refused as the repeat of a call under way, or settled. */
const MADE = `
  UPDATE refunds SET state = 'refunded'
  WHERE id = $1 AND payment_uid = $2 AND amount = $3 AND state IN ('requested', 'declined', 'settled')`;

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
