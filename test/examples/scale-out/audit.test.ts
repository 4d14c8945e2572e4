import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { type Deliver, startCluster, vanish } from "./cluster.ts";
import { begin, DECLINED, order, paidOrder, payAs, retry, shown, strangeToken } from "./customer.ts";
import { runProgram } from "./processes.ts";

/** Transactions of these orders are never notified. */
const unheard = new Set<string>();

const deliver: Deliver = async (request, post) => {
  const { transaction } = Object(await request.clone().json());
  return unheard.has(transaction?.tracking_id) ? vanish(request, post) : post(request);
};

const cluster = await startCluster({ apps: 1, workers: 1, speed: 300, deliver });
after(() => cluster[Symbol.asyncDispose]());

async function refundedOrder() {
  const paid = await paidOrder(cluster);
  await cluster.admin("refund", paid.id, "500");
  await shown(cluster, paid.id, ({ refunded }) => refunded === 500);
  // Its notification and the scheduled audit would repair what a test changes by hand.
  await cluster.sandbox.idle({ timeout: 60_000 });
  await cluster.query("UPDATE checkouts SET audit_at = NULL WHERE order_id = $1", [paid.id]);
  return paid;
}

/** Pays a token that the shop does not have, and whose payment is never notified. */
async function payUnheard(id: string): Promise<string> {
  unheard.add(id);
  return (await cluster.sandbox.pay(await strangeToken(cluster, id))).uid;
}

/** Lines of the audit about an order. */
async function auditOf(id: string): Promise<string> {
  const lines = (await cluster.admin("audit")).split("\n");
  return lines.filter((line) => line.startsWith(id)).join("\n");
}

test("books that agree have no finding, and the same sums", async () => {
  await paidOrder(cluster);
  await refundedOrder();
  await order(cluster, 1);
  const text = await cluster.admin("audit");
  assert.equal(text, "3 orders; the gateway has 2080 EUR, the shop 2080; 0 findings");
});

/** Changes by hand to the shop's book of a paid order of which a part was refunded, and what the audit finds. */
const CHANGES: readonly [change: string, found: RegExp][] = [
  ["UPDATE orders SET paid_by = NULL", /the shop misses the payment of 1290 EUR, .*; recorded now/],
  ["UPDATE orders SET amount = 1291", /misses the payment of 1290 .*the gateway misses the payment of 1291/s],
  ["UPDATE orders SET currency = 'USD'", /the shop misses the payment of 1290 EUR/],
  ["UPDATE orders SET paid_by = 'another'", /the gateway misses the payment of 1290 EUR, another/],
  ["UPDATE refunds SET amount = 50", /the shop misses the refund of 500 EUR, .*refund of 50 EUR/s],
  ["UPDATE refunds SET state = 'refused', uid = NULL", /misses the refund of 500 EUR, .*; recorded now/],
  ["DELETE FROM refunds", /the shop misses the refund of 500 EUR, .*; recorded now/],
  [
    "INSERT INTO refunds SELECT 'x', id, 'y', 7, '', 'succeeded', NULL, 'x' FROM orders",
    /misses the refund of 7/,
  ],
  [
    "WITH gone AS (DELETE FROM fulfillments WHERE order_id = $1) UPDATE orders SET paid_at = now() - interval '61 minutes'",
    /it is paid, and not fulfilled/,
  ],
];

test("each change of the shop's book by hand is found, and repaired or listed until it is settled", async () => {
  const changed: [id: string, change: string, found: RegExp][] = [];
  for (const [change, found] of CHANGES) changed.push([(await refundedOrder()).id, change, found]);
  // An audit of the worker that has begun would repair them before this one.
  await cluster.one("worker").program.end();
  for (const [id, change] of changed) {
    const key = / refunds SET|DELETE FROM refunds/.test(change) ? "order_id" : "id";
    await cluster.query(`${change} WHERE ${key} = $1`, [id]);
  }
  const lines = (await cluster.admin("audit")).split("\n");
  for (const [id, , found] of changed) {
    const own = lines.filter((line) => line.startsWith(id)).join("\n");
    assert.match(own, found);
    const isListed = !own.endsWith("recorded now");
    assert.equal((await cluster.admin()).includes(`difference '${id}'`), isListed, own);
    assert.match(await cluster.admin("settled", id), isListed ? /^1 of 1/ : /^0 of 1/);
  }
  assert.match(await cluster.admin(), / 0 payments to check/);
  await cluster.query("DELETE FROM orders WHERE id = ANY ($1)", [changed.map(([id]) => id)]);
  await cluster.revive(cluster.one("worker"));
});

test("an order is audited again, so that a refund by hand days later is found without anyone's command", async () => {
  const { id, uid } = await paidOrder(cluster);
  await cluster.passTime();
  await retry("Auditing it", async () =>
    assert.deepEqual(await cluster.query("SELECT audits FROM checkouts WHERE order_id = $1", [id]), [
      { audits: 13 },
    ]),
  );
  unheard.add(id);
  await cluster.payments.transactions.refund({ parent_uid: uid, amount: 1290, reason: "By hand" });
  await cluster.passTime();
  await shown(cluster, id, ({ refunded }) => refunded === 1290);
});

test("a gateway that goes down after it answered for one order of a run puts no other order aside", async () => {
  const [first, last] = [await paidOrder(cluster), await paidOrder(cluster)];
  const ids = [first.id, last.id];
  cluster.gatewayNetwork.loseResponses(new RegExp(`/tracking_id/(?!${first.id})`));
  await cluster.query("UPDATE checkouts SET audit_at = CASE WHEN order_id = ANY ($1) THEN now() END", [ids]);
  await cluster.passMinute();
  await retry("Failing", async () => assert.match(await cluster.admin(), /^failed: scheduled audit /m));
  assert.deepEqual(await cluster.query("SELECT FROM findings WHERE kind = 'unreadable'"), []);
  cluster.gatewayNetwork.heal();
});

/** An order whose customer was declined more often than the gateway lists transactions. */
async function declinedOrder(): Promise<string> {
  const id = await order(cluster, 1);
  for (let count = 0; count < 12; count += 1)
    await cluster.sandbox.pay(await strangeToken(cluster, id), DECLINED);
  return id;
}

test("an order with twelve declined tries and a payment that was not notified is paid by its token", async () => {
  const id = await declinedOrder();
  unheard.add(id);
  await cluster.sandbox.pay(await begin(cluster, id));
  assert.match(await auditOf(id), /it cannot be read: the gateway lists only 10 transactions/);
  await shown(cluster, id, ({ paid }) => paid);
});

test("payments that the shop lost are recorded from the gateway's report to its end, and bad lines are named", async () => {
  const declined = await declinedOrder();
  await cluster.query("ALTER TABLE reviews ADD CONSTRAINT poison CHECK (tracking_id NOT LIKE 'poison%')");
  for (const id of ["poison", "odd\u0000id"]) unheard.add(id);
  const uids = [
    await payAs(cluster, "poison"),
    await payAs(cluster, "odd\u0000id"),
    await payUnheard(declined),
    await payUnheard(await order(cluster, 1)),
  ];
  const bad = ["uid", "11111111-2222-3333-4444-555555555555", `"${uids[1]}",12.90,EUR`];
  const file = join(await mkdtemp(join(tmpdir(), "scale-out-")), "report.txt");
  const lines = [bad[0], uids[0], bad[1], uids[1], "", uids[1], bad[2], uids[2], uids[3]];
  await writeFile(file, `\ufeff${lines.join("\r\n")}`);
  const { code, output } = await runProgram("admin", cluster.env, ["audit", "--uids", file]);
  assert.equal(code, 1, output);
  for (const [index, line] of [1, 3, 7].entries())
    assert.ok(output.includes(`line ${line}, ${bad[index]}: `), output);
  assert.match(output, new RegExp(`^${uids[0]}: .*poison`, "m"));
  assert.match(output, /^3 of 4 transactions were missing, and are recorded now; 5 could not be recorded$/m);
  await cluster.query("ALTER TABLE reviews DROP CONSTRAINT poison");
  assert.match(await cluster.admin("audit", "--uids", file), /^1 of 4 transactions were missing/m);
  await rm(dirname(file), { recursive: true });
  assert.match(await cluster.admin(), new RegExp(`no_order .*${uids[1]}`));
  await shown(cluster, declined, ({ paid }) => paid);
});
