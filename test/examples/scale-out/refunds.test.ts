import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { failed, isFulfilled, listed, order, paidOrder, sendAgain, shown } from "./customer.ts";

const SPEED = 300;

const cluster = await startCluster({ apps: 1, workers: 2, speed: SPEED });
after(() => cluster[Symbol.asyncDispose]());

/** Posts a notification as the gateway would. */
async function notify(transaction: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ transaction });
  const headers = { "content-type": "application/json", ...(await cluster.sandbox.sign(body)) };
  const response = await fetch(`${cluster.address()}/notifications`, { method: "POST", headers, body });
  assert.equal(response.status, 200, await response.text());
}

/** The refunds that the gateway has made for the shop. */
async function refundsOf(id: string) {
  const found = [1, 2, 3].map((n) => cluster.payments.transactions.findByTrackingId(`${id}-refund-${n}`));
  return (await Promise.all(found)).flat().map(({ parent_uid, amount }) => ({ parent_uid, amount }));
}

test("a notification with a wrong amount does not hide the right one of the same payment", async () => {
  const id = await order(cluster, 1);
  const payment = { uid: randomUUID(), type: "payment", status: "successful", currency: "EUR" };
  await notify({ ...payment, amount: 1, tracking_id: id });
  assert.match(await cluster.admin(), new RegExp(`mismatch .*${id}`));
  await notify({ ...payment, amount: 1290, tracking_id: id });
  await shown(cluster, id, isFulfilled);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
});

test("a refund that the bank declined is listed until it is settled, and does not mark the order", async () => {
  const { id, uid } = await paidOrder(cluster);
  const tracking_id = `${id}-refund-1`;
  // An earlier attempt of the job, whose response was lost.
  const declined = { recipient: { expected_bank_code: "05" } };
  const first = { parent_uid: uid, amount: 1290, reason: "Returned", tracking_id, additional_data: declined };
  await cluster.payments.transactions.refund(first);
  await cluster.admin("refund", id);
  await listed(cluster, new RegExp(`refund declined '${tracking_id}' of 1290`));
  assert.match(await cluster.admin("settled", tracking_id), /^1 of 1 settled/);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
  assert.equal((await shown(cluster, id, () => true)).refunded, 0);
  await wait(30_000 / SPEED);
  assert.match(await cluster.admin("refund", id), /^1290 will be refunded/);
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
});

test("a refund that the gateway refuses frees its amount, and can be sent again", async () => {
  const { id, uid } = await paidOrder(cluster);
  await cluster.query("UPDATE orders SET paid_by = 'unknown' WHERE id = $1", [id]);
  await cluster.admin("refund", id);
  await listed(cluster, new RegExp(`refund refused '${id}-refund-1' of 1290`));
  await cluster.query("UPDATE orders SET paid_by = $2 WHERE id = $1", [id, uid]);
  await cluster.query("UPDATE refunds SET payment_uid = $2 WHERE order_id = $1", [id, uid]);
  assert.match(await cluster.admin("retry", `${id}-refund-1`), /^1 jobs? run/);
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  assert.deepEqual(await refundsOf(id), [{ parent_uid: uid, amount: 1290 }]);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
  assert.match(await cluster.admin("retry", `${id}-refund-1`), /^0 jobs/, "nothing is left to send");
});

test("a refund whose jobs were given up is settled, which frees its amount, or sent again", async () => {
  const [free, again] = [await paidOrder(cluster), await paidOrder(cluster)];
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 0 WHERE name = 'refunds'");
  for (const { id } of [free, again]) {
    cluster.sandbox.failNext({ status: 503 });
    await cluster.admin("refund", id);
    await listed(cluster, new RegExp(`failed: refunds .*${id}-refund-1`));
    assert.match(await cluster.admin("refund", id), /^Nothing/, "it may have been made");
    assert.match(await cluster.admin("settled", `${id}-refund-1`), /^0 of 1 settled. Not settled/);
  }
  assert.match(await cluster.admin(), /2 failed jobs/, "what is open remains listed");
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 5 WHERE name = 'refunds'");
  await sendAgain(cluster);
  assert.match(await cluster.admin("settled", `${free.id}-refund-1`), /^1 of 1 settled/);
  assert.match(await cluster.admin("retry", `${again.id}-refund-1`), /^1 jobs? run/);
  await shown(cluster, again.id, ({ refunded }) => refunded === 1290);
  assert.match(await cluster.admin("refund", free.id), /^1290 will be refunded/);
  await shown(cluster, free.id, ({ refunded }) => refunded === 1290);
  assert.match(await cluster.admin(), /0 failed jobs, 0 payments/);
});

test("a chargeback is listed, and a refund whose payment it took back is not made, and listed", async () => {
  const paid = await paidOrder(cluster);
  cluster.sandbox.failNext({ status: 503 });
  await cluster.admin("refund", paid.id);
  await failed(cluster, "refunds", paid.id);
  await cluster.sandbox.chargeBack(paid.uid);
  await shown(cluster, paid.id, ({ refunded }) => refunded === 1290);
  const line = await listed(cluster, new RegExp(`charged_back .* of ${paid.id}`));
  assert.match(await cluster.admin("settled", /\[.*\]/.exec(line)?.[0] ?? ""), /^1 of 1 settled/);
  await sendAgain(cluster);
  await listed(cluster, new RegExp(`refund refused '${paid.id}-refund-1' of 1290: .* went back already`));
  assert.deepEqual(await refundsOf(paid.id), []);
});
