import type { DatabaseSync } from "node:sqlite";
import { type Row, text } from "../database/rows.ts";
import { transaction } from "../database/transaction.ts";

export interface Token {
  readonly token: string;
  readonly redirectUrl: string;
}

const now = (): string => new Date().toISOString();

const toToken = (row: Row): Token => ({ token: text(row.token), redirectUrl: text(row.redirect_url) });

/** The latest token of an order, open or not. */
export function latestToken(db: DatabaseSync, orderId: string): Token | undefined {
  const row = db
    .prepare("SELECT * FROM checkouts WHERE order_id = ? ORDER BY rowid DESC LIMIT 1")
    .get(orderId);
  return row && toToken(row);
}

/**
 * Stores a new token, unless another request has stored one after `before`. No customer sees the token that is not stored,
 * because two open tokens could both be paid.
 *
 * @returns the token to pay with.
 */
export const saveToken = (db: DatabaseSync, orderId: string, made: Token, before: Token | undefined): Token =>
  transaction(db, () => {
    const latest = latestToken(db, orderId);
    if (latest && latest.token !== before?.token) return latest;
    db.prepare("INSERT INTO checkouts (token, order_id, redirect_url, created_at) VALUES (?, ?, ?, ?)").run(
      made.token,
      orderId,
      made.redirectUrl,
      now(),
    );
    return made;
  });

/** The tokens of an order whose status is not final, the latest first. */
export const openTokensOf = (db: DatabaseSync, orderId: string): Token[] =>
  db
    .prepare("SELECT * FROM checkouts WHERE order_id = ? AND closed_at IS NULL ORDER BY rowid DESC")
    .all(orderId)
    .map(toToken);

/** All tokens whose status is not final. */
export const listOpenTokens = (db: DatabaseSync): Token[] =>
  db.prepare("SELECT * FROM checkouts WHERE closed_at IS NULL ORDER BY rowid").all().map(toToken);

/** How long the gateway is asked about a token that it does not know, in milliseconds. */
const UNKNOWN_FOR = 86_400_000;

/** Gives up a token that the gateway does not know, a day after it was created. One 404 may be a wrong address or key. */
export function closeUnknownToken(db: DatabaseSync, token: string): void {
  db.prepare(
    "UPDATE checkouts SET closed_at = ? WHERE token = ? AND closed_at IS NULL AND created_at < ?",
  ).run(now(), token, new Date(Date.now() - UNKNOWN_FOR).toISOString());
}

/** Marks a token as final. */
export function closeToken(db: DatabaseSync, token: string): void {
  db.prepare("UPDATE checkouts SET closed_at = ? WHERE token = ? AND closed_at IS NULL").run(now(), token);
}
