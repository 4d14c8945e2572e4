import type { DatabaseSync } from "node:sqlite";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { openDatabase } from "../src/database.ts";
import { renew } from "../src/renew.ts";
import { subscribe } from "../src/subscriptions.ts";

export const START = new Date("2030-01-31T09:00:00Z");

/** Minor units per month. */
const PRICE = 990;

/** A database in memory and a gateway without a network. */
export function openJob() {
  const sandbox = new Sandbox();
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const db = openDatabase(":memory:");
  /** @param day A day, at ten o'clock, or a time; or a clock. */
  const run = (day: string | (() => Date), client = payments): Promise<void> =>
    renew({
      db,
      payments: client,
      idempotencyKeys: client === payments,
      test: true,
      returnUrl: "https://shop.example/account",
      clock:
        typeof day === "string" ? () => new Date(day.includes("T") ? `${day}Z` : `${day}T10:00:00Z`) : day,
    });

  /** A customer whose first month was paid with this card. */
  const join = async (id: string, card = "4200000000000000"): Promise<void> => {
    const order = { amount: PRICE, currency: "EUR", description: "First month", tracking_id: id };
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      test: true,
      order: { ...order, additional_data: { contract: ["recurring"] } },
    });
    const { credit_card } = await sandbox.pay(token, { card });
    const cardToken = credit_card?.token ?? "";
    subscribe(db, {
      id,
      cardToken,
      amount: PRICE,
      currency: "EUR",
      description: "A month",
      startedAt: START,
    });
  };
  /** The charges that the gateway was asked for. */
  const chargeCalls = () => sandbox.requests.filter(({ operation }) => operation === "transactions.pay");
  return { sandbox, payments, db, run, join, chargeCalls };
}

export const subscriptionOf = (db: DatabaseSync, id: string) => ({
  ...db.prepare("SELECT period, due_at, status FROM subscriptions WHERE id = ?").get(id),
});

export const chargesOf = (db: DatabaseSync, id: string) =>
  db
    .prepare(
      "SELECT key, attempt, amount, status, uid, confirm_url FROM charges WHERE subscription_id = ? ORDER BY rowid",
    )
    .all(id)
    .map((row) => ({ ...row }));
