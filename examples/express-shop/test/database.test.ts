import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { loadCatalogue } from "../src/catalogue.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { MIGRATIONS } from "../src/database/schema.ts";
import { transaction } from "../src/database/transaction.ts";
import { listProducts } from "../src/products.ts";

let folder = "";
before(() => {
  folder = mkdtempSync(join(tmpdir(), "express-shop-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("a commit is on the disk when it returns", () => {
  const db = openDatabase(join(folder, "settings.sqlite"));
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  assert.equal(pragma("synchronous"), 2);
  assert.equal(pragma("journal_mode"), "wal");
  assert.equal(pragma("busy_timeout"), 5000, "a process waits for another one's commit");
  db.close();
});

test("a row can't name what does not exist, and what must be there once is there once", () => {
  const db = openDatabase(join(folder, "constraints.sqlite"));
  db.exec(`
    INSERT INTO products (id, name, description, amount) VALUES ('pass', 'Pass', '', 100);
    INSERT INTO orders (id, email, amount, currency, created_at)
      VALUES ('o-1', '', 100, 'EUR', ''), ('o-2', '', 100, 'EUR', '');
    INSERT INTO vouchers VALUES ('AAAA', 'o-1', '');
    INSERT INTO checkouts (token, order_id, redirect_url, created_at) VALUES ('t-1', 'o-1', '', '');
    INSERT INTO reviews (key, received_at, reason, message) VALUES ('k-1', '', '', '');
    INSERT INTO order_lines VALUES ('o-1', 'pass', 'Pass', 100, 1);
    INSERT INTO refunds (id, order_id, payment_uid, amount, reason, status, created_at)
      VALUES ('r-1', 'o-1', 'u-1', 100, '', 'open', '');`);
  const refused: Record<string, RegExp> = {
    "INSERT INTO vouchers VALUES ('BBBB', 'o-1', '')": /UNIQUE.*vouchers.order_id/,
    "INSERT INTO vouchers VALUES ('AAAA', 'o-2', '')": /UNIQUE.*vouchers.code/,
    "INSERT INTO checkouts (token, order_id, redirect_url, created_at) VALUES ('t-1', 'o-2', '', '')":
      /UNIQUE.*checkouts.token/,
    "INSERT INTO reviews (key, received_at, reason, message) VALUES ('k-1', '', '', '')":
      /UNIQUE.*reviews.key/,
    "INSERT INTO order_lines VALUES ('o-1', 'pass', 'Pass', 100, 2)": /UNIQUE.*order_lines/,
    "INSERT INTO refunds SELECT * FROM refunds": /UNIQUE.*refunds.id/,
    "INSERT INTO vouchers VALUES ('BBBB', 'none', '')": /FOREIGN KEY/,
  };
  for (const [sql, reason] of Object.entries(refused)) assert.throws(() => db.exec(sql), reason, sql);
  db.close();
});

test("another process can't change what a transaction has read", () => {
  const file = join(folder, "two.sqlite");
  const db = openDatabase(file);
  loadCatalogue(db);
  const other = new DatabaseSync(file, { timeout: 0 });
  const stock = () => listProducts(db).map((product) => product.stock);
  transaction(db, () => {
    const read = stock();
    assert.throws(() => other.exec("UPDATE products SET stock = 0"), /locked/);
    assert.deepEqual(stock(), read);
  });
  other.close();
  db.close();
});

test("an older release leaves the version of a newer database, whose migrations would run twice", () => {
  const file = join(folder, "newer.sqlite");
  const newer = openDatabase(file);
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  const older = openDatabase(file);
  assert.equal(older.prepare("PRAGMA user_version").get()?.user_version, 99);
  older.close();
});

test("the database of an earlier release gets what is new, and keeps its rows", () => {
  const file = join(folder, "earlier.sqlite");
  const earlier = openDatabase(file);
  earlier.exec("INSERT INTO products (id, name, description, amount) VALUES ('pass', 'Pass', '', 100)");
  earlier.close();
  for (let releases = 0; releases < 2; releases += 1) {
    const db = openDatabase(file, [...MIGRATIONS, "ALTER TABLE products ADD COLUMN picture TEXT"]);
    assert.equal(listProducts(db).length, 1);
    assert.deepEqual({ ...db.prepare("SELECT picture FROM products").get() }, { picture: null });
    db.close();
  }
});
