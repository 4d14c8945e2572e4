import type { DatabaseSync } from "node:sqlite";

/**
 * All of the work or nothing. `IMMEDIATE` takes the write lock before the first read, so that nothing that was
 * read is changed by another process before the commit.
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
