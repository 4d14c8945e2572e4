import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { integer } from "./rows.ts";
import { MIGRATIONS } from "./schema.ts";
import { transaction } from "./transaction.ts";

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  transaction(db, () => {
    const done = integer(db.prepare("PRAGMA user_version").get()?.user_version);
    // After a rollback the database is newer. With its number lowered, the next release would run migrations again.
    if (done >= migrations.length) return;
    for (const sql of migrations.slice(done)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * `synchronous = FULL`: a commit is on disk when it returns. After a 200, the gateway does not repeat the notification, so
 * with a weaker setting a power cut could lose a paid order.
 */
export function openDatabase(file: string, migrations = MIGRATIONS): DatabaseSync {
  // For this user alone, because it contains data of customers.
  if (file !== ":memory:") closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  migrate(db, migrations);
  return db;
}
