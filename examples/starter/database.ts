/** Replace SQLite by your database. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SCHEMA } from "./schema.ts";

const db = new DatabaseSync("shop.db");
db.exec(`PRAGMA journal_mode=WAL; PRAGMA busy_timeout=5000; ${SCHEMA}`);

/** Runs one statement. Nothing depends on a second one in the same transaction. */
export const sql = async (statement: string, ...values: SQLInputValue[]) =>
  db.prepare(statement).all(...values);
export type Row = Awaited<ReturnType<typeof sql>>[number];
