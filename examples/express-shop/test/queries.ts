import type { DatabaseSync } from "node:sqlite";
import { integer, text } from "../src/database/rows.ts";
import { listProblems } from "../src/needs-review.ts";
import { findOrder } from "../src/orders.ts";

/** Queries of a shop's database. */
export const isPaid = (db: DatabaseSync, orderId: string): boolean => findOrder(db, orderId)?.isPaid === true;

export const voucherOf = (db: DatabaseSync, orderId: string): string | null | undefined =>
  findOrder(db, orderId)?.voucher;

export const stockOf = (db: DatabaseSync, product: string): number =>
  integer(db.prepare("SELECT stock FROM products WHERE id = ?").get(product)?.stock);

/** Outcomes of the notifications, in order of arrival. */
export const outcomes = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT outcome FROM notifications ORDER BY rowid")
    .all()
    .map((row) => text(row.outcome));

/** Outcomes of the payments that the admin page lists for the staff. */
export const problems = (db: DatabaseSync): string[] => listProblems(db).map(({ outcome }) => outcome);

export const countOrders = (db: DatabaseSync): number =>
  integer(db.prepare("SELECT count(*) AS n FROM orders").get()?.n);
