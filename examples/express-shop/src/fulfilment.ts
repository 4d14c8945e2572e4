import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { text } from "./database/rows.ts";

/**
 * Delivers what the customer paid for. It may run twice for one order, when the shop is killed before the outbox is
 * updated, so it has to be idempotent: here by a unique order id, elsewhere by an idempotency key. Send mails and
 * call the warehouse here, with the order's id as that key.
 */
function issueVoucher(db: DatabaseSync, orderId: string): void {
  const code = randomBytes(6)
    .toString("hex")
    .toUpperCase()
    .replace(/.{4}(?=.)/g, "$&-");
  db.prepare(`
    INSERT INTO vouchers (code, order_id, issued_at) VALUES (?, ?, ?)
    ON CONFLICT (order_id) DO NOTHING`).run(code, orderId, new Date().toISOString());
}

/** Fulfils paid orders that are still in the outbox. */
export function fulfil(db: DatabaseSync): void {
  // What was refunded in full meanwhile is not delivered.
  const waiting = db
    .prepare(`
      SELECT order_id FROM outbox JOIN orders ON orders.id = order_id
      WHERE done_at IS NULL AND orders.amount > (
        SELECT coalesce(sum(refunds.amount), 0) FROM refunds
        WHERE refunds.order_id = orders.id AND refunds.status IN ('requested', 'refunded'))
      ORDER BY outbox.created_at`)
    .all();
  for (const row of waiting) {
    const orderId = text(row.order_id);
    try {
      issueVoucher(db, orderId);
      db.prepare("UPDATE outbox SET done_at = ? WHERE order_id = ?").run(new Date().toISOString(), orderId);
    } catch (error) {
      // The other orders continue; this one is retried in the next run.
      console.error(`Order ${orderId} is paid and not fulfilled yet:`, error);
    }
  }
}
