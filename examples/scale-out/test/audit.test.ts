import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { Cluster, type Deliver } from "./cluster.ts";
import { begin, order, retry, shown } from "./customer.ts";

let cluster: Cluster;
/** Transactions of these orders are never notified. */
const unheard = new Set<string>();

const deliver: Deliver = async (request, post) => {
  const { transaction } = Object(await request.clone().json());
  return unheard.has(transaction?.tracking_id) ? new Response(null, { status: 502 }) : post(request);
};

before(async () => {
  cluster = await Cluster.start({
    apps: 1,
    workers: 1,
    speed: 300,
    deliver,
  });
});
after(() => cluster[Symbol.asyncDispose]());

async function paidOrder(): Promise<string> {
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  await shown(cluster, id, ({ code }) => code !== null);
  return id;
}

async function refundedOrder(): Promise<string> {
  const id = await paidOrder();
  await cluster.admin("refund", id, "500");
  await shown(cluster, id, ({ refunded }) => refunded === 500);
  // Its notification and its job, in any order, would repair what is changed before them.
  await retry("Ending both", async () => {
    const ended = `
      SELECT FROM decisions JOIN refunds USING (order_id)
      WHERE order_id = $1 AND decision = 'refunded' AND state = 'refunded'`;
    assert.equal((await cluster.query(ended, [id])).length, 1);
  });
  return id;
}

/** A token that is paid as if the shop had never heard of it. */
async function payUnheard(id: string): Promise<string> {
  const { token } = await cluster.payments.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount: 1290, currency: "EUR", description: "ticket", tracking_id: id },
    settings: { notification_url: `${cluster.env["PUBLIC_URL"]}/notifications` },
  });
  unheard.add(id);
  return (await cluster.sandbox.pay(token)).uid;
}

/** Lines of the audit about an order. */
async function auditOf(id: string): Promise<string> {
  const lines = (await cluster.admin("audit")).split("\n");
  return lines.filter((line) => line.startsWith(id)).join("\n");
}

test("books that agree have no difference, and the same sums", async () => {
  await paidOrder();
  await refundedOrder();
  await order(cluster, 1);
  assert.equal(
    await cluster.admin("audit"),
    "3 orders; the gateway has 2080 EUR, the shop 2080; 0 differences",
  );
});

/** Changes by hand to the shop's book of a paid order, and what the audit says. */
const CHANGES: readonly [change: string, found: RegExp][] = [
  ["UPDATE orders SET paid_by = NULL, payment_uid = NULL WHERE id = $1", /misses the payment of 1290 EUR/],
  [
    "UPDATE orders SET amount = 1291 WHERE id = $1",
    /shop has a payment of 1291 EUR, the gateway a payment of 1290/,
  ],
  [
    "UPDATE orders SET currency = 'USD' WHERE id = $1",
    /shop has a payment of 1290 USD, the gateway a payment of 1290 EUR/,
  ],
  [
    "UPDATE orders SET payment_uid = 'another' WHERE id = $1",
    /the gateway misses the payment of 1290 EUR, another/,
  ],
  ["UPDATE decisions SET decision = 'not paid' WHERE order_id = $1", /the shop misses what paid the order/],
  [
    "DELETE FROM orders WHERE id = $1",
    /the order is missing, and there are fulfilments, notifications of it/,
  ],
  [
    "WITH gone AS (DELETE FROM fulfilments WHERE order_id = $1) UPDATE notifications SET received_at = now() - interval '61 minutes' WHERE order_id = $1",
    /it is paid, and not fulfilled/,
  ],
  [
    "INSERT INTO reversals (order_id, uid, parent_uid, amount) SELECT id, 'made up', payment_uid, 7 FROM orders WHERE id = $1",
    /the gateway misses the refund of 7 EUR, made up/,
  ],
  [
    "INSERT INTO refunds (id, order_id, payment_uid, amount, reason, state) SELECT id || '-refund-1', id, payment_uid, 7, '', 'refunded' FROM orders WHERE id = $1",
    /refund .*-refund-1 is refunded, and the gateway made none/,
  ],
];

/** The same of an order of which a part was refunded. */
const REFUND_CHANGES: typeof CHANGES = [
  ["DELETE FROM reversals WHERE order_id = $1", /the shop misses the refund of 500 EUR/],
  [
    "UPDATE reversals SET amount = 50 WHERE order_id = $1",
    /shop has a refund of 50 EUR, the gateway a refund of 500/,
  ],
  ["UPDATE refunds SET state = 'settled' WHERE order_id = $1", /is settled, and the gateway made it/],
  ["UPDATE refunds SET amount = 400 WHERE order_id = $1", /refund .* of 400: the gateway made one of 500/],
  ["DELETE FROM refunds WHERE order_id = $1", /the gateway made .*-refund-1, which the shop did not ask for/],
  [
    "WITH gone AS (DELETE FROM refunds WHERE order_id = $1) DELETE FROM reversals WHERE order_id = $1",
    /the shop misses the refund of 500/,
  ],
];

test("each change of the shop's book by hand is found, and listed until it is settled", async () => {
  const changed: [id: string, found: RegExp][] = [];
  for (const [changes, make] of [
    [CHANGES, paidOrder],
    [REFUND_CHANGES, refundedOrder],
  ] as const) {
    for (const [change, found] of changes) {
      const id = await make();
      await cluster.query(change, [id]);
      changed.push([id, found]);
    }
  }
  const lines = await cluster.admin("audit");
  for (const [id, found] of changed) {
    const own = lines
      .split("\n")
      .filter((line) => line.startsWith(id))
      .join("\n");
    assert.match(own, found);
    await cluster.admin("settled", id);
  }
  assert.match(await cluster.admin(), / 0 payments to refund or check$/);
});

test("after a restore from an older copy, a payment whose token is lost fulfils its order, and is not taken twice", async () => {
  const id = await order(cluster, 1);
  const first = await payUnheard(id);
  assert.match(await auditOf(id), new RegExp(`misses the payment of 1290 EUR, ${first}; recorded now`));
  const { payment } = await shown(cluster, id, ({ code }) => code !== null);
  assert.equal(payment, first);
  const second = await payUnheard(id);
  assert.match(await auditOf(id), new RegExp(`${second}; recorded now`));
  await retry("Refunding the second", async () => {
    const [refund] = await cluster.payments.transactions.findByTrackingId(`${id}-refund-1`);
    assert.deepEqual([refund?.parent_uid, refund?.amount], [second, 1290]);
  });
  await retry("Agreeing", async () => assert.equal(await auditOf(id), ""));
});

test("a payment that lost its rows is recorded again, and not refunded as a second one", async () => {
  for (const lost of ["notifications", "decisions", "notifications, decisions"]) {
    const id = await paidOrder();
    for (const table of lost.split(", "))
      await cluster.query(`DELETE FROM ${table} WHERE order_id = $1`, [id]);
    assert.match(await auditOf(id), /misses what paid the order: .*; recorded now/);
    await retry("Agreeing", async () => assert.equal(await auditOf(id), ""));
    assert.deepEqual(await cluster.query("SELECT FROM refunds WHERE order_id = $1", [id]), []);
  }
});

test("a refund that was made at the gateway only is recorded", async () => {
  const id = await paidOrder();
  const { payment } = await shown(cluster, id, ({ paid }) => paid);
  unheard.add(id);
  await cluster.payments.transactions.refund({ parent_uid: payment, amount: 1290, reason: "By hand" });
  assert.match(await auditOf(id), /misses the refund of 1290 EUR.*; recorded now/);
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
});

test("a refund that the gateway made twice is found", async () => {
  const id = await refundedOrder();
  const { payment } = await shown(cluster, id, ({ paid }) => paid);
  const again = { parent_uid: payment, amount: 500, reason: "Returned", tracking_id: `${id}-refund-1` };
  await cluster.payments.transactions.refund({ ...again, duplicate_check: false });
  assert.match(await auditOf(id), /refund .*-refund-1 of 500: the gateway made it more than once/);
});

test("an order that can't be asked for is listed, and does not hold up those after it", async () => {
  const [first, last] = [await paidOrder(), await paidOrder()];
  await cluster.query("UPDATE orders SET payment_uid = '' WHERE id = $1", [first]);
  await cluster.query("UPDATE orders SET amount = 7 WHERE id = $1", [last]);
  const lines = await cluster.admin("audit");
  assert.match(lines, new RegExp(`${first}: it could not be compared: `));
  assert.match(lines, new RegExp(`${last}: .*shop has a payment of 7 EUR`));
  await cluster.query("UPDATE orders SET payment_uid = paid_by WHERE id = $1", [first]);
});

test("an order that is paid and not fulfilled is found beside a second payment that was given back", async () => {
  const id = await paidOrder();
  await payUnheard(id);
  await auditOf(id);
  await retry("Refunding the second", async () => {
    const back = await cluster.query("SELECT FROM reversals WHERE order_id = $1", [id]);
    assert.equal(back.length, 1);
  });
  await cluster.query("DELETE FROM fulfilments WHERE order_id = $1", [id]);
  await cluster.query(
    "UPDATE notifications SET received_at = now() - interval '61 minutes' WHERE order_id = $1",
    [id],
  );
  assert.match(await auditOf(id), /it is paid, and not fulfilled/);
});

test("a payment whose order was lost is recorded from the gateway's report, and listed", async () => {
  const uid = await payUnheard("01930000-0000-7000-8000-000000000000");
  const file = join(await mkdtemp(join(tmpdir(), "scale-out-")), "report.txt");
  await writeFile(file, `${uid}\n\n${uid}\n`);
  assert.match(await cluster.admin("audit", "--uids", file), /^1 of 2 payments were missing/);
  await rm(dirname(file), { recursive: true });
  await retry("Listing it", async () =>
    assert.match(await cluster.admin(), new RegExp(`unknown order .*${uid}`)),
  );
});

test("each night the orders of the day before are audited, without anyone's command", async () => {
  const days = await retry("Planning it", async () => {
    const rows = await cluster.query<{ day: string }>(
      "SELECT day::text FROM audits WHERE finished_at IS NOT NULL",
    );
    assert.equal(rows.length, 1);
    return rows;
  });
  await cluster.query(
    `ALTER TABLE orders ALTER id SET DEFAULT uuidv7('${days[0]?.day} 23:59:59Z'::timestamptz - now())`,
  );
  const ids = await Promise.all(Array.from({ length: 60 }, () => order(cluster, 1)));
  await cluster.query("ALTER TABLE orders ALTER id SET DEFAULT uuidv7()");
  const paid = ids[40] ?? "";
  await payUnheard(paid);
  await cluster.query("DELETE FROM audits");
  await cluster.passTime();
  await shown(cluster, paid, ({ code }) => code !== null);
  await retry("Finishing it", async () => {
    const [audit] = await cluster.query(
      "SELECT orders, found, sums FROM audits WHERE finished_at IS NOT NULL",
    );
    assert.deepEqual(audit, { orders: 60, found: 1, sums: { EUR: { gateway: 1290, shop: 0 } } });
  });
});
