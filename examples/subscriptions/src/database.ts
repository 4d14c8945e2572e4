import { createHmac } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS subscriptions (
    id TEXT PRIMARY KEY,
    secret TEXT NOT NULL DEFAULT (hex(randomblob(32))), -- for the keys of its charges
    card_token TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    description TEXT NOT NULL,
    started_at TEXT NOT NULL,
    period INTEGER NOT NULL DEFAULT 1, -- the month to be paid next. Month 0 was paid on the payment page
    due_at TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'unpaid', 'cancelled'))
  ) STRICT;
  CREATE TABLE IF NOT EXISTS charges (
    key TEXT PRIMARY KEY, -- the idempotency key, and the tracking_id
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
    period INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    card_token TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'abandoned', 'review')),
    paid_by TEXT, -- uid of the payment, never changed
    message TEXT,
    sent_at TEXT, -- when it was last sent to the gateway
    confirm_url TEXT, -- where the customer passes 3-D Secure
    created_at TEXT NOT NULL,
    UNIQUE (subscription_id, period, attempt)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS reviews (
    key TEXT PRIMARY KEY, -- of the payment
    uid TEXT,
    charge_key TEXT, -- its tracking_id
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    received_at TEXT NOT NULL
  ) STRICT`;

/**
 * The key of a charge. It is the same after an older copy of the database is restored, so that the charge is found. No
 * customer can guess it, and so make a payment with this `tracking_id`.
 */
const keyOf = (secret: unknown, period: unknown, attempt: unknown): string =>
  createHmac("sha256", String(secret)).update(`${period}-${attempt}`).digest("hex");

/** With `synchronous = FULL`, a stored key survives a power cut that follows the call. */
export function openDatabase(file: string): DatabaseSync {
  // For this user alone, because it contains data of customers.
  if (file !== ":memory:") closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.function("key_of", { deterministic: true }, keyOf);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; ${SCHEMA}`);
  return db;
}

/** Runs a transaction that is rolled back if it throws. */
export function transaction<Result>(db: DatabaseSync, run: () => Result): Result {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk has rolled back already, and a second time would hide its error.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
