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
    env: { KEEP_MONTHS: "12" },
  });
});
after(() => cluster[Symbol.asyncDispose]());

test("every minute, lost notifications are found, without anyone's command", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => order(cluster, 1)));
  for (const id of ids) await cluster.sandbox.pay(await begin(cluster, id));
  await cluster.passTime();
  for (const id of ids) await shown(cluster, id, ({ code }) => code !== null);
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

const health = async () => {
  const response = await fetch(`${cluster.addresses("worker")[0]}/health`);
  return { status: response.status, body: await response.text() };
};

test("a gateway that is down fails the check of open payments, which the staff and the monitoring see", async () => {
  await cluster.query("DELETE FROM checkouts");
  await begin(cluster, await order(cluster, 1));
  await retry("Being healthy", async () => assert.equal((await health()).status, 200));
  cluster.sandbox.failNext({ status: 503, times: 1 });
  await cluster.passTime();
  await retry("Failing", async () => {
    assert.match(await cluster.admin(), /^failed: scheduled reconciliation .*503/m);
    const { status, body } = await health();
    assert.equal(status, 503);
    assert.match(body, /reconciliation .*503/);
  });
  await cluster.admin("reconcile");
  await retry("Being healthy again", async () => assert.equal((await health()).status, 200));
});

test("more open payments than one run can check are checked by the next ones, and no run fails", async () => {
  // Each minute, and the command, begin several runs; each of them checks about 50 in its second.
  const OPEN = 800;
  const jobs = (condition: string) =>
    cluster.query(`SELECT FROM pgboss.job WHERE name = 'reconciliation' AND ${condition}`);
  // A second is left of 31.
  await cluster.query("UPDATE pgboss.queue SET expire_seconds = 31 WHERE name = 'reconciliation'");
  await retry("Ending the runs with the usual limit", async () =>
    assert.deepEqual(await jobs("state < 'completed'"), []),
  );
  const token = await begin(cluster, await order(cluster, 1));
  cluster.gatewayNetwork.delay(500);
  await cluster.query(
    `INSERT INTO checkouts (order_id, claim, token, redirect_url, next_check_at)
     SELECT uuidv7(), gen_random_uuid(), $1, '', now() FROM generate_series(1, ${OPEN})`,
    [token],
  );
  const due = async () =>
    (
      await cluster.query<{ due: number }>(
        "SELECT count(*)::int AS due FROM checkouts WHERE next_check_at <= now()",
      )
    )[0]?.due;
  await cluster.admin("reconcile");
  await retry("Ending by itself", async () => {
    assert.notEqual(await due(), OPEN);
    assert.deepEqual(await jobs("state < 'completed'"), []);
  });
  assert.notEqual(await due(), 0);
  cluster.gatewayNetwork.delay(0);
  await retry("Going on", async () => {
    await cluster.passMinute();
    assert.equal(await due(), 0);
  });
  assert.deepEqual(await jobs("state = 'failed' AND expire_seconds = 31"), []);
  await cluster.query("DELETE FROM checkouts");
});

test("orders are deleted when they have been kept for long enough, unless their money has to be looked at", async () => {
  const place = async (months: number, settledAt: string): Promise<string> => {
    const [{ id } = assert.fail()] = await cluster.query<{ id: string }>(
      `SELECT uuidv7(interval '-${months} months') AS id`,
    );
    await cluster.query("INSERT INTO notifications (order_id, key, body) VALUES ($1, 'k', '{}')", [id]);
    await cluster.query(
      `INSERT INTO decisions (order_id, key, decision, settled_at) VALUES ($1, 'k', 'mismatch', ${settledAt})`,
      [id],
    );
    await cluster.query(
      "INSERT INTO orders (id, product, quantity, amount, currency) VALUES ($1, 'ticket', 1, 1290, 'EUR')",
      [id],
    );
    return id;
  };
  const [gone, open, kept] = [await place(13, "now()"), await place(13, "NULL"), await place(11, "now()")];
  await cluster.passTime();
  for (const [table, id] of [
    ["orders", "id"],
    ["notifications", "order_id"],
    ["decisions", "order_id"],
  ]) {
    await retry("Deleting it", async () => {
      const rows = await cluster.query<{ id: string }>(
        `SELECT ${id} AS id FROM ${table} WHERE ${id} IN ($1, $2, $3) ORDER BY id`,
        [gone, open, kept],
      );
      assert.deepEqual(
        rows.map((row) => row.id),
        [open, kept],
      );
    });
  }
});
