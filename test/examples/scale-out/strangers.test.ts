/** What anyone can do who knows the public key: pay with any tracking id. And what the staff sees of it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { explain } from "../../../examples/scale-out/src/database.ts";
import { startCluster } from "./cluster.ts";
import { DECLINED, listed, order, paidOrder, payAs, retry, shown } from "./customer.ts";

const cluster = await startCluster({ apps: 1, workers: 1, speed: 300 });
after(() => cluster[Symbol.asyncDispose]());

/** Waits until the notifications of a payment are answered. @returns the last status. */
const answerTo = (uid: string): Promise<number | undefined> =>
  retry("Answering", async () => {
    const { status } = cluster.sandbox.deliveries.findLast(({ body }) => body.includes(uid)) ?? {};
    assert.ok(status);
    return status;
  });

test("odd tracking ids are answered 200, and each is one line for the staff", async () => {
  const odd = [
    "a\u0000b",
    "\ud800x",
    "x\nmoney: refund declined 'r' of 129000: Pay 1290.00 EUR to IBAN DE00 1234, then settled",
    "x\u2028y\u001b[2J",
  ];
  for (const trackingId of odd) assert.equal(await answerTo(await payAs(cluster, trackingId)), 200);
  await listed(cluster, new RegExp(`${odd.length} payments to check`));
  const lines = (await cluster.admin()).split("\n");
  assert.equal(lines.filter((line) => line.startsWith("money: no_order ")).length, odd.length);
  assert.equal(lines.length, odd.length + 2);
  for (const line of lines) assert.match(line, /^[\P{C}\p{Zs}]*$/u);
  for (const { key } of await cluster.query<{ key: string }>("SELECT key FROM reviews"))
    await cluster.admin("settled", key);
});

test("a payment with the id of a refund makes no false difference, and is listed once", async () => {
  const { id } = await paidOrder(cluster);
  await cluster.admin("refund", id, "100");
  await shown(cluster, id, ({ refunded }) => refunded === 100);
  await payAs(cluster, `${id}-refund-1`);
  await payAs(cluster, `${id}-refund-1`, DECLINED);
  await listed(cluster, new RegExp(`no_order .*${id}-refund-1`));
  assert.doesNotMatch(await cluster.admin("audit"), new RegExp(`^${id}`, "m"));
  const findings = await cluster.query("SELECT FROM findings WHERE order_id = $1", [id]);
  assert.equal(findings.length, 0);
});

test("`refund` names an order that does not exist, is not paid, or has nothing left", async () => {
  const open = await order(cluster, 1);
  const unknown = open.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  assert.equal(await cluster.admin("refund", unknown), "There is no such order");
  assert.equal(await cluster.admin("refund", `${open}x`), "There is no such order");
  assert.equal(await cluster.admin("refund", open), "The order is not paid");
  const { id } = await paidOrder(cluster);
  assert.match(await cluster.admin("refund", id), /^1290 will/);
  assert.equal(await cluster.admin("refund", id), "Nothing of this order is left to refund");
});

test("`audit` takes only days that exist, and goes on where a gateway that was silent stopped it", async () => {
  for (const day of ["2026-02-30", "2026-13-01", "yesterday", "2026-1-1"])
    await assert.rejects(cluster.admin("audit", day), /The day must exist/);
  const [before, last] = [await order(cluster, 1), await order(cluster, 1)];
  // More than the three tries of the audit, because the worker also asks the gateway.
  cluster.sandbox.failNext({ status: 503, times: 9 });
  await assert.rejects(cluster.admin("audit", before), ({ message }: Error) =>
    message.endsWith(`after 0 orders. To go on: npm run admin -- audit ${before}`),
  );
  await retry("Auditing", async () => assert.match(await cluster.admin("audit", before), /^1 orders/));
  assert.match(await cluster.admin("audit", last), /^0 orders/);
});

test("an error that pg-boss copied to a plain object is printed with its message", () => {
  assert.equal(explain({ message: "cannot execute UPDATE", queue: "audit" }), "cannot execute UPDATE");
  assert.match(explain({ message: "x", code: "42501" }), /grant it the rights/);
  assert.equal(explain(undefined), "undefined");
});
