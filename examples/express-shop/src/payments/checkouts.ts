import type { DatabaseSync } from "node:sqlite";
import { type Row, text } from "../database/rows.ts";

/** A payment token of an order. */
export interface Token {
  readonly token: string;
  readonly redirectUrl: string;
}

const now = (): string => new Date().toISOString();

const toToken = (row: Row): Token => ({ token: text(row.token), redirectUrl: text(row.redirect_url) });

export function saveToken(db: DatabaseSync, orderId: string, token: string, redirectUrl: string): void {
  db.prepare("INSERT INTO checkouts (token, order_id, redirect_url, created_at) VALUES (?, ?, ?, ?)").run(
    token,
    orderId,
    redirectUrl,
    now(),
  );
}

/** The tokens of an order whose status is not final, the latest first. */
export const openTokensOf = (db: DatabaseSync, orderId: string): Token[] =>
  db
    .prepare("SELECT * FROM checkouts WHERE order_id = ? AND closed_at IS NULL ORDER BY rowid DESC")
    .all(orderId)
    .map(toToken);

/** All tokens whose status is not final. */
export const listOpenTokens = (db: DatabaseSync): Token[] =>
  db.prepare("SELECT * FROM checkouts WHERE closed_at IS NULL ORDER BY rowid").all().map(toToken);

export const isOpenToken = (db: DatabaseSync, token: string): boolean =>
  db.prepare("SELECT 1 FROM checkouts WHERE token = ? AND closed_at IS NULL").get(token) !== undefined;

/** How long a token that the gateway does not know is asked about, in milliseconds. */
const UNKNOWN_FOR = 86_400_000;

/** Gives up a token that the gateway does not know, a day after it was created: one 404 says nothing about a payment. */
export function closeUnknownToken(db: DatabaseSync, token: string): void {
  db.prepare(
    "UPDATE checkouts SET closed_at = ? WHERE token = ? AND closed_at IS NULL AND created_at < ?",
  ).run(now(), token, new Date(Date.now() - UNKNOWN_FOR).toISOString());
}

/** Marks a token as final. */
export function closeToken(db: DatabaseSync, token: string): void {
  db.prepare("UPDATE checkouts SET closed_at = ? WHERE token = ? AND closed_at IS NULL").run(now(), token);
}
