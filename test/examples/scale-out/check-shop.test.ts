import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkShop } from "payments-client/sandbox";
import { startCluster } from "./cluster.ts";
import { begin, order } from "./customer.ts";

/** Milliseconds of a shorter or longer search. */
const { CHECK_SHOP_BUDGET: BUDGET } = process.env;

const cluster = await startCluster({ apps: 1, workers: 1 });
await cluster.expireJobsSoon();
after(() => cluster[Symbol.asyncDispose]());

const count = async (sql: string, orderId: string): Promise<number> =>
  (await cluster.query<{ count: number }>(sql, [orderId]))[0]?.count ?? Number.NaN;

/** A refund without a known result is sent again after two minutes, which is longer than a story waits. */
const IN_REVIEW = `
  SELECT uid FROM reviews WHERE order_id = $1 AND settled_at IS NULL
  UNION ALL SELECT payment_uid FROM refunds WHERE order_id = $1 AND state IN ('open', 'declined', 'refused')`;

// A story that fails is shortened, which takes longer than the budget.
test("no story of `checkShop` makes the shop lose money", {
  timeout: Number(BUDGET ?? 600_000) + 555_000,
}, async () => {
  const report = await checkShop({
    sandbox: cluster.sandbox,
    seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
    ...(BUDGET && { budget: Number(BUDGET) }),
    // A restart takes seconds, and then the job of the worker that was killed has to run again.
    timeout: 60_000,
    placeOrder: async () => {
      const orderId = await order(cluster, 2);
      return { orderId, token: await begin(cluster, orderId) };
    },
    fulfillments: (id) => count("SELECT count(*)::int FROM fulfillments WHERE order_id = $1", id),
    // Without refund, because a worker makes an equal one only two minutes later. refunds.test.ts tries them.
    reconcile: () => cluster.admin("audit"),
    restart: async () => {
      await Promise.all(cluster.programs.map(({ program }) => program.end()));
      await Promise.all(cluster.programs.map(cluster.revive));
    },
    inReview: async (id) => (await cluster.query<{ uid: string }>(IN_REVIEW, [id])).map(({ uid }) => uid),
  });
  assert.ok(BUDGET ? report.verdict !== "failed" : report.passed, String(report));
  console.log(String(report));
});
