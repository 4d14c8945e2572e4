import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { type Role, startCluster } from "./cluster.ts";
import { ask, begin, isFulfilled, order, paidOrder, redeliver, retry, shown } from "./customer.ts";

const cluster = await startCluster({ apps: 1, workers: 1 });
after(() => cluster[Symbol.asyncDispose]());

async function get(path: string, role: Role = "worker", index = 0) {
  const response = await fetch(cluster.addresses(role)[index] + path);
  return { status: response.status, body: await response.text() };
}

/** Waits until a metric has a value, because it is counted after its order, and a slow database has no gauges for a moment. */
const measured = (name: string, value: number, role: Role = "worker") =>
  retry(`Measuring ${name}`, async () => {
    const { body } = await get("/metrics", role);
    const line = body.split("\n").find((each) => each.startsWith(`${name} `));
    assert.equal(Number(line?.slice(name.length)), value);
  });

test("`/metrics` has what was done, what waits and for how long", async () => {
  await paidOrder(cluster);
  await begin(cluster, await order(cluster, 1));
  await measured("shop_orders_total", 2, "app");
  await measured('shop_notifications_total{status="200"}', 1, "app");
  await measured('shop_jobs_total{queue="fulfillment",result="completed"}', 1);
  for (const name of ["shop_jobs_waiting", "shop_job_longest_wait_seconds", "shop_schedules_failed"])
    await measured(name, 0);
  await retry("Auditing", async () =>
    assert.match((await get("/metrics")).body, /^shop_audit_age_seconds \d/m),
  );
});

test("50 000 jobs that were given up are a number and the newest twenty", async () => {
  // Each error is so long that no machine could write 50 000 lines with it in the four seconds of a statement.
  const insert = "INSERT INTO pgboss.job (name, data, source_output)";
  await cluster.query(
    `${insert} VALUES ('dead-letters', '{}', json_build_object('message', repeat('x', 50000)))`,
  );
  await cluster.query(
    `${insert} SELECT name, data, source_output FROM pgboss.job, generate_series(1, 49999) WHERE name = 'dead-letters'`,
  );
  await measured("shop_jobs_given_up", 50_000);
  const list = await cluster.admin();
  assert.match(list, /^failed: 49980 older ones$/m);
  assert.ok(list.length < 50_000);
  await cluster.query("DELETE FROM pgboss.job WHERE name = 'dead-letters'");
});

test("a database host that vanishes is noticed, and after a failover app and worker go on in seconds", async () => {
  await order(cluster, 1);
  cluster.network.freeze();
  const ready = await ask(cluster, "GET", "/ready");
  assert.equal(ready.status, 503);
  await assert.rejects(order(cluster, 1), /500/);
  await wait(3000);
  cluster.network.heal();
  const healedAt = performance.now();
  const id = await retry("Ordering", () => order(cluster, 1));
  await cluster.sandbox.pay(await retry("Starting to pay", () => begin(cluster, id)));
  await redeliver(cluster);
  await shown(cluster, id, isFulfilled);
  const seconds = (performance.now() - healedAt) / 1000;
  assert.ok(seconds < 120, `${seconds} s`);
});

/** Seconds until 20 orders are paid and fulfilled. */
async function secondsOf20(): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => paidOrder(cluster)));
  return (performance.now() - startedAt) / 1000;
}

test("an order that is locked delays no other order", async () => {
  const usual = await secondsOf20();
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  const lock = new Client({ connectionString: cluster.postgres.url });
  await lock.connect();
  await lock.query("BEGIN");
  await lock.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [id]);
  const paying = cluster.sandbox.pay(token);
  // An order that waits for the lock waits for two seconds, so 20 in turn take 40 more.
  assert.ok((await secondsOf20()) < usual + 35);
  assert.equal((await shown(cluster, id, () => true)).paid, false);
  await lock.end();
  await paying;
  await redeliver(cluster);
  await shown(cluster, id, isFulfilled);
});
