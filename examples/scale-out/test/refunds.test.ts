import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Cluster, type Deliver } from "./cluster.ts";
import { begin, order, retry, shown } from "./customer.ts";

const SPEED = 300;
let cluster: Cluster;
let deliver: Deliver = (request, post) => post(request);

before(async () => {
  cluster = await Cluster.start({
    apps: 1,
    workers: 2,
    speed: SPEED,
    deliver: (...given) => deliver(...given),
  });
});
after(() => cluster[Symbol.asyncDispose]());

/** No job waits or runs. */
const settled = () =>
  retry("Running all jobs", async () => {
    const jobs = await cluster.query(
      "SELECT FROM pgboss.job WHERE name IN ('payments', 'fulfilment', 'refunds') AND state < 'completed'",
    );
    assert.deepEqual(jobs, []);
  });

const arrive: Deliver = (request, post) => post(request);
const vanish: Deliver = async () => new Response(null, { status: 502 });

async function paidOrder(quantity = 1) {
  const id = await order(cluster, quantity);
  const { uid } = await cluster.sandbox.pay(await begin(cluster, id));
  await shown(cluster, id, ({ code }) => code !== null);
  return { id, uid };
}

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

/** The two minutes are over after which a refund without an answer is tried again. */
async function tryAgain(): Promise<void> {
  await cluster.query("UPDATE refunds SET asked_at = asked_at - interval '2 minutes'");
  await cluster.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'refunds' AND state = 'retry'");
}

const chargeback = ({ id, uid }: { id: string; uid: string }) =>
  // As the gateway's documentation shows it: the order is named in the parent transaction only.
  notify({
    uid: randomUUID(),
    type: "chargeback",
    status: "successful",
    amount: 1290,
    currency: "EUR",
    reason: "fraud",
    message: "Successfully processed",
    test: true,
    created_at: "2026-11-22T14:37:42.494Z",
    parent_uid: uid,
    parent_transaction: { uid, type: "payment", status: "successful", amount: 1290, tracking_id: id },
  });

test("the staff refunds a part, then all that is left, and never more", async () => {
  const { id, uid } = await paidOrder(2);
  assert.match(await cluster.admin("refund", id, "580"), /^580 will be refunded/);
  await shown(cluster, id, ({ refunded }) => refunded === 580);
  assert.match(await cluster.admin("refund", id), /^2000 will be refunded/);
  assert.match(await cluster.admin("refund", id), /^Nothing .* is left to refund/);
  await shown(cluster, id, ({ refunded }) => refunded === 2580);
  assert.match(await cluster.admin("refund", "no order"), /^Nothing of this order/);
  assert.deepEqual(await refundsOf(id), [
    { parent_uid: uid, amount: 580 },
    { parent_uid: uid, amount: 2000 },
  ]);
});

test("the same amount is refunded twice, the second time when the gateway no longer takes it for a repetition", async () => {
  const { id, uid } = await paidOrder();
  await cluster.admin("refund", id, "500");
  await cluster.admin("refund", id, "500");
  await shown(cluster, id, ({ refunded }) => refunded === 500);
  const [waiting] = await cluster.query<{ seconds: number }>(
    "SELECT extract(epoch FROM start_after - created_on)::int AS seconds FROM pgboss.job WHERE name = 'refunds' AND state = 'created'",
  );
  assert.ok((waiting?.seconds ?? 0) > 30);
  // 300 times faster than the gateway, whose 30 seconds are over here.
  await cluster.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'refunds' AND state = 'created'",
  );
  await shown(cluster, id, ({ refunded }) => refunded === 1000);
  const half = { parent_uid: uid, amount: 500 };
  assert.deepEqual(await refundsOf(id), [half, half]);
});

test("a refund whose response and notification are lost is made once, and marks the order", async () => {
  const { id } = await paidOrder();
  deliver = vanish;
  cluster.gatewayNetwork.loseResponses(/^POST \/transactions\/refunds /);
  await cluster.admin("refund", id);
  await retry("Making it", async () => assert.equal((await refundsOf(id)).length, 1));
  cluster.gatewayNetwork.heal();
  const [again] = await retry("Trying again", async () => {
    const jobs = await cluster.query<{ seconds: number }>(
      "SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job WHERE name = 'refunds' AND state = 'retry'",
    );
    assert.equal(jobs.length, 1);
    return jobs;
  });
  assert.ok((again?.seconds ?? 0) > 60, "the gateway may still be at work on the first call");
  assert.match(await cluster.admin("settled", `${id}-refund-1`), /^0 of 1/, "its amount is not free yet");
  await tryAgain();
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  deliver = arrive;
  assert.equal((await refundsOf(id)).length, 1);
});

test("a refund that is notified before its payment fulfils nothing", async () => {
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  const posts = new Map<string, () => Promise<unknown>>();
  deliver = async (request, post) => {
    const { transaction } = Object(await request.clone().json());
    // What an earlier test lost is repeated, too.
    if (String(transaction.tracking_id).startsWith(id)) posts.set(transaction.type, () => post(request));
    return new Response(null, { status: 502 });
  };
  const { uid, amount } = await cluster.sandbox.pay(token);
  await cluster.payments.transactions.refund({ parent_uid: uid, amount: Number(amount), reason: "Returned" });
  await retry("Notifying both", async () => assert.deepEqual([...posts.keys()], ["payment", "refund"]));
  // What the gateway repeats still does not arrive: it could be the payment.
  await posts.get("refund")?.();
  // Two workers could otherwise take the payment first.
  await settled();
  await posts.get("payment")?.();
  deliver = arrive;
  const { code } = await shown(cluster, id, ({ paid, refunded }) => paid && refunded === 1290);
  await settled();
  assert.equal((await shown(cluster, id, () => true)).code, code);
  assert.equal(code, null);
});

test("a notification with a wrong amount does not hide the right one of the same payment", async () => {
  const id = await order(cluster, 1);
  const payment = { uid: randomUUID(), type: "payment", status: "successful", currency: "EUR", test: true };
  await notify({ ...payment, amount: 1, tracking_id: id });
  await retry("Listing it", async () =>
    assert.match(await cluster.admin(), new RegExp(`mismatch .*order ${id}`)),
  );
  await notify({ ...payment, amount: 1290, tracking_id: id });
  await shown(cluster, id, ({ code }) => code !== null);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
});

test("a chargeback marks the order, and the staff is told", async () => {
  const { id, uid } = await paidOrder();
  await chargeback({ id, uid });
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  const list = await cluster.admin();
  assert.match(list, new RegExp(`charged back .*order ${id}`));
  const key = /\[.*\]/.exec(list.split("\n").find((line) => line.includes(id)) ?? "")?.[0] ?? "";
  assert.match(await cluster.admin("settled", key), /^1 of 1 settled/);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
});

test("a refund that the bank declined is listed until the staff dealt with it, and does not mark the order", async () => {
  const { id, uid } = await paidOrder();
  const tracking_id = `${id}-refund-1`;
  // An earlier attempt of the job, whose response was lost.
  await cluster.payments.transactions.refund({
    parent_uid: uid,
    amount: 1290,
    reason: "Returned",
    tracking_id,
    additional_data: { recipient: { expected_bank_code: "05" } },
  });
  await cluster.admin("refund", id);
  await listed(`refund declined '${tracking_id}' of 1290`);
  assert.match(await cluster.admin("settled", tracking_id), /^1 of 1 settled/);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
  assert.equal((await shown(cluster, id, () => true)).refunded, 0);
  // The gateway takes the same amount within 30 seconds for a repetition, and refuses it.
  await wait(30_000 / SPEED);
  assert.match(await cluster.admin("refund", id), /^1290 will be refunded/);
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
});

/** What the staff reads. */
const listed = (text: string) =>
  retry("Listing it", async () => assert.ok((await cluster.admin()).includes(text), text));

test("a refund that the gateway refuses is declined at once, its amount is free, and it can be asked for again", async () => {
  const { id, uid } = await paidOrder();
  await cluster.query("UPDATE orders SET payment_uid = 'unknown' WHERE id = $1", [id]);
  await cluster.admin("refund", id);
  await listed(`refund declined '${id}-refund-1' of 1290`);
  await cluster.query("UPDATE orders SET payment_uid = $2 WHERE id = $1", [id, uid]);
  await cluster.query("UPDATE refunds SET payment_uid = $2 WHERE order_id = $1", [id, uid]);
  assert.match(await cluster.admin("retry", `${id}-refund-1`), /^1 jobs? run/);
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  assert.deepEqual(await refundsOf(id), [{ parent_uid: uid, amount: 1290 }]);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
  assert.match(await cluster.admin("retry", `${id}-refund-1`), /^0 jobs/, "nothing is left to ask for");
});

test("a refund that was refused as a repeat, and notified as made, is not asked for again", async () => {
  const { id, uid } = await paidOrder();
  await cluster.query("UPDATE orders SET payment_uid = 'unknown' WHERE id = $1", [id]);
  await cluster.admin("refund", id, "500");
  await listed(`refund declined '${id}-refund-1' of 500`);
  await cluster.query("UPDATE orders SET payment_uid = $2 WHERE id = $1", [id, uid]);
  await cluster.query("UPDATE refunds SET payment_uid = $2 WHERE order_id = $1", [id, uid]);
  // The gateway ends the first call only now.
  const [reason, tracking_id] = ["Returned", `${id}-refund-1`];
  await cluster.payments.transactions.refund({ parent_uid: uid, amount: 500, reason, tracking_id });
  await shown(cluster, id, ({ refunded }) => refunded === 500);
  assert.doesNotMatch(await cluster.admin(), new RegExp(id));
  assert.match(await cluster.admin("retry", tracking_id), /^0 jobs/);
  assert.equal((await refundsOf(id)).length, 1);
});

test("a refund whose jobs were given up is settled, which frees its amount, or tried again", async () => {
  const [settled, again] = [await paidOrder(), await paidOrder()];
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 0 WHERE name = 'refunds'");
  for (const { id } of [settled, again]) {
    cluster.sandbox.failNext({ status: 503, times: 3 });
    await cluster.admin("refund", id);
    await retry("Giving up", async () =>
      assert.match(await cluster.admin(), new RegExp(`failed: refunds .*${id}-refund-1`)),
    );
    assert.match(await cluster.admin("refund", id), /^Nothing/, "it may have been made");
  }
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 5 WHERE name = 'refunds'");
  assert.match(await cluster.admin("settled", `${settled.id}-refund-1`), /^1 of 1 settled/);
  assert.match(await cluster.admin("retry", `${again.id}-refund-1`), /^1 jobs? run/);
  await shown(cluster, again.id, ({ refunded }) => refunded === 1290);
  assert.match(await cluster.admin("refund", settled.id), /^1290 will be refunded/);
  await shown(cluster, settled.id, ({ refunded }) => refunded === 1290);
  assert.match(await cluster.admin(), /0 failed jobs, 0 payments/);
});

test("while the gateway is down, a refund is tried again by itself", async () => {
  const { id } = await paidOrder();
  cluster.sandbox.failNext({ status: 503, times: 6 });
  await cluster.admin("refund", id);
  // Each attempt has three calls.
  await retry("Refunding it", async () => {
    await tryAgain();
    assert.equal((await refundsOf(id)).length, 1);
  });
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  assert.match(await cluster.admin(), /0 failed jobs/);
});

test("another transaction with the tracking id of a refund is not taken for it", async () => {
  const [{ id, uid }, other] = [await paidOrder(2), await paidOrder()];
  // The newest is the first that the gateway lists.
  for (const wrong of [
    { parent_uid: uid, amount: 80, tracking_id: `${id}-refund-1` },
    { parent_uid: other.uid, amount: 500, tracking_id: `${id}-refund-1` },
  ]) {
    await cluster.payments.transactions.refund({ ...wrong, reason: "By hand" });
  }
  await cluster.admin("refund", id, "500");
  await retry("Making it", async () => {
    const made = (await refundsOf(id)).filter(
      ({ parent_uid, amount }) => parent_uid === uid && amount === 500,
    );
    assert.equal(made.length, 1);
  });
});

test("a refund whose payment went back by a chargeback meanwhile is not made, and listed", async () => {
  const { id, uid } = await paidOrder();
  cluster.sandbox.failNext({ status: 503, times: 3 });
  await cluster.admin("refund", id);
  await retry("Failing", async () => {
    const jobs = await cluster.query("SELECT FROM pgboss.job WHERE name = 'refunds' AND state = 'retry'");
    assert.equal(jobs.length, 1);
  });
  await chargeback({ id, uid });
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
  await tryAgain();
  await listed(`refund declined '${id}-refund-1' of 1290: The payment, or a part of it, went back already`);
  assert.deepEqual(await refundsOf(id), []);
});

test("a refund that the staff try again while its call may be under way is not sent beside it", async () => {
  const { id } = await paidOrder();
  const waiting = (count: number) =>
    retry("Waiting", async () => {
      const jobs = await cluster.query("SELECT FROM pgboss.job WHERE name = 'refunds' AND state = 'retry'");
      assert.equal(jobs.length, count);
    });
  cluster.sandbox.failNext({ status: 503, times: 3 });
  await cluster.admin("refund", id, "500");
  await waiting(1);
  // As if its call had been sent, and the gateway listed the refund only when it is done with it.
  await cluster.query("UPDATE refunds SET asked_at = now() WHERE order_id = $1", [id]);
  assert.match(await cluster.admin("retry", `${id}-refund-1`), /^1 jobs? run/);
  await waiting(2);
  assert.deepEqual(await refundsOf(id), []);
  await tryAgain();
  await shown(cluster, id, ({ refunded }) => refunded === 500);
  await tryAgain();
  await settled();
  assert.equal((await refundsOf(id)).length, 1);
});

test("an order whose refund is under way is not fulfilled", async () => {
  await cluster.query("UPDATE stock SET remaining = 0");
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  const jobs = "pgboss.job WHERE name = 'fulfilment' AND state = 'retry'";
  await retry("Failing", async () => assert.equal((await cluster.query(`SELECT FROM ${jobs}`)).length, 1));
  cluster.sandbox.failNext({ status: 503, times: 3 });
  await cluster.admin("refund", id);
  await cluster.query("UPDATE stock SET remaining = 1000");
  await cluster.query(`UPDATE ${jobs.replace("WHERE", "SET start_after = now() WHERE")}`);
  await retry("Refunding it", async () => {
    await tryAgain();
    assert.equal((await refundsOf(id)).length, 1);
  });
  await settled();
  const { code, refunded } = await shown(cluster, id, ({ refunded }) => refunded === 1290);
  assert.deepEqual({ code, refunded }, { code: null, refunded: 1290 });
});

test("settling the differences of an order leaves its fulfilment to be run again", async () => {
  await cluster.query("UPDATE stock SET remaining = 0");
  await cluster.query("UPDATE pgboss.queue SET retry_limit = 0 WHERE name = 'fulfilment'");
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await retry("Giving up", async () =>
    assert.match(await cluster.admin(), new RegExp(`failed: fulfilment .*${id}`)),
  );
  await cluster.query("INSERT INTO differences VALUES ($1, 'it is paid, and not fulfilled')", [id]);
  assert.match(await cluster.admin("settled", id), /^1 of 1 settled/);
  await cluster.query("UPDATE stock SET remaining = 1000");
  assert.match(await cluster.admin("retry"), /^1 job/);
  await shown(cluster, id, ({ code }) => code !== null);
});
