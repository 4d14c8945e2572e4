import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { freePort } from "../../support/free-port.ts";
import { startCluster } from "./cluster.ts";
import { runProgram } from "./processes.ts";

/** The programs that sell, next to the migration. */
const SHOP = ["app", "worker", "admin"];

const cluster = await startCluster({ apps: 1, workers: 0 });
after(() => cluster[Symbol.asyncDispose]());

/** Each program exits with code 1 and one sentence without the password. */
const refuses = (settings: Record<string, string>, sentence: RegExp, mains: readonly string[] = ["app"]) =>
  Promise.all(
    mains.map(async (main) => {
      const { code, output } = await runProgram(main, { ...cluster.env, PORT: "0", ...settings });
      assert.equal(code, 1, `${main}: ${output}`);
      assert.match(output, sentence, main);
      assert.equal(output.split("\n").length, 1, `${main}: ${output}`);
      assert.doesNotMatch(output, /s3cret/);
    }),
  );

const withDatabase = (changed: Partial<Pick<URL, "port" | "password" | "pathname" | "hostname">>) => ({
  DATABASE_URL: Object.assign(new URL(cluster.env["DATABASE_URL"] ?? ""), changed).href,
});

test("a program whose settings are missing or wrong prints the solution", async () => {
  const database = /^DATABASE_URL is (missing|wrong): set an address such as postgres:/;
  await refuses({ DATABASE_URL: "" }, database, ["migrate", ...SHOP]);
  for (const url of ["mysql://a:s3cret@b/c", "s3cret"]) await refuses({ DATABASE_URL: url }, database);
  await refuses({ PAYMENTS_SECRET_KEY: "" }, /secretKey.*PAYMENTS_SECRET_KEY/, SHOP);
  await refuses({ PAYMENTS_PUBLIC_KEY: "" }, /publicKey.*PAYMENTS_PUBLIC_KEY/);
  await refuses({ PUBLIC_URL: "shop" }, /^PUBLIC_URL is wrong: set an address such as https/, SHOP);
  const live = { PUBLIC_URL: "https://shop.example", TEST_MODE: "true" };
  await refuses(live, /^Remove TEST_MODE.* test payments must not count as paid$/, SHOP);
  await refuses({ PORT: cluster.one("app").env["PORT"] ?? "" }, /EADDRINUSE|port/i);
  const { code, output } = await runProgram("admin", cluster.env, ["sell"]);
  assert.equal(code, 1);
  assert.match(output, /Unknown command "sell".*npm run admin/s);
});

test("a program without its database prints the solution", async (context) => {
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.close());
  const other = String(Object(server.address()).port);
  await refuses(withDatabase({ port: other }), /\/shop can't be used.*: .*DATABASE_URL/);
  const free = String(await freePort());
  await refuses(
    withDatabase({ port: free }),
    /^The database 127.0.0.1:\d+\/shop .* start PostgreSQL or correct/,
  );
  await refuses(withDatabase({ password: "s3cret" }), /user or password are wrong: correct DATABASE_URL/);
  await refuses(withDatabase({ pathname: "/nothing" }), /\(3D000\): it has no such database: create it/);
  await refuses(withDatabase({ hostname: "database.invalid" }), /invalid.* can't be used \(E\w+\)/);
});

test("a program without its tables, or with those of another pg-boss, asks for the migration", async () => {
  await cluster.query("ALTER TABLE schema_version RENAME TO hidden");
  await refuses({}, /schema version 0, this release has 1: run "npm run migrate"/, SHOP);
  await cluster.query("ALTER TABLE hidden RENAME TO schema_version");
  await cluster.query("UPDATE pgboss.version SET version = version + 1");
  await refuses({}, /tables of pg-boss have another version .*: run "npm run migrate"/, SHOP);
  await cluster.query("UPDATE pgboss.version SET version = version - 1");
});

test("the staff's list is printed, and a migration that runs again changes nothing", async () => {
  const list = await runProgram("admin", cluster.env);
  assert.equal(list.code, 0);
  assert.match(list.output, /\n0 failed jobs, 0 payments to check, 0 orders put aside$/);
  const migration = await runProgram("migrate", cluster.env);
  assert.deepEqual(migration, { code: 0, output: "The database is up to date" });
});
