import type { DatabaseSync } from "node:sqlite";
import { integer } from "../src/database/rows.ts";
import { findOrder } from "../src/orders.ts";
import { listReviews } from "../src/reviews.ts";

/** Queries of a shop's database. */
export const isPaid = (db: DatabaseSync, orderId: string): boolean => Boolean(findOrder(db, orderId)?.paidBy);

export const voucherOf = (db: DatabaseSync, orderId: string): string | null | undefined =>
  findOrder(db, orderId)?.voucher;

export const stockOf = (db: DatabaseSync, product: string): number =>
  integer(db.prepare("SELECT stock FROM products WHERE id = ?").get(product)?.stock);

/** Why each payment that the admin page lists needs review. */
export const reviewReasons = (db: DatabaseSync): string[] => listReviews(db).map(({ reason }) => reason);

export const countOrders = (db: DatabaseSync): number =>
  integer(db.prepare("SELECT count(*) AS n FROM orders").get()?.n);
