import { askGateway } from "./ask-gateway.ts";
import type { OpenCheckout } from "./checkouts.ts";
import type { Shop } from "./shop.ts";

/**
 * The open tokens that are due, and when they are due again: in half a minute, one, two, … up to six hours. Several
 * workers claim different ones.
 */
const CLAIM = `
  UPDATE checkouts SET checks = checks + 1,
    next_check_at = now() + least(interval '30 seconds' * 2 ^ least(checks, 20), interval '6 hours')
  WHERE order_id IN (
    SELECT order_id FROM checkouts WHERE token IS NOT NULL AND next_check_at <= now()
    ORDER BY next_check_at LIMIT 25 FOR UPDATE SKIP LOCKED)
  RETURNING order_id, token, redirect_url`;

/** The next check is the retry. */
const CALL = { timeout: 5000, maxRetries: 0 };

/**
 * Asks for the status of every token that is due: notifications can be lost, and the gateway stops repeating them. It ends
 * when `isOver`, which is earlier than its job's limit by more than a batch takes; the next run goes on.
 */
export async function reconcile(shop: Shop, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isOver()) {
    const { rows } = await shop.pool.query<OpenCheckout>(CLAIM);
    if (rows.length === 0) return;
    const asked = await Promise.allSettled(rows.map((open) => askGateway(shop, open, { ...CALL, signal })));
    const failures = asked.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    // If the gateway does not respond at all, the rest waits for the next run.
    if (failures.length === rows.length) throw failures[0];
    for (const failure of failures) console.error(`The status of a payment could not be read: ${failure}`);
  }
}
