import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { begin, gatewayReport, isFulfilled, keptOf, order, retry, shown, strangeToken } from "./customer.ts";

const PRICE = 1290;
/** Only the gateway's report contains it. */
const CHARGED_BACK = "is paid and charged back";

const cluster = await startCluster({ apps: 2, workers: 2, speed: 300 });
await cluster.expireJobsSoon();
after(() => cluster[Symbol.asyncDispose]());

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

/** The payment that paid an order first. */
const first = new Map<string, string>();

/** Customers who order and pay all the time. If their order is lost, they give up. */
async function sell(isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    await wait(50); // so that the machine has time for everything else
    const id = await retry("Ordering", () => order(cluster, 1));
    const token = await retry("Starting to pay", () =>
      begin(cluster, id).catch((error) => (/404/.test(error) ? "" : Promise.reject(error))),
    );
    if (token === "") continue;
    await cluster.sandbox.pay(token);
    if (count % 3 === 0) await cluster.sandbox.pay(await strangeToken(cluster, id));
  }
}

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

test("after a restore in the middle of a load, the books agree, and nothing is fulfilled or refunded again", async () => {
  let isOver = false;
  const selling = Promise.all([1, 2, 3].map(() => sell(() => isOver)));
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

  await retry("Agreeing", async () => {
    await cluster.passTime();
    assert.deepEqual(await cluster.openJobs(), []);
    const [book] = await cluster.query<{ sum: number }>("SELECT sum(amount)::int AS sum FROM book");
    assert.equal(book?.sum, keptOf(await gatewayReport(cluster)));
  });
  const report = await gatewayReport(cluster);
  for (const [index, { what, id, token }] of visits.entries()) {
    const [{ paid_by: paidBy, count } = assert.fail()] = await cluster.query<{
      paid_by: string;
      count: number;
    }>(
      "SELECT paid_by, (SELECT count(*)::int FROM fulfillments WHERE order_id = id) FROM orders WHERE id = $1",
      [id],
    );
    assert.equal(keptOf(report, id), kept[index], what);
    assert.equal(count, kept[index] === 0 ? 0 : 1, `${what}: fulfilled`);
    if (first.has(id)) assert.equal(paidBy, first.get(id), what);
    if (what === "is not paid") assert.equal(await begin(cluster, id), token, "its token is still open");
  }
  const parts = visits.find(({ what }) => what.endsWith("in parts"))?.id ?? "";
  assert.match(await cluster.admin("refund", parts), new RegExp(`^${PRICE - 800} will be refunded`));
});
