/** The table of alarms in the README of the example: for each way in which work can stop, one alarm rings. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, test } from "node:test";
import { Client } from "pg";
import { type Role, startCluster } from "./cluster.ts";
import {
  ask,
  begin,
  isFulfilled,
  order,
  paidOrder,
  redeliver,
  retry,
  shown,
  strangeToken,
} from "./customer.ts";

/** A worker looks at the age of the audit when it has run for two minutes. */
const OLD = "process.uptime = () => 1000";
/** Its clock is wrong by twenty minutes. */
const WRONG = (minutes: number) =>
  `const now = Date.now.bind(Date); Date.now = () => now() + ${minutes * 60_000}`;
const preload = (code: string) => ["--import", `data:text/javascript,${encodeURIComponent(code)}`];

const cluster = await startCluster({ apps: 1, workers: 1, flags: preload(OLD) });
after(() => cluster[Symbol.asyncDispose]());

/** What a process answers. Undefined if it does not. */
async function get(role: Role, path: string, index = 0): Promise<string | undefined> {
  const response = await fetch(`${cluster.addresses(role)[index]}${path}`).catch(() => undefined);
  return response?.text();
}

const METRICS = [
  'shop_failures_total{status="503"}',
  "shop_jobs_given_up",
  "shop_reviews_open",
  "shop_orders_unreadable",
];

/** The requests that failed before, because an alarm rings only if there are more. */
let failures = 0;

async function ringing(worker = 0): Promise<string[]> {
  const health = await get("worker", "/health", worker);
  const problems: string[] = health ? JSON.parse(health).problems : ["/health of no worker answers"];
  const live = await get("app", "/live");
  const lines = `${await get("app", "/metrics")}\n${await get("worker", "/metrics")}`.split("\n");
  const measured = METRICS.filter((name, index) => {
    const value = Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
    return value > (index === 0 ? failures : 0);
  });
  return [...problems, ...(live ? [] : ["/live of no app answers"]), ...measured];
}

/** Waits until exactly this alarm rings, or none. */
const rings = (...alarms: readonly string[]) =>
  retry(`Ringing ${alarms}`, async () => {
    const found = await ringing();
    assert.equal(found.length, alarms.length, found.join());
    for (const [index, alarm] of alarms.entries()) assert.ok(found[index]?.startsWith(alarm), found.join());
  });

/** Lets the database take no changes, or take them again. */
const setReadOnly = (isReadOnly: boolean) =>
  cluster.query(`
    BEGIN READ WRITE;
    ALTER DATABASE shop SET default_transaction_read_only = ${isReadOnly};
    UPDATE pgboss.job SET completed_on = completed_on - interval '10 minutes' WHERE ${isReadOnly};
    COMMIT;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = 'shop' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);

const fulfillmentQueue = (stock: number, retryLimit: number) =>
  cluster.query(`UPDATE products SET stock = ${stock};
    UPDATE pgboss.queue SET retry_limit = ${retryLimit} WHERE name = 'fulfillment'`);

const revive = (role: Role) => cluster.revive(cluster.one(role));
const lock = () => new Client({ connectionString: cluster.postgres.url });
let locked = lock();
/** An order that a row is about. */
let id = "";

async function pay(): Promise<void> {
  id = await retry("Ordering", () => order(cluster, 1));
  await cluster.sandbox.pay(await retry("Starting to pay", () => begin(cluster, id)));
}

/** What stops, the alarm that rings, and what starts it again. */
const ROWS: Readonly<Record<string, readonly [stop: () => unknown, alarm: string, start: () => unknown]>> = {
  "the database does not answer": [
    async () => {
      await cluster.postgres.kill();
      for (let requests = 0; requests < 20; requests += 1)
        assert.equal((await ask(cluster, "POST", "/orders", { product: "ticket", quantity: 1 })).status, 500);
    },
    "The database does not answer",
    async () => {
      assert.match((await get("worker", "/metrics")) ?? "", /^shop_database_up 0$/m);
      await cluster.postgres.restart();
      for (const { program } of cluster.programs) {
        const lines = program.log.filter((line) => !/^ +at /.test(line));
        assert.ok(lines.length < 12, lines.join("\n"));
        assert.ok(lines.filter((line) => line.startsWith("A request was answered 500: ")).length <= 1);
      }
    },
  ],
  "the database takes no changes": [
    () => setReadOnly(true),
    "No audit has succeeded for five minutes",
    () => setReadOnly(false),
  ],
  "its clock was ahead": [
    () => cluster.setAhead("30 days"),
    "No audit has succeeded for five minutes",
    () => cluster.restart("worker"),
  ],
  "no worker runs": [
    () => cluster.one("worker").program.end(),
    "/health of no worker answers",
    () => revive("worker"),
  ],
  "no app runs": [() => cluster.one("app").program.end(), "/live of no app answers", () => revive("app")],
  "workers take no jobs": [
    async () => {
      await cluster.one("worker").program.end();
      // The second waits for its next attempt, and was not late.
      await cluster.query(`INSERT INTO pgboss.job (name, state, data, created_on, start_after) VALUES
        ('refunds', 'created', '{}', now() - interval '10 minutes', now() - interval '10 minutes'),
        ('refunds', 'retry', '{}', now() - interval '20 minutes', now() + interval '10 minutes')`);
      locked = lock();
      await locked.connect();
      await locked.query("BEGIN; SELECT FROM pgboss.job WHERE name = 'refunds' FOR UPDATE");
      await revive("worker");
    },
    "The oldest job has waited for 6",
    async () => {
      await locked.query("DELETE FROM pgboss.job WHERE name = 'refunds'; COMMIT");
      await locked.end();
    },
  ],
  "the gateway does not answer the workers": [
    async () => {
      await begin(cluster, await order(cluster, 1));
      cluster.gatewayNetwork.freeze();
      await cluster.passTime();
    },
    "The last run failed: audit",
    async () => {
      assert.match(await cluster.admin(), /^failed: scheduled audit .*5000 ms/m);
      assert.deepEqual(await cluster.query("SELECT FROM findings"), [], "no order is put aside");
      cluster.gatewayNetwork.heal();
      await cluster.passTime();
    },
  ],
  "notifications are refused": [
    async () => {
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
      for (let orders = 0; orders < 3; orders += 1) await paidOrder(cluster);
      await cluster.restartWith("app", { PAYMENTS_PUBLIC_KEY: key });
      for (let orders = 0; orders < 3; orders += 1) {
        // One or two that are lost are no reason for an alarm.
        await rings();
        await pay();
        await cluster.passTime();
        await shown(cluster, id, isFulfilled);
        await cluster.query("UPDATE orders SET paid_at = paid_at - interval '2 minutes'");
      }
    },
    "The newest payments were found by the audit, and none was notified",
    async () => {
      await cluster.restartWith("app", {});
      await redeliver(cluster);
    },
  ],
  "payments cannot be started": [
    async () => {
      const open = await order(cluster, 1);
      cluster.sandbox.failNext({ status: 503, times: 10 });
      assert.equal((await ask(cluster, "POST", `/orders/${open}/pay`)).status, 503);
    },
    'shop_failures_total{status="503"}',
    async () => {
      failures = 1;
      await cluster.sandbox.act("cancel-plan", {});
    },
  ],
  "a fulfillment fails for half an hour": [
    async () => {
      await fulfillmentQueue(0, 0);
      await pay();
    },
    "shop_jobs_given_up",
    async () => {
      assert.match(await cluster.admin(), new RegExp(`^failed: fulfillment .*${id}.*The stock of`, "m"));
      await cluster.query("INSERT INTO findings VALUES ($1, 'difference', 'it is not fulfilled')", [id]);
      assert.match(await cluster.admin("settled", id), /^1 of 1/, "but it must still be fulfilled");
      await fulfillmentQueue(1000, 12);
      assert.match(await cluster.admin("retry"), /^1 job/);
      await shown(cluster, id, isFulfilled);
    },
  ],
  "money needs a manual review": [
    async () => cluster.sandbox.pay(await strangeToken(cluster, await order(cluster, 1), 7)),
    "shop_reviews_open",
    async () => {
      assert.match(await cluster.admin(), /^money: mismatch /m);
      await cluster.query("UPDATE reviews SET settled_at = now()");
    },
  ],
  "an order cannot be read at the gateway": [
    async () => {
      id = await order(cluster, 1);
      const values = "($1, 'unreadable', 'it cannot be read', now() - interval '6 minutes')";
      await cluster.query(`INSERT INTO findings VALUES ${values}`, [id]);
    },
    "shop_orders_unreadable",
    async () => assert.match(await cluster.admin("settled", id), /^1 of 1/),
  ],
};

test("each way in which work can stop rings one alarm, and none rings if all is well", async (context) => {
  await rings();
  for (const [what, [stop, alarm, start]] of Object.entries(ROWS)) {
    await context.test(what, async () => {
      await stop();
      await rings(alarm);
      await start();
      await rings();
    });
  }
});

test("a worker whose clock is wrong by twenty minutes rings no alarm", async () => {
  for (const minutes of [-20, 20]) await cluster.add("worker", preload(`${OLD}; ${WRONG(minutes)}`));
  for (const index of [1, 2]) assert.deepEqual(await ringing(index), []);
});
