import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { loadCatalogue } from "../src/catalogue.ts";
import { openDatabase } from "../src/database/open-database.ts";
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
  db.close();
});

test("a row can't name a product that does not exist", () => {
  const db = openDatabase(join(folder, "references.sqlite"));
  const add = () => db.exec("INSERT INTO cart_items VALUES ('cart', 'no such product', 1)");
  assert.throws(add, /FOREIGN KEY constraint failed/);
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

test("opening a database again keeps its rows and runs no migration twice", () => {
  const file = join(folder, "again.sqlite");
  const first = openDatabase(file);
  loadCatalogue(first);
  first.close();
  const second = openDatabase(file);
  assert.equal(listProducts(second).length, 4);
  second.close();
});
