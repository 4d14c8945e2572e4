import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startCluster, vanish } from "./cluster.ts";
import { begin, isFulfilled, order, retry, shown } from "./customer.ts";

const cluster = await startCluster({
  apps: 1,
  workers: 2,
  deliver: vanish,
  env: { KEEP_MONTHS: "12" },
});
after(() => cluster[Symbol.asyncDispose]());

test("every minute, lost notifications are found, and what was paid is audited a day later", async () => {
  const withoutToken = await order(cluster, 1);
  const ids = await Promise.all(Array.from({ length: 30 }, () => order(cluster, 1)));
  for (const id of ids) await cluster.sandbox.pay(await begin(cluster, id));
  await cluster.query("UPDATE checkouts SET audit_at = now() WHERE audit_at IS NOT NULL");
  // The schedule of this minute is due once more.
  await cluster.query("DELETE FROM pgboss.job WHERE name = '__pgboss__send-it' AND state = 'completed'");
  for (const id of ids) await shown(cluster, id, isFulfilled);
  const due = "SELECT FROM checkouts WHERE audit_at < now() + interval '23 hours'";
  assert.deepEqual(await cluster.query(due), []);
  assert.ok(!cluster.sandbox.requests.some(({ path }) => path.includes(withoutToken)));
});

test("ended jobs are deleted after an hour", async () => {
  const ended = "pgboss.job WHERE name = 'fulfillment' AND state = 'completed'";
  await retry("Ending jobs", async () =>
    assert.notDeepEqual(await cluster.query(`SELECT FROM ${ended}`), []),
  );
  await cluster.query(
    "UPDATE pgboss.job SET completed_on = now() - interval '61 minutes' WHERE name = 'fulfillment' AND state = 'completed'",
  );
  await retry("Deleting them", async () => {
    // Again each time, because a run that began before may set the next one a minute ahead.
    await cluster.query("UPDATE pgboss.queue SET maintain_on = now() - interval '1 minute'");
    assert.deepEqual(await cluster.query(`SELECT FROM ${ended}`), []);
  });
});

test("more orders than one run can audit are audited by the next ones, and no run fails", async () => {
  // Each minute begins several runs, and each of them audits about 50 orders in its second.
  const ORDERS = 600;
  const jobs = (condition: string) =>
    cluster.query(`SELECT FROM pgboss.job WHERE name = 'audit' AND ${condition}`);
  // A second is left of 31.
  await cluster.query("UPDATE pgboss.queue SET expire_seconds = 31 WHERE name = 'audit'");
  await retry("Ending the runs with the usual limit", async () =>
    assert.deepEqual(await jobs("state < 'completed'"), []),
  );
  await cluster.query(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE UPDATE OF audits ON checkouts FOR EACH ROW EXECUTE FUNCTION slow()`);
  await cluster.query(
    `WITH placed AS (
       INSERT INTO orders (product, quantity, amount, currency)
       SELECT 'ticket', 1, 1290, 'EUR' FROM generate_series(1, ${ORDERS}) RETURNING id)
     INSERT INTO checkouts (order_id, audit_at) SELECT id, now() FROM placed`,
  );
  const due = async () => (await cluster.query("SELECT FROM checkouts WHERE audit_at <= now()")).length;
  await cluster.passMinute();
  await retry("Ending by itself", async () => {
    assert.ok((await due()) < ORDERS);
    assert.deepEqual(await jobs("state < 'completed'"), []);
  });
  assert.notEqual(await due(), 0);
  await cluster.query("DROP TRIGGER slow ON checkouts");
  await retry("Going on", async () => {
    await cluster.passMinute();
    assert.equal(await due(), 0);
  });
  const failed = await cluster.query<{ output: unknown }>(
    "SELECT output FROM pgboss.job WHERE name = 'audit' AND state = 'failed' AND expire_seconds = 31",
  );
  // A gateway on a busy machine may take longer.
  const others = failed.filter(({ output }) => !JSON.stringify(output).includes("5000 ms"));
  assert.deepEqual(others, []);
});

test("orders are deleted when they have been kept for long enough, unless their money has to be looked at", async () => {
  const place = async (months: number, settledAt: string): Promise<string> => {
    // One statement, because an earlier run may still delete.
    const [{ id } = assert.fail()] = await cluster.query<{ id: string }>(
      `WITH placed AS (
         INSERT INTO orders (id, product, quantity, amount, currency)
         VALUES (new_id(interval '-${months} months'), 'ticket', 1, 1290, 'EUR') RETURNING id)
       INSERT INTO reviews (key, order_id, reason, message, settled_at)
       SELECT id, id, 'mismatch', '', ${settledAt} FROM placed RETURNING order_id AS id`,
    );
    return id;
  };
  const [gone, open, kept] = [await place(13, "now()"), await place(13, "NULL"), await place(11, "now()")];
  await cluster.passMinute();
  await retry("Deleting it", async () => {
    const left = "SELECT id FROM orders JOIN reviews ON order_id = id WHERE id IN ($1, $2, $3) ORDER BY id";
    assert.deepEqual(await cluster.query(left, [gone, open, kept]), [{ id: open }, { id: kept }]);
  });
});
