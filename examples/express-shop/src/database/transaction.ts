import type { DatabaseSync } from "node:sqlite";

/**
 * Runs `work` atomically. `IMMEDIATE` takes the write lock before the first read, so that no other process can change
 * what was read before the commit.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
