import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { type Role, startCluster } from "./cluster.ts";
import { ask, begin, isFulfilled, listed, order, paidOrder, retry, shown, strangeToken } from "./customer.ts";

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

/** Waits until a worker is healthy. @returns what it found. */
const healthy = (index = 0) =>
  retry("Being healthy", async () => {
    const { status, body } = await get("/health", "worker", index);
    assert.equal(status, 200, body);
    return JSON.parse(body);
  });

test("a worker whose clock is wrong by twenty minutes has the same health", async () => {
  for (const shift of [-1_200_000, 1_200_000]) {
    const code = `const now = Date.now.bind(Date); Date.now = () => now() + ${shift}`;
    await cluster.add("worker", ["--import", `data:text/javascript,${encodeURIComponent(code)}`]);
  }
  for (const index of [0, 1, 2]) {
    const { auditedAgo } = await healthy(index);
    assert.ok(auditedAgo >= 0 && auditedAgo < 300, auditedAgo);
  }
  for (const { program } of cluster.programs.splice(2)) await program.end();
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

test("a wrong payment and a failed fulfillment are gauges and lines for the staff, and `retry` runs the job again", async () => {
  await cluster.sandbox.pay(await strangeToken(cluster, await order(cluster, 1), 7));
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 0 WHERE name = 'fulfillment'");
  await cluster.query("UPDATE products SET stock = 0");
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await listed(cluster, new RegExp(`^failed: fulfillment .*${id}.*The stock of`, "m"));
  assert.equal((await shown(cluster, id, () => true)).paid, true);
  assert.match(await cluster.admin(), /^money: mismatch /m);
  await measured("shop_reviews_open", 1);
  await measured("shop_jobs_given_up", 1);
  assert.deepEqual((await healthy()).problems, [], "the machine works");
  await cluster.query("INSERT INTO findings VALUES ($1, 'difference', 'it is not fulfilled')", [id]);
  assert.match(await cluster.admin("settled", id), /^1 of 1/, "but it must still be fulfilled");
  await cluster.query("UPDATE products SET stock = 1000");
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 12 WHERE name = 'fulfillment'");
  assert.match(await cluster.admin("retry"), /^1 job/);
  await shown(cluster, id, isFulfilled);
  assert.match(await cluster.admin(), /0 failed jobs/);
});

test("while the database is down, metrics are there, health fails, and errors are a line a minute", async () => {
  await cluster.postgres.kill();
  for (let requests = 0; requests < 20; requests += 1)
    assert.equal((await ask(cluster, "POST", "/orders", { product: "ticket", quantity: 1 })).status, 500);
  await measured("shop_database_up", 0);
  await measured('shop_jobs_total{queue="fulfillment",result="completed"}', 2);
  assert.deepEqual(await get("/health"), {
    status: 503,
    body: '{"problems":["The database does not answer"]}',
  });
  await cluster.postgres.restart();
  await healthy();
  for (const { program } of cluster.programs) {
    const lines = program.log.filter((line) => !/^ +at /.test(line));
    assert.ok(lines.length < 12, lines.join("\n"));
    assert.ok(lines.filter((line) => line.startsWith("A request was answered 500: ")).length <= 1);
  }
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

test("the longest waiting job counts, not one that is retried before it", async () => {
  await cluster.one("worker").program.end();
  for (const queue of ["fulfillment", "refunds"]) {
    // The database may still give a job to the worker that was killed.
    await retry(`Counting how long ${queue} waits`, async () => {
      await cluster.query("DELETE FROM pgboss.job WHERE name = $1", [queue]);
      await cluster.query(
        `INSERT INTO pgboss.job (name, state, data, created_on, start_after) VALUES
         ($1, 'retry', '{}', now() - interval '20 minutes', now()),
         ($1, 'created', '{}', now() - interval '10 minutes', now() - interval '10 minutes')`,
        [queue],
      );
      const waited = /oldest waiting job (\d+) s/.exec(await cluster.admin())?.[1];
      assert.ok(Number(waited) >= 600, `${queue} ${waited}`);
    });
    await cluster.query("DELETE FROM pgboss.job WHERE name = $1", [queue]);
  }
  await cluster.revive(cluster.one("worker"));
});

/** Its clock was ahead, and is right again. */
async function getOverClock(days: string): Promise<void> {
  const { program } = cluster.one("worker");
  await program.end();
  const [fulfilled, unheard] = [await order(cluster, 1), await order(cluster, 1)];
  for (const id of [fulfilled, unheard]) await cluster.sandbox.pay(await begin(cluster, id));
  await cluster.query("UPDATE orders SET paid_by = NULL WHERE id = $1", [unheard]);
  for (const [table, ...columns] of [
    ["pgboss.version", "cron_on"],
    ["pgboss.queue", "monitor_on", "maintain_on"],
    ["pgboss.job", "start_after", "completed_on"],
    ["checkouts", "audit_at"],
  ])
    for (const column of columns)
      await cluster.query(`UPDATE ${table} SET ${column} = now() + interval '${days}'`);
  assert.match(await cluster.admin(), /no audit in the last hour/);
  await cluster.revive(cluster.one("worker"));
  await shown(cluster, fulfilled, isFulfilled);
  await shown(cluster, unheard, ({ paid }) => paid);
  await healthy();
}

test("when the clock of the database was ahead, health fails, and a worker that restarts goes on", async () => {
  for (const days of ["30 days", "400 days"]) await getOverClock(days);
});

/** The gateway repeats all notifications. */
const redeliver = () =>
  retry("Being notified", async () => {
    for (const { id } of cluster.sandbox.deliveries) {
      assert.equal((await cluster.sandbox.redeliver(id))?.status, 200);
    }
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
  await redeliver();
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
  await redeliver();
  await shown(cluster, id, isFulfilled);
});

test("if every notification is refused, health fails, and not if one of them is lost", async () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const ids: string[] = [];
  const paid = async (): Promise<string> => {
    const id = await order(cluster, 1);
    await cluster.sandbox.pay(await begin(cluster, id));
    return id;
  };
  for (let orders = 0; orders < 3; orders += 1) await paidOrder(cluster);
  await cluster.restartWith("app", { PAYMENTS_PUBLIC_KEY: key });
  const later = () => cluster.query("UPDATE orders SET paid_at = paid_at - interval '2 minutes'");
  for (let orders = 0; orders < 3; orders += 1) {
    await later();
    await healthy();
    ids.push(await paid());
    await cluster.passTime();
    await shown(cluster, ids.at(-1) ?? "", isFulfilled);
  }
  await later();
  const { status, body } = await get("/health");
  assert.equal(status, 503);
  assert.match(body, /"problems":\["The newest payments were found by the audit, and none was notified"\]/);
  await cluster.restartWith("app", {});
  await redeliver();
  await healthy();
});

test("a payment that cannot be started is counted", async () => {
  const id = await order(cluster, 1);
  cluster.sandbox.failNext({ status: 503, times: 10 });
  assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 503);
  await measured('shop_failures_total{status="503"}', 1, "app");
});
