import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { text } from "./database/rows.ts";

/**
 * Delivers what the customer paid for. Send mails and call the warehouse here, with the order's id as idempotency key. If
 * the shop is killed before the order is marked, it runs again, so it must be idempotent, as by a unique order id.
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

/** Fulfills the paid orders that are not fulfilled yet, except those that were refunded in full. */
export function fulfill(db: DatabaseSync): void {
  const waiting = db
    .prepare(`
      SELECT id FROM orders
      WHERE paid_by IS NOT NULL AND fulfilled_at IS NULL AND amount > (
        SELECT coalesce(sum(refunds.amount), 0) FROM refunds
        WHERE refunds.order_id = orders.id AND refunds.status IN ('open', 'succeeded'))
      ORDER BY paid_at`)
    .all();
  for (const row of waiting) {
    const id = text(row.id);
    try {
      issueVoucher(db, id);
      db.prepare("UPDATE orders SET fulfilled_at = ? WHERE id = ?").run(new Date().toISOString(), id);
    } catch (error) {
      // The next run tries again, and the other orders do not wait.
      console.error(`Order ${id} is paid and not fulfilled yet:`, error);
    }
  }
}
