import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { Cluster } from "./cluster.ts";
import { ask, begin, order, retry, shown } from "./customer.ts";

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({ apps: 1, workers: 1, env: { MAX_QUEUE_AGE: "8" } });
});
after(() => cluster[Symbol.asyncDispose]());

const isFulfilled = ({ code }: { code: string | null }): boolean => code !== null;

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
  await retry("Being notified", async () => {
    for (const { id: delivery } of cluster.sandbox.deliveries) {
      assert.equal((await cluster.sandbox.redeliver(delivery))?.status, 200);
    }
  });
  await shown(cluster, id, isFulfilled);
  const seconds = (performance.now() - healedAt) / 1000;
  console.log(`back ${seconds.toFixed(1)} s after the failover`);
  assert.ok(seconds < 45, `${seconds} s`);
});

test("a 400 of the gateway is not blamed on the customer's request", async () => {
  const id = await order(cluster, 1);
  cluster.sandbox.failNext({ status: 400 });
  assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 503);
  for (const body of ["{", JSON.stringify({ product: "x".repeat(200_000) })]) {
    assert.equal((await ask(cluster, "POST", "/orders", body)).status, 400);
  }
  await begin(cluster, id);
});

test("an order that is locked delays no other order", async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => order(cluster, 1)));
  const tokens = await Promise.all(ids.map((id) => begin(cluster, id)));
  const [locked = "", ...others] = ids;
  const lock = new Client({ connectionString: cluster.postgres.url });
  await lock.connect();
  await lock.query("BEGIN");
  await lock.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [locked]);
  for (const token of tokens) await cluster.sandbox.pay(token);
  for (const id of others) await shown(cluster, id, isFulfilled);
  assert.equal((await shown(cluster, locked, () => true)).paid, false);
  const [slowest] = await cluster.query<{ seconds: number }>(
    `SELECT max(extract(epoch FROM fulfilled_at - received_at))::float8 AS seconds
     FROM fulfilments JOIN notifications USING (order_id) WHERE order_id = ANY ($1)`,
    [others],
  );
  console.log(`the slowest of 39 other orders took ${slowest?.seconds.toFixed(2)} s`);
  assert.ok((slowest?.seconds ?? Infinity) < 5);
  await lock.end();
  await shown(cluster, locked, isFulfilled);
});

test("while the workers are far behind, no new orders are taken, but notifications are", async () => {
  const id = await retry("Ordering", () => order(cluster, 1));
  const token = await begin(cluster, id);
  const worker = cluster.programs.findIndex(({ role }) => role === "worker");
  await cluster.programs[worker]?.program.end();
  await cluster.sandbox.pay(token);
  const busy = await retry("Being busy", async () => {
    const response = await ask(cluster, "POST", "/orders", { product: "ticket", quantity: 1 });
    assert.equal(response.status, 503);
    return response;
  });
  assert.ok(Number(busy.headers.get("retry-after")) >= 1);
  assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 503);
  const [delivery] = cluster.sandbox.deliveries;
  assert.equal((await cluster.sandbox.redeliver(delivery?.id ?? ""))?.status, 200);
  await cluster.revive(worker);
  await shown(cluster, id, isFulfilled);
  await retry("Taking orders again", () => order(cluster, 1));
});
