import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { freePort } from "../local/free-port.ts";
import { runProgram } from "../local/processes.ts";
import { Cluster } from "./cluster.ts";
import { begin, order, retry, shown } from "./customer.ts";

/** The programs that sell, beside the migration. */
const SHOP_MAINS = ["app", "worker", "admin"];

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({ apps: 1, workers: 0 });
});
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

const withDatabase = (change: (url: URL) => void): string => {
  const url = new URL(cluster.env["DATABASE_URL"] ?? "");
  change(url);
  return url.href;
};

describe("a program that can't start prints the solution", () => {
  test("without DATABASE_URL, or with one that is not a PostgreSQL URL", async () => {
    const missing = /^DATABASE_URL is missing: set an address such as postgres:/;
    await refuses({ DATABASE_URL: "" }, missing, ["migrate", ...SHOP_MAINS]);
    await refuses(
      { DATABASE_URL: "mysql://a:s3cret@b/c" },
      /^DATABASE_URL is wrong: set an address such as postgres:/,
    );
    await refuses({ DATABASE_URL: "s3cret" }, /^DATABASE_URL is wrong/);
  });

  test("without a PostgreSQL server", async () => {
    const port = String(await freePort());
    const url = withDatabase((address) => {
      address.port = port;
    });
    await refuses(
      { DATABASE_URL: url },
      new RegExp(`^The database 127.0.0.1:${port}/shop .* start PostgreSQL or correct`),
    );
  });

  test("with another server on the port", async (context) => {
    const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    context.after(() => server.close());
    const { port } = Object(server.address());
    const url = withDatabase((address) => {
      address.port = String(port);
    });
    await refuses({ DATABASE_URL: url }, /^The database 127.0.0.1:\d+\/shop can't be used.*: .*DATABASE_URL/);
  });

  test("with a wrong password, user or database", async () => {
    const wrong = (change: (url: URL) => void) => ({ DATABASE_URL: withDatabase(change) });
    const password = wrong((url) => {
      url.password = "s3cret";
    });
    await refuses(password, /user or password are wrong: correct DATABASE_URL/);
    const database = wrong((url) => {
      url.pathname = "/nothing";
    });
    await refuses(database, /\/nothing can't be used \(3D000\): it has no such database: create it/);
    const host = wrong((url) => {
      url.hostname = "database.invalid";
    });
    await refuses(host, /database\.invalid.* can't be used \(E\w+\)/);
  });

  test("without a setting of the gateway", async () => {
    await refuses({ PAYMENTS_SECRET_KEY: "" }, /secretKey.*PAYMENTS_SECRET_KEY/, SHOP_MAINS);
    await refuses({ PAYMENTS_PUBLIC_KEY: "" }, /publicKey.*PAYMENTS_PUBLIC_KEY/);
    await refuses({ PUBLIC_URL: "shop" }, /^PUBLIC_URL is wrong: set an address such as https/, [
      "app",
      "worker",
    ]);
  });

  test("with test payments that count as paid behind https, where a shop is live", async () => {
    const live = { PUBLIC_URL: "https://shop.example", TEST_MODE: "true" };
    await refuses(live, /^Remove TEST_MODE: .* test payments must not count as paid$/, SHOP_MAINS);
  });

  test("with a port in use, and with an unknown command", async () => {
    const taken = cluster.programs[0]?.env["PORT"] ?? "";
    await refuses({ PORT: taken }, /EADDRINUSE|port/i);
    const { code, output } = await runProgram("admin", cluster.env, ["sell"]);
    assert.equal(code, 1);
    assert.match(output, /Unknown command "sell".*npm run admin/s);
  });

  test("before the first migration, and when pg-boss has another version", async () => {
    await cluster.query("ALTER TABLE schema_version RENAME TO hidden");
    await refuses({}, /schema version 0, this release knows 1: run "npm run migrate"/, SHOP_MAINS);
    await cluster.query("ALTER TABLE hidden RENAME TO schema_version");
    const [version] = await cluster.query<{ version: number }>("SELECT version FROM pgboss.version");
    await cluster.query("UPDATE pgboss.version SET version = version + 1");
    const pgBoss = /tables of pg-boss have another version than this release needs: run "npm run migrate"/;
    await refuses({}, pgBoss, SHOP_MAINS);
    await cluster.query("UPDATE pgboss.version SET version = $1", [version?.version]);
  });
});

test("each scheduled job runs every minute, and only once at a time", async () => {
  const schedules = await cluster.query("SELECT name, cron, key FROM pgboss.schedule ORDER BY name, key");
  const expected = [
    "audit",
    "maintenance",
    "reconciliation",
    "reconciliation",
    "reconciliation",
    "reconciliation",
  ];
  assert.deepEqual(
    schedules,
    expected.map((name, index) => ({ name, cron: "* * * * *", key: index < 2 ? "" : String(index - 1) })),
  );
  assert.equal((await runProgram("admin", cluster.env, ["reconcile"])).code, 0);
  await Promise.all([1, 2].map(() => cluster.admin("reconcile")));
  const jobs = await cluster.query("SELECT name FROM pgboss.job WHERE state = 'created' ORDER BY name");
  assert.deepEqual(
    jobs,
    ["1", "2", "3", "4"].map(() => ({ name: "reconciliation" })),
  );
});

test("the staff's list is printed", async () => {
  const { code, output } = await runProgram("admin", cluster.env);
  assert.equal(code, 0);
  assert.match(output, /^open payments: .*\n0 failed jobs, 0 payments to refund or check$/);
});

test("a migration that runs again changes nothing", async () => {
  const { code, output } = await runProgram("migrate", cluster.env);
  assert.deepEqual({ code, output }, { code: 0, output: "The database is up to date" });
});

test("an app without its database logs that, responds 500, and continues when it is back", async () => {
  await cluster.add("worker");
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  await cluster.postgres.kill();
  await assert.rejects(order(cluster, 1), /500/);
  await cluster.sandbox.pay(token);
  assert.deepEqual(cluster.sandbox.deliveries.at(-1)?.status, 500);
  await cluster.postgres.restart();
  await retry("Ordering again", () => order(cluster, 1));
  await cluster.sandbox.redeliver(cluster.sandbox.deliveries.at(-1)?.id ?? "");
  await shown(cluster, id, ({ code }) => code !== null);
});
