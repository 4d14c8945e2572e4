import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** A claim that is older belongs to a process that was killed, in milliseconds: longer than a token takes to be created. */
const CLAIM = 60_000;

/** Whoever has an order's claim creates its token: two tokens could both be paid. Undefined while another request has it. */
export function claimOrder(db: DatabaseSync, orderId: string): string | undefined {
  const claim = randomUUID();
  const { changes } = db
    .prepare(`
      UPDATE orders SET claim = ?, claimed_at = ?
      WHERE id = ? AND (claim IS NULL OR claimed_at < ?)`)
    .run(claim, new Date().toISOString(), orderId, new Date(Date.now() - CLAIM).toISOString());
  return changes === 1 ? claim : undefined;
}

export const hasClaim = (db: DatabaseSync, orderId: string, claim: string): boolean =>
  db.prepare("SELECT 1 FROM orders WHERE id = ? AND claim = ?").get(orderId, claim) !== undefined;

export function releaseOrder(db: DatabaseSync, orderId: string, claim: string): void {
  db.prepare("UPDATE orders SET claim = NULL WHERE id = ? AND claim = ?").run(orderId, claim);
}
