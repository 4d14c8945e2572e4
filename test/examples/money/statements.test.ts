/** The SQL of the pages, with PostgreSQL. Their SQLite and their programs have tests of their own. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Pool } from "./guard-pool.ts";
import { installScaleOut } from "./scale-out-packages.ts";
import { load } from "./shops/load.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TABLES = `
  CREATE TABLE products (id text PRIMARY KEY, price integer, stock integer);
  CREATE TABLE orders (id text PRIMARY KEY, product text, amount integer, currency text,
    expires_at timestamptz, paid_by text, closed boolean NOT NULL DEFAULT false, shipping text);
  CREATE TABLE lines (order_id text, product text, quantity integer);
  CREATE TABLE tokens (token text PRIMARY KEY, order_id text, done boolean NOT NULL DEFAULT false);
  CREATE TABLE reviews (key text PRIMARY KEY, reason text, message text, uid text, order_id text, amount bigint,
    currency text, parent_uid text, done boolean NOT NULL DEFAULT false);
  CREATE TABLE refunds (id text PRIMARY KEY, sent_at timestamptz, uid text, amount bigint, result text,
    payment_uid text, state text NOT NULL DEFAULT 'open');
  CREATE TABLE reversals (payment_uid text, amount bigint);
  CREATE TABLE payouts (id text PRIMARY KEY, uid text);
  INSERT INTO products VALUES ('ticket', 12900, 1)`;

/** The statements of the SQL blocks of the pages, without comments. Each is run by a test below. */
const statements: string[] = [];
// The tables of the page about other languages are those of its programs.
const exclude = ["docs/api/**", "docs/guides/other-languages.md"];
for await (const page of glob(["*.md", "docs/**/*.md"], { cwd: ROOT, exclude })) {
  const text = await readFile(join(ROOT, page), "utf8");
  for (const [, code = ""] of text.matchAll(/^ *```sql\n(.*?)^ *```$/gms))
    for (const part of code.replaceAll(/--.*$/gm, "").split(";"))
      if (part.trim()) statements.push(part.trim());
}
const left = new Set(statements);

type Sql = Pick<Pool, "query">;

/** Runs the only statement that matches. @returns how many rows it changed or found. */
async function run(
  sql: Sql,
  pattern: RegExp,
  values: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const found = [...new Set(statements.filter((statement) => pattern.test(statement)))];
  expect(found, String(pattern)).toHaveLength(1);
  const [statement = ""] = found;
  left.delete(statement);
  const given: unknown[] = [];
  const text = statement.replaceAll(/(?<!:)(?::(\w+)|\$(\d))/g, (_, name, number) => {
    given.push(values[name ?? number]);
    return `$${given.length}`;
  });
  return (await sql.query(text, given)).rowCount ?? 0;
}

/** For a busy machine. */
const LIMITS = {
  query_timeout: 60_000,
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
};

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

let postgres: Server;
let pool: Pool;

beforeAll(async () => {
  await installScaleOut();
  const [{ Postgres }, { openPool }] = await Promise.all([
    load("../test/examples/scale-out/postgres.ts"),
    load("scale-out/src/database.ts"),
  ]);
  postgres = await Postgres.start();
  vi.stubEnv("DATABASE_URL", postgres.url);
  pool = openPool(LIMITS);
  await pool.query(TABLES);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
  vi.unstubAllEnvs();
});

const LOCK = /^SELECT id FROM products WHERE id = :product/;
const PLACE = /^INSERT INTO orders/;
const PAID = /paid_by = :uid/;
const CANCEL = /^UPDATE orders SET closed = true WHERE id/;
const EXPIRE = /expires_at < now/;
const SHIP = /shipping = 'now'\s+WHERE id = :id/;
const SHIP_BY_STATE = /shipping = 'now'\s+WHERE id = \$1/;

/** Places an order as AGENTS.md does, in a transaction that waits before its end. */
async function place(id: string, beforeCommit = async (): Promise<void> => {}): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await run(client, LOCK, { product: "ticket" });
    const placed = await run(client, PLACE, { id, product: "ticket" });
    await beforeCommit();
    await client.query("COMMIT");
    return placed;
  } finally {
    client.release(true);
  }
}

const WAITING = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

test("two customers at the same time get the last ticket once, and again when it is free", async () => {
  let second: Promise<number> | undefined;
  const first = await place("1007", async () => {
    second = place("1008");
    await vi.waitFor(async () => expect((await pool.query(WAITING)).rowCount).toBe(1), { timeout: 10_000 });
  });
  expect([first, await second]).toEqual([1, 0]);

  const client = await pool.connect();
  const products = { products: ["ticket"] };
  expect(await run(client, /^BEGIN/)).toBe(0);
  expect(await run(client, /ANY .*FOR UPDATE/, products)).toBe(1);
  expect(await run(client, /AS available/, products)).toBe(1);
  expect(await run(client, /^COMMIT/)).toBe(0);
  client.release();

  // Its token may still be paid.
  await pool.query("INSERT INTO tokens VALUES ('token', '1007')");
  await pool.query("UPDATE orders SET expires_at = now() - interval '1 s'");
  expect(await run(pool, EXPIRE)).toBe(0);
  expect(await place("1009")).toBe(0);
  await pool.query("UPDATE tokens SET done = true");
  expect(await run(pool, EXPIRE)).toBe(1);
  expect(await place("1009")).toBe(1);
});

test("an order is canceled or paid by one payment, and each try to ship it looks at its refunds", async () => {
  await pool.query("INSERT INTO orders (id, amount) VALUES ('paid', 900), ('canceled', 900)");
  expect(await run(pool, CANCEL, { id: "canceled" })).toBe(1);
  expect(await run(pool, PAID, { id: "canceled", uid: "first" })).toBe(0);
  expect(await run(pool, PAID, { id: "paid", uid: "first" })).toBe(1);
  expect(await run(pool, CANCEL, { id: "paid" })).toBe(0);
  expect(await run(pool, /paid_by = \$1/, { 1: "second", 2: "paid" })).toBe(0);

  // Not after a refund of everything, which may have failed, and not during a chargeback.
  await pool.query("INSERT INTO refunds (id, uid, amount, result) VALUES ('a', 'first', 900, 'declined')");
  await pool.query("INSERT INTO refunds (id, uid, amount) VALUES ('b', 'first', 900)");
  expect(await run(pool, SHIP, { id: "paid" })).toBe(0);
  await pool.query("UPDATE refunds SET result = 'refused' WHERE id = 'b'");
  await pool.query("INSERT INTO reviews (key, parent_uid) VALUES ('chargeback', 'first')");
  expect(await run(pool, SHIP, { id: "paid" })).toBe(0);
  await pool.query("UPDATE reviews SET done = true");
  expect(await run(pool, SHIP, { id: "paid" })).toBe(1);

  // The shipment failed, so the job tries again, unless everything was refunded meanwhile.
  await pool.query("UPDATE reviews SET done = false");
  expect(await run(pool, SHIP_BY_STATE, { 1: "paid" })).toBe(0);
  await pool.query("UPDATE reviews SET done = true");
  expect(await run(pool, SHIP_BY_STATE, { 1: "paid" })).toBe(1);
  await pool.query(
    "INSERT INTO refunds (id, payment_uid, amount, state) VALUES ('c', 'first', 900, 'succeeded')",
  );
  expect(await run(pool, SHIP_BY_STATE, { 1: "paid" })).toBe(0);
  await pool.query("UPDATE refunds SET state = 'declined' WHERE id = 'c'");
  await pool.query("INSERT INTO reversals VALUES ('first', 900)");
  expect(await run(pool, SHIP_BY_STATE, { 1: "paid" })).toBe(0);
  await pool.query("DELETE FROM reversals");
  await pool.query("UPDATE orders SET shipping = 'done' WHERE id = 'paid'");
  expect(await run(pool, SHIP, { id: "paid" })).toBe(0);
  expect(await run(pool, SHIP_BY_STATE, { 1: "paid" })).toBe(0);

  expect(await run(pool, /^SELECT id, amount/, { 1: "paid" })).toBe(1);
  const message = "Another payment pays the order.";
  const other = { 4: "second", 5: "paid", 6: 900, 7: "EUR", 8: null };
  const review = { 1: "key", 2: "other_payment", 3: message, ...other };
  expect(await run(pool, /INTO reviews/, review)).toBe(1);
  expect(await run(pool, /INTO reviews/, review)).toBe(0);
});

test.each([
  [/^SELECT FROM orders WHERE id = \$1/, SHIP_BY_STATE, "payment_uid"],
  [/^SELECT FROM orders WHERE id = :id/, SHIP, "uid"],
])("no order is shipped whose refund is stored at the same moment (%s)", async (lock, ship, column) => {
  const id = `raced by ${column}`;
  await pool.query("INSERT INTO orders (id, amount, paid_by) VALUES ($1, 900, $1)", [id]);
  const [staff, job] = await Promise.all([pool.connect(), pool.connect()]);
  await staff.query("BEGIN");
  await staff.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [id]);
  const insert = `INSERT INTO refunds (id, ${column}, amount) VALUES ('all of ' || $1::text, $1, 900)`;
  await staff.query(insert, [id]);
  await job.query("BEGIN");
  const locked = run(job, lock, { 1: id, id });
  await vi.waitFor(async () => expect((await pool.query(WAITING)).rowCount).toBe(1), { timeout: 10_000 });
  await staff.query("COMMIT");
  await locked;
  expect(await run(job, ship, { 1: id, id })).toBe(0);
  await job.query("COMMIT");
  for (const client of [staff, job]) client.release(true);
});

test("the refunds of a payment are never more than the payment", async () => {
  await pool.query("DELETE FROM refunds");
  const store = async (id: string, amount: number, uid = "first"): Promise<number> => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      expect(await run(client, /^SELECT FROM orders WHERE paid_by/, { 2: uid })).toBe(
        uid === "first" ? 1 : 0,
      );
      expect(await run(client, /^SELECT FROM reviews/, { 2: uid })).toBe(uid === "first" ? 0 : 1);
      const stored = await run(client, /INTO refunds/, { 1: id, 2: uid, 3: amount });
      expect(await run(client, /^SELECT payment_uid/, { 1: id })).toBe(stored);
      await client.query("COMMIT");
      return stored;
    } finally {
      client.release(true);
    }
  };
  const stored = await Promise.all([store("d", 500), store("e", 500), store("f", 500)]);
  expect(stored.toSorted()).toEqual([0, 0, 1]);
  expect(await store("g", 401)).toBe(0);
  expect(await store("h", 399)).toBe(1);

  expect(await store("i", 901, "second")).toBe(0); // in manual review
  expect(await store("j", 900, "second")).toBe(1);
  await pool.query("UPDATE reviews SET reason = 'charged_back' WHERE parent_uid = 'first'");
  expect(await store("k", 1)).toBe(0);
});

test("a refund is claimed again after the time, or if its clock was wrong, and a payout is cleared by its own uid", async () => {
  await pool.query("DELETE FROM refunds");
  await pool.query("INSERT INTO refunds (id) VALUES ('refund')");
  const claim = (milliseconds: number): Promise<number> =>
    run(pool, /UPDATE refunds/, { id: "refund", milliseconds });
  expect(await claim(120_000)).toBe(1);
  expect(await claim(120_000)).toBe(0);
  await pool.query("UPDATE refunds SET sent_at = now() + interval '1 day'");
  expect(await claim(120_000)).toBe(1);

  await pool.query("INSERT INTO payouts VALUES ('payout', 'first')");
  expect(await run(pool, /UPDATE payouts/, { id: "payout", uid: "second" })).toBe(0);
  expect(await run(pool, /UPDATE payouts/, { id: "payout", uid: "first" })).toBe(1);
});

test("the tests above have run every statement", () => {
  expect([...left]).toEqual([]);
});
