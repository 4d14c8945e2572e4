import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./database.ts";
import { addMonths, currentPeriod } from "./subscriptions.ts";

/** One try to be paid for one month. It has its key before the gateway hears of it. */
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
}

/** Days until the next try after each declined one. After the last, the subscription is unpaid. */
const RETRY_DAYS = [1, 3, 5];

/** Days that a customer has for 3-D Secure. Then the subscription is unpaid. */
const CONFIRM_DAYS = 7;

/** Days after which nobody passes a 3-D Secure any more for a card that was changed: two charges could both be paid. */
const CHANGED_CARD_DAYS = 1;

/** Days for which an abandoned charge is asked about: somebody may pass its 3-D Secure all the same. */
const ABANDONED_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** Stores a charge for each subscription that is due and has none open. Of two jobs at once, one does. */
export function storeDueCharges(db: DatabaseSync, now: Date): void {
  db.prepare(`
    INSERT INTO charges (key, subscription_id, period, attempt, card_token, amount, currency, description, created_at)
    SELECT lower(hex(randomblob(16))), s.id, s.period,
      1 + (SELECT count(*) FROM charges c WHERE c.subscription_id = s.id AND c.period = s.period),
      s.card_token, s.amount, s.currency, s.description, ?1
    FROM subscriptions s
    WHERE s.status = 'active' AND s.due_at <= ?1
      AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.subscription_id = s.id AND c.status = 'open')`).run(
    now.toISOString(),
  );
}

/** The charges without a result, those of killed jobs and abandoned ones included; the oldest first. */
export const openCharges = (db: DatabaseSync, now: Date): Charge[] =>
  db
    .prepare(`
      SELECT * FROM charges
      WHERE status = 'open' OR (status = 'abandoned' AND created_at > ?) ORDER BY rowid`)
    .all(new Date(now.getTime() - ABANDONED_DAYS * DAY).toISOString())
    .map((row) => ({
      key: String(row.key),
      subscriptionId: String(row.subscription_id),
      period: Number(row.period),
      attempt: Number(row.attempt),
      cardToken: String(row.card_token),
      amount: Number(row.amount),
      currency: String(row.currency),
      description: String(row.description),
      createdAt: new Date(String(row.created_at)),
    }));

/**
 * Claims a charge for this process, in one statement. False if it was sent, and its call may still be under way, or if an
 * equal one was, as which the gateway would refuse it.
 */
export const claim = (db: DatabaseSync, key: string, now: Date, underWay: number): boolean =>
  db
    .prepare(`
      UPDATE charges SET sent_at = ?1
      WHERE key = ?2 AND status = 'open' AND (sent_at IS NULL OR sent_at <= ?3)
        AND NOT EXISTS (
          SELECT 1 FROM charges AS equal WHERE equal.key <> charges.key AND equal.card_token = charges.card_token
            AND equal.amount = charges.amount AND equal.sent_at > ?3)`)
    .run(now.toISOString(), key, new Date(now.getTime() - underWay).toISOString()).changes === 1;

/**
 * The customer has to pass 3-D Secure: send them the address. The charge stays open even when they are late, since they
 * still can, unless they changed the card and a day has passed.
 *
 * @returns whether they are late, and the subscription became unpaid.
 */
export function awaitCustomer(
  db: DatabaseSync,
  { key, subscriptionId, createdAt }: Charge,
  uid: string,
  confirmUrl: string | null,
  now: Date,
): boolean {
  db.prepare("UPDATE charges SET uid = ?, confirm_url = ? WHERE key = ? AND status = 'open'").run(
    uid,
    confirmUrl,
    key,
  );
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
 * Records that a charge is paid, once, whatever was recorded before: money that moved is never forgotten. The next month
 * becomes due, and a subscription that was unpaid is active again.
 *
 * @param tell Called if its month was paid already, or passed unpaid: a person has to refund it.
 */
export const markPaid = (
  db: DatabaseSync,
  { key, subscriptionId, period }: Charge,
  uid: string,
  message: string | null,
  now: Date,
  tell: () => void,
): void =>
  transaction(db, () => {
    const was = db.prepare("SELECT status FROM subscriptions WHERE id = ?").get(subscriptionId)?.status;
    const end = "UPDATE charges SET status = 'paid', uid = ?, message = ? WHERE key = ? AND status <> 'paid'";
    if (db.prepare(end).run(uid, message, key).changes === 0) return;
    const row = db
      .prepare(`
        UPDATE subscriptions SET period = period + 1,
          status = CASE status WHEN 'unpaid' THEN 'active' ELSE status END
        WHERE id = ? AND period = ? RETURNING period, started_at`)
      .get(subscriptionId, period);
    // Before the commit, so that a process that is killed between them tells it again.
    if (!row) return tell();
    const start = new Date(String(row.started_at));
    const following = Number(row.period);
    const next = was === "unpaid" ? currentPeriod(start, following, now) : following;
    db.prepare("UPDATE subscriptions SET period = ?, due_at = ? WHERE id = ?").run(
      next,
      addMonths(start, next).toISOString(),
      subscriptionId,
    );
  });

/** Records a charge that was declined or refused: the month is tried again later, or is unpaid. */
export function markFailed(
  db: DatabaseSync,
  { key, subscriptionId, attempt }: Charge,
  uid: string | null,
  message: string | null,
  now: Date,
): void {
  const end = (from: string): boolean =>
    db
      .prepare(
        "UPDATE charges SET status = 'failed', uid = coalesce(?, uid), message = ? WHERE key = ? AND status = ?",
      )
      .run(uid, message, key, from).changes === 1;
  transaction(db, () => {
    if (end("abandoned") || !end("open")) return;
    const days = RETRY_DAYS[attempt - 1];
    const dueAt = new Date(now.getTime() + (days ?? 0) * DAY).toISOString();
    db.prepare(`
      UPDATE subscriptions SET due_at = ?, status = CASE WHEN status = 'active' AND ? THEN 'unpaid' ELSE status END
      WHERE id = ?`).run(dueAt, days === undefined ? 1 : 0, subscriptionId);
  });
}
