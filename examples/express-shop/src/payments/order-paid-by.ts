import type { DatabaseSync } from "node:sqlite";
import { textOrNull } from "../database/rows.ts";

/** The order that a payment paid; undefined if it paid none. */
export function orderPaidBy(db: DatabaseSync, key: string): string | undefined {
  const row = db.prepare("SELECT order_id FROM notifications WHERE key = ? AND outcome = 'paid'").get(key);
  return textOrNull(row?.order_id ?? null) ?? undefined;
}
