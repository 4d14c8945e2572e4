import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Cluster } from "./cluster.ts";
import { begin, order, retry, shown } from "./customer.ts";

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({
    apps: 1,
    workers: 2,
    deliver: async () => new Response(null, { status: 502 }),
  });
});
after(() => cluster[Symbol.asyncDispose]());

test("every minute, lost notifications are found and the next month is prepared, without anyone's command", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => order(cluster, 1)));
  for (const id of ids) await cluster.sandbox.pay(await begin(cluster, id));
  const [last] = await cluster.query<{ name: string }>(
    "SELECT max(inhrelid::regclass::text) AS name FROM pg_inherits WHERE inhparent = 'notifications'::regclass AND inhrelid::regclass::text <> 'notifications_others'",
  );
  await cluster.query(`DROP TABLE ${last?.name}`);
  await cluster.passTime();
  for (const id of ids) await shown(cluster, id, ({ code }) => code !== null);
  await retry("Preparing the next month", async () => {
    const [found] = await cluster.query("SELECT to_regclass($1) AS name", [last?.name]);
    assert.deepEqual(found, last);
  });
});

test("ended jobs are deleted after an hour", async () => {
  const ended = "pgboss.job WHERE name = 'payments' AND state = 'completed'";
  assert.notDeepEqual(await cluster.query(`SELECT FROM ${ended}`), []);
  await cluster.query(
    "UPDATE pgboss.job SET completed_on = now() - interval '61 minutes' WHERE name = 'payments' AND state = 'completed'",
  );
  await cluster.query("UPDATE pgboss.queue SET maintain_on = maintain_on - interval '1 minute'");
  await retry("Deleting them", async () => assert.deepEqual(await cluster.query(`SELECT FROM ${ended}`), []));
});

test("a notified payment is polled no more", async () => {
  await retry("Closing all tokens", async () =>
    assert.deepEqual(await cluster.query("SELECT FROM checkouts"), []),
  );
});

test("one 404 of a token does not hide its payment; only an hour of them does", async () => {
  const [paid, gone] = [await order(cluster, 1), await order(cluster, 1)];
  const tokens = [await begin(cluster, paid), await begin(cluster, gone)];
  await cluster.sandbox.pay(tokens[0] ?? "");
  await cluster.query("UPDATE checkouts SET token = 'unknown' WHERE order_id = $1", [gone]);
  cluster.sandbox.failNext({ status: 404, times: 2 });
  await cluster.admin("reconcile");
  await retry("Being told 404", async () => {
    const missing = await cluster.query("SELECT FROM checkouts WHERE missing_since IS NOT NULL");
    assert.equal(missing.length, 2);
  });
  await cluster.query("UPDATE checkouts SET missing_since = missing_since - interval '61 minutes'");
  await cluster.admin("reconcile");
  await shown(cluster, paid, ({ code }) => code !== null);
  await retry("Giving the other up", async () =>
    assert.deepEqual(await cluster.query("SELECT FROM checkouts"), []),
  );
  assert.notEqual(await begin(cluster, gone), tokens[1], "its order can be paid with a new one");
});

test("a scheduled job that fails is seen by the staff and by the monitoring", async () => {
  const health = async () => {
    const response = await fetch(`${cluster.addresses("worker")[0]}/health`);
    return { status: response.status, body: await response.text() };
  };
  assert.equal((await health()).status, 200);
  await cluster.query("ALTER TABLE checkouts RENAME redirect_url TO hidden");
  await cluster.admin("reconcile");
  await retry("Failing", async () => {
    assert.match(await cluster.admin(), /^failed: scheduled reconciliation .*redirect_url.* does not exist/m);
  });
  const { status, body } = await health();
  assert.equal(status, 503);
  assert.match(body, /redirect_url.* does not exist/);
  await cluster.query("ALTER TABLE checkouts RENAME hidden TO redirect_url");
  await cluster.admin("reconcile");
  await retry("Being healthy again", async () => assert.equal((await health()).status, 200));
});
