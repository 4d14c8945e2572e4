import type { DatabaseSync } from "node:sqlite";
import { isPaid, type Transaction, WebhookError } from "payments-client";
import { expectPayment, notificationKey, type TransactionNotification } from "payments-client/webhooks";
import { transaction } from "../database/transaction.ts";
import { findSale, type Sale } from "./find-sale.ts";

/** What became of a notification. Those in `ATTENTION` need somebody: money came that moved no order. */
export type Outcome = "repeat" | "not paid" | "paid" | "second payment" | "mismatch" | "unknown order";

export const ATTENTION: readonly Outcome[] = ["second payment", "mismatch", "unknown order"];

const now = (): string => new Date().toISOString();

/** False when this notification was here before: the primary key decides. */
function isFirst(db: DatabaseSync, notification: TransactionNotification): boolean {
  const { uid, tracking_id, amount, currency, message } = notification.transaction;
  const { changes } = db
    .prepare(`
      INSERT INTO notifications (key, received_at, uid, tracking_id, amount, currency, message, outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'not paid')
      ON CONFLICT (key) DO NOTHING`)
    .run(
      notificationKey(notification),
      now(),
      uid,
      tracking_id ?? null,
      amount ?? null,
      currency ?? null,
      message ?? null,
    );
  return changes === 1;
}

/** Moves the order, once: a second payment finds it paid. With it go its stock and the work that it now asks for. */
function markPaid(db: DatabaseSync, orderId: string): boolean {
  const { changes } = db
    .prepare("UPDATE orders SET status = 'paid', paid_at = ? WHERE id = ? AND status = 'open'")
    .run(now(), orderId);
  if (changes === 0) return false;
  db.prepare(`
    UPDATE products SET stock = stock - line.quantity FROM order_lines AS line
    WHERE line.order_id = ? AND line.product_id = products.id AND products.stock IS NOT NULL`).run(orderId);
  db.prepare("INSERT INTO outbox (order_id, created_at) VALUES (?, ?)").run(orderId, now());
  return true;
}

/** Why a payment is not that of the sale; undefined when it is. */
function mismatchOf(
  notification: TransactionNotification,
  sale: Sale,
  isTestMode: boolean,
): string | undefined {
  try {
    expectPayment(notification, { ...sale, test: isTestMode });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError && error.reason === "mismatch") return error.message;
    throw error;
  }
}

interface Decision {
  readonly outcome: Outcome;
  readonly orderId?: string;
  readonly message?: string;
}

function decide(db: DatabaseSync, notification: TransactionNotification, isTestMode: boolean): Decision {
  const payment: Transaction = notification.transaction;
  const sale = findSale(db, payment);
  const known = sale?.orderId === undefined ? {} : { orderId: sale.orderId };
  if (!isPaid(payment, { test: isTestMode })) return { outcome: "not paid", ...known };
  if (!sale) return { outcome: "unknown order" };
  const message = mismatchOf(notification, sale, isTestMode);
  if (message !== undefined) return { outcome: "mismatch", message, ...known };
  const orderId = sale.orderId ?? sale.createOrder();
  return { outcome: markPaid(db, orderId) ? "paid" : "second payment", orderId };
}

/**
 * Takes a notification, all of it in one transaction: when the process ends at any moment, either nothing happened
 * and the gateway posts again, or everything did and the repeat changes nothing.
 *
 * What no repeat would heal, a wrong amount or an unknown order, does not throw: it is kept for the admin page,
 * and the gateway is told that it arrived.
 */
export const takeNotification = (
  db: DatabaseSync,
  notification: TransactionNotification,
  isTestMode: boolean,
): Outcome =>
  transaction(db, () => {
    if (!isFirst(db, notification)) return "repeat";
    const { outcome, orderId = null, message } = decide(db, notification, isTestMode);
    db.prepare(`
      UPDATE notifications SET outcome = ?, order_id = ?, message = coalesce(?, message)
      WHERE key = ?`).run(outcome, orderId, message ?? null, notificationKey(notification));
    return outcome;
  });
