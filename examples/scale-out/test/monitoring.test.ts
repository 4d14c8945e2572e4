import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { runProgram } from "../local/processes.ts";
import { Cluster } from "./cluster.ts";
import { begin, order, retry, shown } from "./customer.ts";

const MINUTES = 60_000;

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({ apps: 1, workers: 1 });
});
after(() => cluster[Symbol.asyncDispose]());

async function get(path: string, role: "app" | "worker" = "worker", index = 0) {
  const response = await fetch(cluster.addresses(role)[index] + path);
  return { status: response.status, body: await response.text() };
}

test("a worker whose clock is wrong by twenty minutes tells the same health", async () => {
  for (const shift of [-20, 20]) {
    await cluster.add("worker", {
      flags: ["--import", "./test/shift-clock.ts"],
      env: { CLOCK_SHIFT: String(shift * MINUTES) },
    });
  }
  await retry("Being healthy", async () => assert.equal((await get("/health")).status, 200));
  for (const index of [1, 2]) {
    const { status, body } = await get("/health", "worker", index);
    assert.equal(status, 200, body);
    const { reconciledAgo } = JSON.parse(body);
    assert.ok(reconciledAgo >= 0 && reconciledAgo < 300, body);
  }
  for (const [index, { role, program }] of cluster.programs.entries()) {
    if (role === "worker" && index > 1) await program.end();
  }
  cluster.programs.splice(2);
});

/** Prometheus' text form: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const LINE =
  /^(# TYPE [a-z_]+ (gauge|counter)|[a-z_]+(\{[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*\})? [\d.e+-]+)$/;

const metricsOf = (body: string): Map<string, number> => {
  const lines = body.trimEnd().split("\n");
  for (const line of lines) assert.match(line, LINE);
  const values = lines.filter((line) => !line.startsWith("#")).map((line) => line.split(/ (?=[^ ]*$)/));
  return new Map(values.map(([name = "", value]) => [name, Number(value)]));
};

test("`/metrics` has what was done, what waits and for how long", async () => {
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await shown(cluster, id, ({ code }) => code !== null);
  await begin(cluster, await order(cluster, 1));
  await retry("Counting them", async () => {
    const app = metricsOf((await get("/metrics", "app")).body);
    assert.equal(app.get("shop_orders_total"), 2);
    assert.equal(app.get('shop_notifications_total{new="true"}'), 1);
    const worker = metricsOf((await get("/metrics")).body);
    assert.equal(worker.get('shop_jobs_total{queue="fulfilment",result="completed"}'), 1);
    assert.equal(worker.get("shop_tokens_open"), 1);
    assert.equal(worker.get("shop_jobs_waiting"), 0);
    assert.equal(worker.get("shop_job_longest_wait_seconds"), 0);
  });
});

test("50 000 jobs that were given up are a number and the newest twenty", async () => {
  await cluster.query(
    `INSERT INTO pgboss.job (name, data, source_name, source_output)
     SELECT 'dead-letters', '{"orderId":"x","subject":"x"}', 'fulfilment', json_build_object('message', repeat('x', 5000))
     FROM generate_series(1, 50000)`,
  );
  const body = await retry("Answering", async () => {
    const answer = await get("/health");
    assert.equal(answer.status, 503);
    return answer.body;
  });
  assert.ok(body.length < 50_000, `${body.length} characters`);
  const { failedJobs } = JSON.parse(body);
  assert.deepEqual([failedJobs.count, failedJobs.newest.length], [50_000, 20]);
  assert.equal(metricsOf((await get("/metrics")).body).get("shop_jobs_given_up"), 50_000);
  const list = await cluster.admin();
  assert.match(list, /^failed: 49980 older ones$/m);
  assert.ok(list.length < 50_000);
  await cluster.query("DELETE FROM pgboss.job WHERE name = 'dead-letters'");
});

test("the longest waiting job counts, not one that is retried before it", async () => {
  const index = cluster.programs.findIndex(({ role }) => role === "worker");
  await cluster.programs[index]?.program.end();
  await cluster.query(
    `INSERT INTO pgboss.job (name, state, data, created_on, start_after) VALUES
     ('payments', 'retry', '{}', now() - interval '20 minutes', now()),
     ('payments', 'created', '{}', now() - interval '10 minutes', now() - interval '10 minutes')`,
  );
  const waited = /oldest waiting job: (\d+) s/.exec(await cluster.admin())?.[1];
  assert.ok(Number(waited) >= 600, waited);
  await cluster.query("DELETE FROM pgboss.job WHERE name = 'payments'");
});

test("a year later, with a report that reads all tables, and while a release is deployed, orders are taken and fulfilled", async () => {
  const reader = new Client({ connectionString: cluster.postgres.url });
  await reader.connect();
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  for (const table of ["orders", "checkouts", "notifications", "decisions", "fulfilments"]) {
    await reader.query(`SELECT count(*) FROM ${table}`);
  }
  const sold: string[] = [];
  for (const months of [1, 13]) {
    // No worker has run since.
    const [{ id } = assert.fail()] = await cluster.query<{ id: string }>(
      `INSERT INTO orders (id, product, quantity, amount, currency)
       VALUES (uuidv7(interval '${months} months'), 'ticket', 1, 1290, 'EUR') RETURNING id`,
    );
    assert.equal((await runProgram("migrate", cluster.env)).code, 0);
    // The app may not have noticed yet that no job waits for minutes any more.
    await cluster.sandbox.pay(await retry("Starting to pay", () => begin(cluster, id)));
    sold.push(id);
  }
  await cluster.revive(cluster.programs.findIndex(({ role }) => role === "worker"));
  for (const id of sold) await shown(cluster, id, ({ code }) => code !== null);
  await reader.end();
});
