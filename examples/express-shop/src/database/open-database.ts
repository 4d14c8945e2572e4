import { DatabaseSync } from "node:sqlite";
import { integer } from "./rows.ts";
import { MIGRATIONS } from "./schema.ts";
import { transaction } from "./transaction.ts";

function migrate(db: DatabaseSync): void {
  transaction(db, () => {
    const done = integer(db.prepare("PRAGMA user_version").get()?.user_version);
    for (const sql of MIGRATIONS.slice(done)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/**
 * `synchronous = FULL`: a commit is on the disk when it returns. The gateway gets its 200 after that, and does not
 * post again; with less, a power cut could take a paid order with it.
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  migrate(db);
  return db;
}
