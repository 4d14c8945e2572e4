import type { DatabaseSync } from "node:sqlite";

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

/** Call it from the handler of notifications. A repeated notification adds nothing. */
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

/** Holds from the next charge on: one that is stored keeps its amount, since its key stands for one request. */
export function changeAmount(db: DatabaseSync, id: string, amount: number): void {
  db.prepare("UPDATE subscriptions SET amount = ? WHERE id = ?").run(amount, id);
}

/** The customer saved another card: what is unpaid is due at once. */
export function changeCard(db: DatabaseSync, id: string, cardToken: string, now: Date): void {
  db.prepare(`
    UPDATE subscriptions SET card_token = ?,
      due_at = CASE status WHEN 'unpaid' THEN ? ELSE due_at END,
      status = CASE status WHEN 'unpaid' THEN 'active' ELSE status END
    WHERE id = ?`).run(cardToken, now.toISOString(), id);
}

/** No new charge is stored. One that is stored already may have been made, so it is finished. */
export function cancel(db: DatabaseSync, id: string): void {
  db.prepare("UPDATE subscriptions SET status = 'cancelled' WHERE id = ?").run(id);
}
