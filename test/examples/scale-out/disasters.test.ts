import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { forgetFuture } from "../../../examples/scale-out/src/forget-future.ts";
import { type Deliver, startCluster, vanish } from "./cluster.ts";
import {
  begin,
  failed,
  gatewayReport,
  isFulfilled,
  keptOf,
  order,
  paidOrder,
  retry,
  sendAgain,
  shown,
  strangeToken,
} from "./customer.ts";
import { seeded } from "./seeded.ts";

const PRICE = 1290;
const random = seeded(1);
const arrive: Deliver = (request, post) => post(request);
let deliver = arrive;

const cluster = await startCluster({
  apps: 2,
  workers: 2,
  speed: 300,
  deliver: (...given) => deliver(...given),
});
after(() => cluster[Symbol.asyncDispose]());

/** A third of the notifications is lost, and a third arrives twice. */
const unreliable: Deliver = async (request, post) => {
  const way = random() * 3;
  if (way < 1) return vanish(request, post);
  if (way < 2) await post(request.clone()).catch(() => undefined);
  return post(request);
};

/** Kills processes and the database, and cuts networks, until it is over. */
async function disturbUntil(isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const entry = cluster.programs[turn % cluster.programs.length] ?? assert.fail();
    if (turn % 8 === 5) {
      await cluster.postgres.kill();
      await cluster.postgres.restart();
    } else if (turn % 4 === 3) {
      const network = turn % 8 === 3 ? cluster.network : cluster.gatewayNetwork;
      network.freeze();
      await wait(3000);
      network.heal();
    } else {
      await entry.program.end();
      await wait(random() * 500);
    }
    await cluster.revive(entry);
  }
}

/** Customers who order and pay all the time. If their order is lost by the restore, they give up. */
async function sell(sold: string[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await wait(50); // so that the machine has time for everything else
    const id = await retry("Ordering", () => order(cluster, 1));
    const press = () => begin(cluster, id).catch((error) => (/404/.test(error) ? "" : Promise.reject(error)));
    const [token, again] = await Promise.all([1, 2].map(() => retry("Starting to pay", press)));
    if (!token || !again) continue;
    assert.equal(token, again, "pressing twice gives one token");
    await cluster.sandbox.pay(token);
    if (random() < 0.3) await cluster.sandbox.pay(await strangeToken(cluster, id));
    sold.push(id);
  }
}

/** The payment that paid an order first. */
const first = new Map<string, string>();
/** Only the gateway's report contains it. */
const CHARGED_BACK = "is paid and charged back";

/** What happens to an order in the hour that is lost. @returns what the gateway keeps of it. */
const LOST_HOUR: Readonly<Record<string, (id: string, token: string) => Promise<number>>> = {
  async "is paid"(_, token) {
    await cluster.sandbox.pay(token);
    return PRICE;
  },
  async "is paid and refunded"(id, token) {
    await cluster.sandbox.pay(token);
    await shown(cluster, id, isFulfilled);
    await cluster.admin("refund", id);
    await shown(cluster, id, ({ refunded }) => refunded === PRICE);
    return 0;
  },
  async "is paid and refunded by hand"(_, token) {
    const { uid } = await cluster.sandbox.pay(token);
    await cluster.payments.transactions.refund({ parent_uid: uid, amount: PRICE, reason: "By hand" });
    return 0;
  },
  async "is paid and refunded in parts"(id, token) {
    await cluster.sandbox.pay(token);
    await shown(cluster, id, isFulfilled);
    for (const amount of ["300", "500"]) await cluster.admin("refund", id, amount);
    await shown(cluster, id, ({ refunded }) => refunded === 800);
    return PRICE - 800;
  },
  async "is paid twice, and the second payment is refunded"(id, token) {
    const { uid } = await cluster.sandbox.pay(token);
    await shown(cluster, id, ({ paid }) => paid);
    await cluster.sandbox.pay(await strangeToken(cluster, id));
    first.set(id, uid);
    await retry("Refunding the second", async () => {
      const refunded = "SELECT FROM refunds WHERE order_id = $1 AND state = 'succeeded'";
      assert.equal((await cluster.query(refunded, [id])).length, 1);
    });
    return PRICE;
  },
  async [CHARGED_BACK](_, token) {
    await cluster.sandbox.chargeBack((await cluster.sandbox.pay(token)).uid);
    return 0;
  },
  "is not paid": async () => 0,
};

/** The steps of the README. @param check Called after the first audit. */
async function restore(check: () => Promise<void>): Promise<void> {
  await Promise.all(cluster.programs.map(({ program }) => program.end()));
  await cluster.postgres.restore();
  await cluster.admin("audit");
  await check();
  const folder = await mkdtemp(join(tmpdir(), "scale-out-report-"));
  const uids = (await gatewayReport(cluster)).map(({ uid }) => uid);
  await writeFile(join(folder, "uids"), uids.join("\n"));
  await cluster.admin("audit", "--uids", join(folder, "uids"));
  await rm(folder, { recursive: true });
  await Promise.all(cluster.programs.map(cluster.revive));
}

/** Waits until the sums of shop and gateway agree, and no job is left. */
const agree = () =>
  retry("Agreeing", async () => {
    await cluster.passTime();
    assert.deepEqual(await cluster.openJobs(), []);
    const [book] = await cluster.query<{ sum: number }>("SELECT sum(amount)::int AS sum FROM book");
    assert.equal(book?.sum, keptOf(await gatewayReport(cluster)));
  });

async function surviveRestore(): Promise<void> {
  const limits = await cluster.expireJobsSoon();
  const sold: string[] = [];
  let isOver = false;
  const sellAll = (to: string[]) => Promise.all([1, 2, 3].map(() => sell(to, () => isOver)));
  deliver = unreliable;
  const load = sellAll(sold);
  await disturbUntil(() => sold.length >= 40);
  isOver = true;
  await load;
  deliver = arrive;
  await agree();

  isOver = false;
  const selling = sellAll([]);
  const visits = await Promise.all(
    Object.entries(LOST_HOUR).map(async ([what, happen]) => {
      const id = await retry("Ordering", () => order(cluster, 1));
      return { what, happen, id, token: await retry("Starting to pay", () => begin(cluster, id)) };
    }),
  );
  await cluster.postgres.copy();
  await retry("Going on", () => order(cluster, 1));
  const kept = await Promise.all(visits.map(({ happen, id, token }) => happen(id, token)));
  await restore(async () => {
    for (const [index, { what, id }] of visits.entries()) {
      if (what === CHARGED_BACK) continue;
      const book = "SELECT coalesce(sum(amount), 0)::int AS sum FROM book WHERE order_id = $1";
      assert.deepEqual(await cluster.query(book, [id]), [{ sum: kept[index] }], what);
    }
  });
  await retry("Going on", () => order(cluster, 1));
  isOver = true;
  await selling;
  await agree();

  const report = await gatewayReport(cluster);
  const expected = [
    ...sold.map((id) => ({ id, what: "bought during the kills", kept: PRICE })),
    ...visits.map(({ id, what }, index) => ({ id, what, kept: kept[index] ?? Number.NaN })),
  ];
  for (const { id, what, kept } of expected) {
    const [row = assert.fail()] = await cluster.query<{ paid_by: string; count: number }>(
      "SELECT paid_by, (SELECT count(*)::int FROM fulfillments WHERE order_id = id) FROM orders WHERE id = $1",
      [id],
    );
    assert.equal(keptOf(report, id), kept, what);
    assert.equal(row.count, kept === 0 ? 0 : 1, `${what}: fulfilled`);
    if (first.has(id)) assert.equal(row.paid_by, first.get(id), what);
  }
  for (const { what, id, token } of visits) {
    if (what === "is not paid") assert.equal(await begin(cluster, id), token, "its token is still open");
    if (!what.endsWith("in parts")) continue;
    assert.match(await cluster.admin("refund", id), new RegExp(`^${PRICE - 800} will be refunded`));
  }
  await limits.reset();
}

/** The clock of the database was ahead, and is right again. */
async function surviveClock(ahead: string): Promise<void> {
  const workers = cluster.programs.filter(({ role }) => role === "worker");
  await Promise.all(workers.map(({ program }) => program.end()));
  const [fulfilled, unheard] = [await order(cluster, 1), await order(cluster, 1)];
  deliver = async (request, post) =>
    (await request.clone().text()).includes(unheard) ? vanish(request, post) : post(request);
  for (const id of [fulfilled, unheard]) await cluster.sandbox.pay(await begin(cluster, id));
  const ids: string[] = [];
  for (let audits = 1; audits <= 12; audits += 1) {
    const id = await order(cluster, 1);
    const set =
      "UPDATE checkouts SET audits = $2::int, audit_at = now() + interval '15 seconds' * 2 ^ $2::int";
    await cluster.query(`${set} WHERE order_id = $1`, [id, audits]);
    ids.push(id);
  }
  await cluster.setAhead(ahead);
  assert.match(await cluster.admin(), /no audit in the last hour/);
  await forgetFuture(cluster.pool);
  const late = await cluster.query(
    `SELECT audits, audit_at - now() AS wait FROM checkouts
     WHERE audit_at > now() + interval '61 seconds' + interval '30 seconds' * 2 ^ audits`,
  );
  assert.deepEqual(late, [], "no audit comes later than twice its interval");
  await cluster.query("DELETE FROM orders WHERE id = ANY ($1)", [ids]);
  await cluster.query("UPDATE checkouts SET audits = 0, audit_at = now() WHERE order_id = $1", [unheard]);
  await cluster.setAhead(ahead);
  await Promise.all(workers.map(cluster.revive));
  await shown(cluster, fulfilled, isFulfilled);
  await shown(cluster, unheard, ({ paid }) => paid);
  deliver = arrive;
}

/** Two refunds were sent while the clock was ahead. One is settled, and one is looked up and sent. */
async function surviveClockOfRefunds(): Promise<void> {
  const paid = [await paidOrder(cluster), await paidOrder(cluster)];
  for (const { id } of paid) {
    cluster.sandbox.failNext({ status: 503 });
    await cluster.admin("refund", id);
    await failed(cluster, "refunds", id);
  }
  await cluster.query("UPDATE refunds SET sent_at = now() + interval '370 days' WHERE state = 'open'");
  const [first, second] = paid.map(({ id }) => id);
  assert.match(await cluster.admin("settled", `${first}-refund-1`), /^1 of 1/);
  await sendAgain(cluster);
  await shown(cluster, second ?? "", ({ refunded }) => refunded === PRICE);
  await agree();
  const found = await cluster.payments.transactions.findByTrackingId(`${first}-refund-1`);
  assert.deepEqual(found, []);
}

/** An order that cannot be read is put aside and named, and those after it are audited. */
async function survivePoison(): Promise<void> {
  const [first, last] = [await paidOrder(cluster), await paidOrder(cluster)];
  await cluster.query("UPDATE orders SET paid_by = '' WHERE id = $1", [first.id]);
  // Alone in its batch, as if the gateway were down.
  const alone = "UPDATE checkouts SET audit_at = CASE WHEN order_id = $1 THEN now() END";
  await cluster.query(alone, [first.id]);
  await cluster.passMinute();
  await retry("Putting it aside", async () => {
    const again =
      "UPDATE findings SET found_at = now() - interval '6 minutes' WHERE order_id = $1 RETURNING kind";
    assert.deepEqual(await cluster.query(again, [first.id]), [{ kind: "unreadable" }]);
  });
  assert.match(await cluster.admin(), new RegExp(`put aside: ${first.id} it cannot be read: `));
  await retry("Naming it", async () => {
    const health = await (await fetch(`${cluster.addresses("worker")[0]}/health`)).text();
    assert.ok(health.includes(first.id.slice(0, 13)), health);
    assert.doesNotMatch(health, new RegExp(first.id), "the whole id is the secret of the order's page");
  });
  await cluster.query("UPDATE orders SET amount = 7 WHERE id = $1", [last.id]);
  assert.match(await cluster.admin("audit"), new RegExp(`^${last.id}: .*payment of 7 EUR`, "m"));
  await cluster.query("UPDATE orders SET paid_by = $2 WHERE id = $1", [first.id, first.uid]);
  await cluster.query(`UPDATE orders SET amount = ${PRICE} WHERE id = $1`, [last.id]);
  await cluster.admin("audit");
  assert.match(await cluster.admin(), / 0 orders put aside/);
}

/** The refund is notified before its payment, or requested while the shipment fails. */
async function surviveRefund(): Promise<void> {
  const early = await order(cluster, 1);
  const posts = new Map<string, () => Promise<Response>>();
  deliver = async (request, post) => {
    const { transaction } = Object(await request.clone().json());
    // What was lost before is repeated, too.
    if (String(transaction.tracking_id).startsWith(early)) posts.set(transaction.type, () => post(request));
    return vanish(request, post);
  };
  const { uid, amount } = await cluster.sandbox.pay(await begin(cluster, early));
  await cluster.payments.transactions.refund({ parent_uid: uid, amount: Number(amount), reason: "Returned" });
  await retry("Notifying both", async () => assert.deepEqual([...posts.keys()], ["payment", "refund"]));
  for (const type of ["refund", "payment"]) assert.equal((await posts.get(type)?.())?.status, 200);
  deliver = arrive;

  await cluster.query("UPDATE products SET stock = 0");
  const late = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, late));
  await failed(cluster, "fulfillment", late);
  cluster.sandbox.failNext({ status: 503 });
  await cluster.admin("refund", late);
  await failed(cluster, "refunds", late);
  await cluster.query("UPDATE products SET stock = 1000");
  await sendAgain(cluster);
  for (const id of [early, late]) await shown(cluster, id, ({ refunded }) => refunded === PRICE);
  await retry("Running all jobs", async () => assert.deepEqual(await cluster.openJobs(), []));
  for (const id of [early, late]) {
    const { paid, code } = await shown(cluster, id, () => true);
    assert.deepEqual({ paid, code }, { paid: true, code: null });
  }
}

test("the shop survives an old backup, wrong clocks, a poison row and a refund before the shipment", async (context) => {
  await context.test("an old backup, after kills and cut networks", surviveRestore);
  for (const ahead of ["90 minutes", "400 days"])
    await context.test(`a clock that was ${ahead} ahead`, () => surviveClock(ahead));
  await context.test("refunds that were sent by such a clock", surviveClockOfRefunds);
  await context.test("a poison row", survivePoison);
  await context.test("a refund before the shipment", surviveRefund);
});
