import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Cluster, type Deliver } from "./cluster.ts";
import { ask, begin, order, retry, shown } from "./customer.ts";

const DECLINED = { card: "4005550000000019" };

let cluster: Cluster;
let deliver: Deliver = (request, post) => post(request);

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
  cluster.query<{ decision: string | null }>("SELECT decision FROM notifications WHERE order_id = $1", [id]);

const isFulfilled = ({ code }: { code: string | null }): boolean => code !== null;

test("an order that is paid is fulfilled, and its stock is taken", async () => {
  const [before] = await cluster.query<{ remaining: number }>("SELECT remaining FROM stock");
  const id = await order(cluster, 3);
  await cluster.sandbox.pay(await begin(cluster, id));
  const { paid, amount, code } = await shown(cluster, id, isFulfilled);
  assert.deepEqual({ paid, amount }, { paid: true, amount: 3870 });
  assert.match(code, /^[\da-f]{16}$/);
  const [after] = await cluster.query<{ remaining: number }>("SELECT remaining FROM stock");
  assert.equal(after?.remaining, (before?.remaining ?? 0) - 3);
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

test("a payment whose notification is lost is found by polling, and a notified one is not recorded twice", async () => {
  const told = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, told));
  await shown(cluster, told, isFulfilled);
  deliver = async () => new Response(null, { status: 502 });
  const lost = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, lost));
  deliver = (request, post) => post(request);
  await cluster.admin("reconcile");
  await shown(cluster, lost, isFulfilled);
  assert.deepEqual(await rowsOf(told), [{ decision: "paid" }]);
  assert.deepEqual(await rowsOf(lost), [{ decision: "paid" }]);
  const open = await retry("Asking for all", async () => {
    const rows = await cluster.query("SELECT 1 FROM checkouts WHERE next_check_at IS NOT NULL");
    assert.equal(rows.length, 0);
    return rows;
  });
  assert.deepEqual(open, []);
});

test("a second payment of an order is listed until it is refunded", async () => {
  const id = await order(cluster, 1);
  const first = await begin(cluster, id);
  // As with concurrent requests that do not see each other's token.
  await cluster.query("UPDATE checkouts SET next_check_at = NULL WHERE token = $1", [first]);
  const second = await begin(cluster, id);
  assert.notEqual(first, second);
  for (const token of [first, second]) await cluster.sandbox.pay(token);
  await shown(cluster, id, isFulfilled);
  const list = await retry("Listing it", async () => {
    const text = await cluster.admin();
    assert.match(text, new RegExp(`second payment .*order ${id}`));
    return text;
  });
  const key = /\[.*\]/.exec(list.split("\n").find((line) => line.includes(id)) ?? "")?.[0] ?? "";
  assert.match(await cluster.admin("settled", key), /^1 payment/);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
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
});

test("a paid order that can't be fulfilled goes to the dead-letter queue, and `retry` runs it again", async () => {
  const [stock] = await cluster.query<{ remaining: number }>(
    "UPDATE stock SET remaining = 0 RETURNING 1000 AS remaining",
  );
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 1, retry_delay = 0 WHERE name = 'fulfilment'");
  await cluster.restart("worker");
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  const list = await retry("Giving up", async () => {
    const text = await cluster.admin();
    assert.match(text, new RegExp(`failed: fulfilment .*${id}.*stock_remaining_check`));
    return text;
  });
  assert.match(list, /1 failed job/);
  assert.equal((await shown(cluster, id, () => true)).paid, true, "it is paid nevertheless");
  await cluster.query("UPDATE stock SET remaining = $1", [stock?.remaining]);
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
    const response = await ask(cluster, "POST", "/orders", { quantity });
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), { message: "quantity must be an integer from 1 to 100" });
  }
  const broken = await ask(cluster, "POST", "/orders", "{");
  assert.equal(broken.status, 400);
  for (const id of ["x", "%00", "00000000-0000-4000-8000-000000000000"]) {
    assert.equal((await ask(cluster, "GET", `/orders/${id}`)).status, 404);
    assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 404);
  }
});
