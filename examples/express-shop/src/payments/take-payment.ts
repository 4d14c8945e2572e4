import type { DatabaseSync } from "node:sqlite";
import { outcome, paymentSummary, WebhookError } from "payments-client";
import { expectPayment, notificationKey } from "payments-client/webhooks";
import { transaction } from "../database/transaction.ts";
import { findSale, type Payment, type Sale } from "./find-sale.ts";

/** Result of a payment. The staff handle those in `NEEDS_REVIEW`: it succeeded, or may have, without paying an order. */
export type Taken =
  | "repeat"
  | "not paid"
  | "paid"
  | "second payment"
  | "mismatch"
  | "unknown order"
  | "contradictory";

export const NEEDS_REVIEW: readonly Taken[] = [
  "second payment",
  "mismatch",
  "unknown order",
  "contradictory",
];

const now = (): string => new Date().toISOString();

const isKnown = (db: DatabaseSync, key: string): boolean =>
  db.prepare("SELECT 1 FROM notifications WHERE key = ?").get(key) !== undefined;

/** Records a result of a payment. False when it is recorded already: the primary key decides. */
function record(db: DatabaseSync, key: string, payment: Payment, decision: Decision): boolean {
  // It reads each value as its column's type, or not at all: a value of another type can't be stored.
  const { uid, trackingId, amount, currency, message } = paymentSummary(payment);
  const { taken, orderId = null } = decision;
  const why = decision.message ?? message ?? null;
  const { changes } = db
    .prepare(`
      INSERT INTO notifications (key, received_at, uid, tracking_id, amount, currency, message, outcome, order_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`)
    .run(key, now(), uid ?? null, trackingId ?? null, amount ?? null, currency ?? null, why, taken, orderId);
  return changes === 1;
}

/** Marks the order as paid, once: false for a second payment. Takes its stock and queues its fulfilment. */
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

/** Why a payment does not match the sale; undefined when it does. */
function mismatchOf(payment: Payment, sale: Sale, isTestMode: boolean): string | undefined {
  try {
    expectPayment(payment, { ...sale, test: isTestMode });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
}

interface Decision {
  readonly taken: Taken;
  readonly orderId?: string;
  readonly message?: string;
}

/** The order, if it exists: a payment by link creates its own. */
const known = (sale: Sale | undefined) => (sale?.orderId === undefined ? {} : { orderId: sale.orderId });

/** Applies a successful payment to its order. */
function settle(db: DatabaseSync, payment: Payment, sale: Sale | undefined, isTestMode: boolean): Decision {
  if (!sale) return { taken: "unknown order" };
  const message = mismatchOf(payment, sale, isTestMode);
  if (message !== undefined) return { taken: "mismatch", message, ...known(sale) };
  const orderId = sale.openOrder();
  return { taken: markPaid(db, orderId) ? "paid" : "second payment", orderId };
}

function decide(db: DatabaseSync, payment: Payment, isTestMode: boolean): Decision {
  const sale = findSale(db, payment);
  switch (outcome(payment, { test: isTestMode })) {
    case "paid":
      return settle(db, payment, sale, isTestMode);
    case "unknown":
      return { taken: "contradictory", ...known(sale) };
    default:
      return { taken: "not paid", ...known(sale) };
  }
}

/**
 * Records a payment, from its notification or its token's status, in one transaction. If the process is killed, either
 * nothing was recorded and the gateway posts again, or everything was and the repeat changes nothing.
 *
 * It does not throw for a wrong amount or an unknown order, since a repeat would not help: the payment is listed on
 * the admin page, and the gateway gets 200.
 *
 * @throws WebhookError for a payment without an identifier.
 */
export const takePayment = (db: DatabaseSync, payment: Payment, isTestMode: boolean): Taken =>
  transaction(db, () => {
    const key = notificationKey(payment);
    if (isKnown(db, key)) return "repeat";
    const decision = decide(db, payment, isTestMode);
    // The same result may be reported again, and match: a mismatch has a key of its own.
    const ownKey = decision.taken === "mismatch" ? `${key} mismatch` : key;
    return record(db, ownKey, payment, decision) ? decision.taken : "repeat";
  });
