import type { DatabaseSync } from "node:sqlite";
import { integer, type Row, text, textOrNull } from "../database/rows.ts";

/** A payment token of an order. */
export interface Token {
  readonly token: string;
  readonly redirectUrl: string;
  /** How often its status was asked for in vain. */
  readonly checks: number;
  /** When it is asked for again; null when its status is final. */
  readonly nextCheckAt: string | null;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const toToken = (row: Row): Token => ({
  token: text(row.token),
  redirectUrl: text(row.redirect_url),
  checks: integer(row.checks),
  nextCheckAt: textOrNull(row.next_check_at),
});

const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** 30 seconds, a minute, two, … and at last every six hours. */
export const waitAfter = (checks: number): number => Math.min(30 * SECOND * 2 ** checks, 6 * HOUR);

export function saveToken(db: DatabaseSync, orderId: string, token: string, redirectUrl: string): void {
  db.prepare(`
    INSERT INTO checkouts (token, order_id, redirect_url, created_at, next_check_at)
    VALUES (?, ?, ?, ?, ?)`).run(token, orderId, redirectUrl, after(0), after(waitAfter(0)));
}

/** The tokens of an order that something can still become of, the latest first. */
export const openTokensOf = (db: DatabaseSync, orderId: string): Token[] =>
  db
    .prepare("SELECT * FROM checkouts WHERE order_id = ? AND next_check_at IS NOT NULL ORDER BY rowid DESC")
    .all(orderId)
    .map(toToken);

/** The tokens whose status is to be asked for now. */
export const tokensDue = (db: DatabaseSync): Token[] =>
  db
    .prepare("SELECT * FROM checkouts WHERE next_check_at <= ? ORDER BY next_check_at")
    .all(after(0))
    .map(toToken);

/** After a start, nobody knows what was missed. */
export function checkAllNow(db: DatabaseSync): void {
  db.prepare("UPDATE checkouts SET checks = 0, next_check_at = ? WHERE next_check_at IS NOT NULL").run(
    after(0),
  );
}

/** Nothing becomes of this token any more. */
export function closeToken(db: DatabaseSync, token: string): void {
  db.prepare("UPDATE checkouts SET next_check_at = NULL WHERE token = ?").run(token);
}

export function checkLater(db: DatabaseSync, { token, checks }: Token): void {
  db.prepare(`
    UPDATE checkouts SET checks = checks + 1, next_check_at = ?
    WHERE token = ? AND next_check_at IS NOT NULL`).run(after(waitAfter(checks + 1)), token);
}
