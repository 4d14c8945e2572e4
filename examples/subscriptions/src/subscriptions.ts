import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./database.ts";

/** A new subscription, after its first month was paid on the payment page with `contract: ["recurring"]`. */
export interface NewSubscription {
  readonly id: string;
  /** `transaction.credit_card.token` of that payment. */
  readonly cardToken: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly startedAt: Date;
}

/** The same day of a later month, or that month's last day. */
export function addMonths(start: Date, months: number): Date {
  const date = new Date(start);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return date;
}

/** The month to be paid next. Months that passed while the subscription was unpaid are not charged. */
export function currentPeriod(start: Date, period: number, now: Date): number {
  return addMonths(start, period + 1) <= now ? currentPeriod(start, period + 1, now) : period;
}

/** Call it from `paid` of your shop, which may be called again. A second call adds nothing. */
export function subscribe(db: DatabaseSync, subscription: NewSubscription): void {
  const { id, cardToken, amount, currency, description, startedAt } = subscription;
  db.prepare(`
    INSERT INTO subscriptions (id, card_token, amount, currency, description, started_at, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`).run(
    id,
    cardToken,
    amount,
    currency,
    description,
    startedAt.toISOString(),
    addMonths(startedAt, 1).toISOString(),
  );
}

/** Applies from the next charge on. A stored charge keeps its amount, because its key belongs to one request. */
export function changeAmount(db: DatabaseSync, id: string, amount: number): void {
  db.prepare("UPDATE subscriptions SET amount = ? WHERE id = ?").run(amount, id);
}

/** The customer saved another card. If unpaid, the current month is due now. Months that passed are not charged. */
export function changeCard(db: DatabaseSync, id: string, cardToken: string, now: Date): void {
  transaction(db, () => {
    db.prepare("UPDATE subscriptions SET card_token = ? WHERE id = ?").run(cardToken, id);
    const unpaid = "SELECT started_at, period FROM subscriptions WHERE id = ? AND status = 'unpaid'";
    const row = db.prepare(unpaid).get(id);
    if (!row) return;
    const period = currentPeriod(new Date(String(row.started_at)), Number(row.period), now);
    db.prepare("UPDATE subscriptions SET status = 'active', period = ?, due_at = ? WHERE id = ?").run(
      period,
      now.toISOString(),
      id,
    );
  });
}

/** No new charge is stored or sent. A charge that was already sent may have succeeded, so the job finishes it. */
export function cancel(db: DatabaseSync, id: string): void {
  transaction(db, () => {
    db.prepare("UPDATE subscriptions SET status = 'cancelled' WHERE id = ?").run(id);
    db.prepare(`
      UPDATE charges SET status = 'failed', message = 'Cancelled before it was sent'
      WHERE subscription_id = ? AND status = 'open' AND sent_at IS NULL`).run(id);
  });
}
