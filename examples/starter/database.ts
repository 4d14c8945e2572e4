/** Replace SQLite by your database. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SCHEMA } from "./schema.ts";

const db = new DatabaseSync("shop.db");
db.exec(`PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; ${SCHEMA}`);

/**
 * Runs one statement. SQLite writes one after the other. In PostgreSQL, begin `storeRefund`, `ship` and the insert of
 * an order with `SELECT … FOR UPDATE` of the order, review or product, in one transaction. Use BIGINT, which the driver
 * returns as text, casts such as `$1::text`, ON CONFLICT DO NOTHING, a serial column for rowid, and another database
 * for `npm run check`.
 */
export const sql = async (statement: string, ...values: SQLInputValue[]) =>
  db.prepare(statement).all(...values);
export type Row = Awaited<ReturnType<typeof sql>>[number];
