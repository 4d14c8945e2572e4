import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Likeness } from "./likeness.ts";

/** A row whose request was sent, with an unknown result. */
export interface Unresolved extends Likeness {
  readonly key: string;
  /** Line in the CSV file. */
  readonly line: number;
  /** Milliseconds since 1970, by our clock. */
  readonly at: number;
}

/** What a journal belongs to. A journal of the sandbox must not be used for the real gateway. */
export interface Import {
  readonly gateway: string;
  readonly shopId: string;
  readonly test: boolean;
}

/** State of a row that is read. It has the line with the same key, or what earlier runs did. */
export type Claim = number | "new" | "created" | "unresolved";

/** The exclusive lock keeps a second import from creating duplicates. It ends with the process, however that ends. */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;`;

/** `at` is set from before a request until its result is known, `id` when the product was created. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS import (given TEXT NOT NULL, runs INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS rows (
    key TEXT NOT NULL UNIQUE, run INTEGER NOT NULL, line INTEGER NOT NULL,
    at INTEGER, fingerprint TEXT, details TEXT, id TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS unresolved ON rows (line) WHERE at IS NOT NULL;`;

function openDatabase(path: string): DatabaseSync {
  // Only the user may read it, because it contains what the shop sells. SQLite gives its other file the same mode.
  closeSync(openSync(path, "a", 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec(`${SETTINGS} BEGIN IMMEDIATE; ${TABLES}`);
    return database;
  } catch (error) {
    database.close();
    const isLocked = error instanceof Error && error.message === "database is locked";
    throw isLocked ? new Error(`Another import uses ${path}`, { cause: error }) : error;
  }
}

/** State of every row, synced to disk before each request. A SQLite database, so that memory does not grow with it. */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #run: number;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #claimAgain: StatementSync;
  readonly #intend: StatementSync;
  readonly #end: StatementSync;
  #syncing: Promise<void> | undefined;

  /** @throws Error if another import uses the file, or it belongs to another import. */
  constructor(path: string, given: Import) {
    const database = openDatabase(path);
    this.#database = database;
    const text = JSON.stringify(given);
    database.prepare("INSERT INTO import SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM import)").run(text);
    const owner = database.prepare("UPDATE import SET runs = runs + 1 RETURNING given, runs").get();
    if (owner?.["given"] !== text) {
      database.close();
      throw new Error(`${path} is the journal of another import: ${owner?.["given"]}`);
    }
    this.#run = Number(owner["runs"]);
    this.#find = database.prepare("SELECT run, line, at, id FROM rows WHERE key = ?");
    this.#insert = database.prepare("INSERT INTO rows (key, run, line) VALUES (?, ?, ?)");
    this.#claimAgain = database.prepare("UPDATE rows SET run = ?, line = ? WHERE key = ?");
    this.#intend = database.prepare("UPDATE rows SET at = ?, fingerprint = ?, details = ? WHERE key = ?");
    this.#end = database.prepare(
      "UPDATE rows SET at = NULL, fingerprint = NULL, details = NULL, id = ? WHERE key = ?",
    );
  }

  /** The rows with an unknown result. */
  unresolved(): Unresolved[] {
    return this.#database
      .prepare("SELECT key, line, at, fingerprint, details FROM rows WHERE at IS NOT NULL ORDER BY line")
      .all()
      .map(({ key, line, at, fingerprint, details }) => ({
        key: String(key),
        line: Number(line),
        at: Number(at),
        fingerprint: String(fingerprint),
        details: String(details),
      }));
  }

  /** Stores that this run read a row. @returns what earlier runs did. */
  claim(key: string, line: number): Claim {
    const row = this.#find.get(key);
    if (row === undefined) {
      this.#insert.run(key, this.#run, line);
      return "new";
    }
    if (row["run"] === this.#run) return Number(row["line"]);
    if (row["id"] !== null) return "created";
    this.#claimAgain.run(this.#run, line, key);
    return row["at"] === null ? "new" : "unresolved";
  }

  /** Resolves when the entry is on disk. */
  intend(key: string, { fingerprint, details }: Likeness): Promise<void> {
    this.#intend.run(Date.now(), fingerprint, details, key);
    return this.#synced();
  }

  /** The row was created. The entry is synced later. If it is lost, the next run searches for the row. */
  done(key: string, id: string): void {
    this.#end.run(id, key);
  }

  /** The row was not created. As `done`. */
  none(key: string): void {
    this.#end.run(null, key);
  }

  /**
   * Resolves a row by hand, with the id of its product, or null.
   *
   * @throws Error if the line has no unresolved row, or several because the file was edited.
   */
  resolve(line: number, id: string | null): void {
    const unresolved = "line = ? AND at IS NOT NULL";
    const rows = this.#database.prepare(`SELECT 1 FROM rows WHERE ${unresolved}`).all(line);
    if (rows.length === 0) throw new Error(`Line ${line} is not unresolved`);
    if (rows.length > 1)
      throw new Error(
        `Several unresolved rows were line ${line}: put the file back in the order that it had`,
      );
    this.#database.prepare(`UPDATE rows SET at = NULL, id = ? WHERE ${unresolved}`).run(id, line);
  }

  /** Which of these products were created from a row. It reads the whole table, at most twice in a run. */
  known(ids: Iterable<string>): Set<string> {
    const statement = "SELECT id FROM rows WHERE id IN (SELECT value FROM json_each(?))";
    const found = this.#database.prepare(statement).all(JSON.stringify([...ids]));
    return new Set(found.map(({ id }) => String(id)));
  }

  [Symbol.dispose](): void {
    try {
      // A full disk has rolled back already.
      if (this.#database.isTransaction) this.#database.exec("COMMIT");
    } catch (error) {
      // Thrown here, it would hide the import's own error. The next run looks up what is not saved.
      console.error("The last entries of the journal were not saved:", error);
    } finally {
      this.#database.close();
    }
  }

  /** Syncs the entries of one turn of the event loop together, because one sync for each would be slow. */
  #synced(): Promise<void> {
    this.#syncing ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#syncing = undefined;
        try {
          this.#database.exec("COMMIT; BEGIN IMMEDIATE");
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return this.#syncing;
  }
}
