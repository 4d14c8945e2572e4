import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Cluster, type Deliver } from "./cluster.ts";
import { ask, begin, order, retry, shown } from "./customer.ts";

const DECLINED = { card: "4005550000000019" };

let cluster: Cluster;
const deliver: Deliver = (request, post) => post(request);

before(async () => {
  cluster = await Cluster.start({
    apps: 2,
    workers: 2,
    speed: 300,
    deliver: (...given) => deliver(...given),
  });
});
after(() => cluster[Symbol.asyncDispose]());

const rowsOf = (id: string) =>
  cluster.query<{ decision: string }>("SELECT decision FROM decisions WHERE order_id = $1", [id]);

const remaining = async (product: string) => {
  const sum = "SELECT sum(remaining)::int FROM stock WHERE product = $1";
  return (await cluster.query<{ sum: number }>(sum, [product]))[0]?.sum ?? Number.NaN;
};

const isFulfilled = ({ code }: { code: string | null }): boolean => code !== null;

test("an order that is paid is fulfilled, and the stock of its product is taken", async () => {
  const before = [await remaining("ticket"), await remaining("poster")];
  const id = await order(cluster, 3, "poster");
  await cluster.sandbox.pay(await begin(cluster, id));
  const { paid, amount, code } = await shown(cluster, id, isFulfilled);
  assert.deepEqual({ paid, amount }, { paid: true, amount: 7500 });
  assert.match(code, /^[\da-f]{16}$/);
  assert.deepEqual([await remaining("ticket"), await remaining("poster")], [before[0], (before[1] ?? 0) - 3]);
});

test("orders that are fulfilled at once take the last of the stock, and not more", async () => {
  await cluster.query("UPDATE stock SET remaining = 2 WHERE product = 'poster'");
  const ids = await Promise.all(
    [5, 5, 5, 5, 5, 5, 1, 1].map((quantity) => order(cluster, quantity, "poster")),
  );
  for (const id of ids) await cluster.sandbox.pay(await begin(cluster, id));
  for (const id of ids) await shown(cluster, id, isFulfilled);
  assert.equal(await remaining("poster"), 0);
  await cluster.query("UPDATE stock SET remaining = 1000");
});

test("a repeated notification changes nothing", async () => {
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  const { code } = await shown(cluster, id, isFulfilled);
  for (const { id: delivery } of cluster.sandbox.deliveries) {
    assert.equal((await cluster.sandbox.redeliver(delivery))?.status, 200);
  }
  assert.deepEqual(await rowsOf(id), [{ decision: "paid" }]);
  assert.equal((await shown(cluster, id, isFulfilled)).code, code);
});

test("a declined payment leaves the order open, and another card pays it", async () => {
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  await cluster.sandbox.pay(token, DECLINED);
  assert.equal(await begin(cluster, id), token, "the token that is still open is used again");
  await cluster.sandbox.pay(token);
  await shown(cluster, id, isFulfilled);
});

test("a payment with another amount or an unknown order pays no order and is listed", async () => {
  const id = await order(cluster, 2);
  for (const tracking_id of [id, "no order of ours"]) {
    const { token } = await cluster.payments.checkouts.create({
      transaction_type: "payment",
      test: true,
      order: { amount: 1, currency: "EUR", description: "Tickets", tracking_id },
      settings: { notification_url: "http://load-balancer.example/notifications" },
    });
    await cluster.sandbox.pay(token);
  }
  await retry("Listing them", async () => {
    const list = await cluster.admin();
    assert.match(list, new RegExp(`mismatch .*order ${id}`));
    assert.match(list, /unknown order /);
  });
  const { paid, code } = await shown(cluster, id, () => true);
  assert.deepEqual({ paid, code }, { paid: false, code: null });
  // The customer is not asked to pay again before the staff have dealt with it.
  const pay = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.equal(pay.headers.get("location"), `/orders/${id}`);
  const [{ key } = assert.fail()] = await cluster.query<{ key: string }>(
    "SELECT key FROM decisions WHERE order_id = $1",
    [id],
  );
  await cluster.admin("settled", key);
  await begin(cluster, id);
});

test("a paid order that can't be fulfilled goes to the dead-letter queue, and `retry` runs it again", async () => {
  await cluster.query("UPDATE stock SET remaining = 0");
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 1, retry_delay = 0 WHERE name = 'fulfilment'");
  await cluster.restart("worker");
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  const list = await retry("Giving up", async () => {
    const text = await cluster.admin();
    assert.match(text, new RegExp(`failed: fulfilment .*${id}.*The stock of`));
    return text;
  });
  assert.match(list, /1 failed job/);
  assert.equal((await shown(cluster, id, () => true)).paid, true, "it is paid nevertheless");
  await cluster.query("UPDATE stock SET remaining = 1000");
  assert.match(await cluster.admin("retry"), /^1 job/);
  await shown(cluster, id, isFulfilled);
  assert.match(await cluster.admin(), /0 failed jobs/);
});

test("an unsigned notification is refused and not stored", async () => {
  const body = { transaction: { uid: "forged", type: "payment", status: "successful" } };
  assert.equal((await ask(cluster, "POST", "/notifications", body)).status, 401);
  assert.deepEqual(await cluster.query("SELECT key FROM notifications WHERE key LIKE '%forged%'"), []);
});

test("an invalid order is refused with the expected values", async () => {
  for (const quantity of [0, 101, 1.5, "1", null, undefined]) {
    const response = await ask(cluster, "POST", "/orders", { product: "ticket", quantity });
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), { message: "quantity must be an integer from 1 to 100" });
  }
  for (const product of ["car", "ticket\0", 1, { toString: 1 }, null]) {
    const unknown = await ask(cluster, "POST", "/orders", { product, quantity: 1 });
    assert.equal(unknown.status, 422, JSON.stringify(product));
    assert.deepEqual(await unknown.json(), { message: "There is no such product" });
  }
  const broken = await ask(cluster, "POST", "/orders", "{");
  assert.equal(broken.status, 400);
  for (const id of ["x", "%00", "-".repeat(36), "00000000-0000-4000-8000-000000000000"]) {
    assert.equal((await ask(cluster, "GET", `/orders/${id}`)).status, 404);
    assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 404);
  }
});

test("paying an order updates no index", async () => {
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await shown(cluster, id, isFulfilled);
  await retry("Counting updates", async () => {
    const [updates] = await cluster.query<{ all: number; hot: number }>(
      "SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'orders'",
    );
    assert.ok((updates?.all ?? 0) > 10);
    assert.equal(updates?.hot, updates?.all);
  });
});
