import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { PaymentToReview } from "payments-client/webhooks";
import { CLOCK_TOLERANCE } from "./clock.ts";
import { transaction } from "./database.ts";
import { addMonths, currentPeriod } from "./subscriptions.ts";

/** One try to charge one month. It is stored with its key before it is sent. */
export interface Charge {
  readonly key: string;
  readonly subscriptionId: string;
  readonly period: number;
  readonly attempt: number;
  readonly cardToken: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly createdAt: Date;
  /** `uid` of the payment that pays it. */
  readonly paidBy: string | null;
  /** True if its month was already paid, or passed. */
  readonly closed: boolean;
  readonly test?: boolean;
}

/** Days until the next try after each declined try. After the last one, the subscription is unpaid. */
const RETRY_DAYS = [1, 3, 5];

/** Days that a customer has for 3-D Secure. After that, the subscription is unpaid. */
const CONFIRM_DAYS = 7;

/** The same if the customer changed the card. Another charge could be paid then, so the first one must be over. */
const CHANGED_CARD_DAYS = 1;

/** Days for which the job asks about an abandoned charge, because the customer may still pass its 3-D Secure. */
const ABANDONED_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** Stores a charge for each subscription that is due and has no open charge. Of two jobs at the same time, one stores it. */
export function storeDueCharges(db: DatabaseSync, now: Date): void {
  db.prepare(`
    INSERT INTO charges (key, subscription_id, period, attempt, card_token, amount, currency, description, created_at)
    SELECT key_of(s.secret, s.period, next), s.id, s.period, next, s.card_token, s.amount, s.currency, s.description, ?1
    FROM (SELECT *, 1 + (SELECT count(*) FROM charges c WHERE c.subscription_id = o.id AND c.period = o.period) AS next
      FROM subscriptions o) s
    WHERE s.status = 'active' AND s.due_at <= ?1
      AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.subscription_id = s.id AND c.status = 'open')`).run(
    now.toISOString(),
  );
}

const toCharge = (row: Record<string, SQLOutputValue>): Charge => ({
  key: String(row.key),
  subscriptionId: String(row.subscription_id),
  period: Number(row.period),
  attempt: Number(row.attempt),
  cardToken: String(row.card_token),
  amount: Number(row.amount),
  currency: String(row.currency),
  description: String(row.description),
  createdAt: new Date(String(row.created_at)),
  paidBy: row.paid_by === null ? null : String(row.paid_by),
  closed: row.is_next === 0,
});

const SELECT = `
  SELECT c.*, c.period = s.period AS is_next FROM charges c JOIN subscriptions s ON s.id = c.subscription_id`;

export function findCharge(db: DatabaseSync, key: string): Charge | undefined {
  const row = db.prepare(`${SELECT} WHERE c.key = ?`).get(key);
  return row && toCharge(row);
}

/** The charges without a result, the oldest first. Those of killed jobs and abandoned ones are included. */
export const openCharges = (db: DatabaseSync, now: Date): Charge[] =>
  db
    .prepare(`
      ${SELECT} WHERE c.status = 'open' OR (c.status = 'abandoned' AND c.created_at > ?) ORDER BY c.rowid`)
    .all(new Date(now.getTime() - ABANDONED_DAYS * DAY).toISOString())
    .map(toCharge);

/**
 * Stores that a charge is sent now, unless it was sent less than `milliseconds` ago, or an equal charge of the same card was.
 * The gateway would refuse it as a repeat, and remember this refusal for a day.
 */
export function claim(db: DatabaseSync, key: string, now: Date, milliseconds: number): boolean {
  const at = (offset: number): string => new Date(now.getTime() + offset).toISOString();
  // Clocks of two processes may differ. A later time is of a clock that was wrong, and must not block the charge.
  const latest = milliseconds === 0 ? 0 : 2 * CLOCK_TOLERANCE;
  const { changes } = db
    .prepare(`
      UPDATE charges SET sent_at = ?1
      WHERE key = ?2 AND status = 'open' AND NOT EXISTS (
        SELECT 1 FROM charges AS equal
        WHERE equal.card_token = charges.card_token AND equal.amount = charges.amount
          AND equal.sent_at > ?3 AND equal.sent_at <= ?4)`)
    .run(at(0), key, at(-milliseconds), at(latest));
  return changes === 1;
}

/**
 * The customer must pass 3-D Secure, so send them the address. The charge stays open even if they are late, unless they
 * changed the card and a day has passed.
 *
 * @returns whether they are late, and the subscription became unpaid.
 */
export function awaitCustomer(
  db: DatabaseSync,
  { key, subscriptionId, createdAt }: Charge,
  confirmUrl: string | null,
  now: Date,
): boolean {
  db.prepare("UPDATE charges SET confirm_url = ? WHERE key = ? AND status = 'open'").run(confirmUrl, key);
  const days = (now.getTime() - createdAt.getTime()) / DAY;
  if (days < CHANGED_CARD_DAYS) return false;
  db.prepare(`
      UPDATE charges SET status = 'abandoned', message = 'The customer did not confirm it, but changed the card'
      WHERE key = ? AND status = 'open' AND confirm_url IS NOT NULL
        AND card_token <> (SELECT card_token FROM subscriptions s WHERE s.id = subscription_id)`).run(key);
  if (days < CONFIRM_DAYS) return false;
  return (
    db
      .prepare(`
        UPDATE subscriptions SET status = 'unpaid' WHERE id = ? AND status = 'active'
          AND EXISTS (SELECT 1 FROM charges WHERE key = ? AND status = 'open')`)
      .run(subscriptionId, key).changes === 1
  );
}

/**
 * Marks a charge as paid, if its month is still to be paid. The next month becomes due, and a subscription that was unpaid
 * is active again.
 */
export const markPaid = (
  db: DatabaseSync,
  { key, subscriptionId, period }: Charge,
  uid: string,
  now: Date,
): void =>
  transaction(db, () => {
    const { changes } = db
      .prepare(`
        UPDATE charges SET status = 'paid', paid_by = ? WHERE key = ? AND paid_by IS NULL
          AND period = (SELECT s.period FROM subscriptions s WHERE s.id = subscription_id)`)
      .run(uid, key);
    const row = db.prepare("SELECT started_at, status FROM subscriptions WHERE id = ?").get(subscriptionId);
    if (changes === 0 || !row) return;
    const start = new Date(String(row.started_at));
    const isUnpaid = row.status === "unpaid";
    const next = isUnpaid ? currentPeriod(start, period + 1, now) : period + 1;
    db.prepare("UPDATE subscriptions SET period = ?, due_at = ?, status = ? WHERE id = ?").run(
      next,
      addMonths(start, next).toISOString(),
      isUnpaid ? "active" : String(row.status),
      subscriptionId,
    );
  });

/** A tracking id can be any text of a customer. Without this, it could add lines to the log. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

/** Stores a payment that your staff must look at. A charge whose month was already paid is over. */
export const storeReview = (
  db: DatabaseSync,
  { key, reason, message, summary }: PaymentToReview<Charge>,
  now: Date,
): void =>
  transaction(db, () => {
    const [uid, chargeKey] = [summary.uid ?? null, summary.trackingId ?? null];
    const { changes } = db
      .prepare(`
        INSERT INTO reviews (key, uid, charge_key, reason, message, received_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO NOTHING`)
      .run(key, uid, chargeKey, reason, message, now.toISOString());
    if (reason === "closed") db.prepare("UPDATE charges SET status = 'review' WHERE key = ?").run(chargeKey);
    // Before the commit, so that the next run prints it if this one is killed.
    if (changes === 1)
      console.error(printable(`Payment ${uid} of charge ${chargeKey} needs review: ${message}`));
  });

/** Stores that a charge was declined or refused. The month is tried again later, or is unpaid. */
export function markFailed(
  db: DatabaseSync,
  { key, subscriptionId, attempt }: Charge,
  message: string,
  now: Date,
): void {
  const end = (from: string): boolean =>
    db
      .prepare("UPDATE charges SET status = 'failed', message = ? WHERE key = ? AND status = ?")
      .run(message, key, from).changes === 1;
  transaction(db, () => {
    if (end("abandoned") || !end("open")) return;
    const days = RETRY_DAYS[attempt - 1];
    const dueAt = new Date(now.getTime() + (days ?? 0) * DAY).toISOString();
    db.prepare(`
      UPDATE subscriptions SET due_at = ?, status = CASE WHEN status = 'active' AND ? THEN 'unpaid' ELSE status END
      WHERE id = ?`).run(dueAt, days === undefined ? 1 : 0, subscriptionId);
  });
}
