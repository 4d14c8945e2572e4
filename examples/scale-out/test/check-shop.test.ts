import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkShop } from "payments-client/sandbox";
import { Cluster } from "./cluster.ts";
import { begin, order, retry } from "./customer.ts";

/** More at night: in milliseconds. */
const BUDGET = Number(process.env["CHECK_SHOP_BUDGET"] ?? 45_000);

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({ apps: 1, workers: 1 });
  await cluster.expireJobsSoon();
});
after(() => cluster[Symbol.asyncDispose]());

const count = async (sql: string, orderId: string): Promise<number> =>
  (await cluster.query<{ count: number }>(sql, [orderId]))[0]?.count ?? Number.NaN;

// A story that fails is shortened, which takes longer than the budget.
test("no story of `checkShop` makes the shop lose money", { timeout: BUDGET + 555_000 }, async () => {
  const report = await checkShop({
    sandbox: cluster.sandbox,
    seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
    budget: BUDGET,
    // A restart takes seconds, and then the job of the worker that was killed has to run again.
    timeout: 60_000,
    placeOrder: async () => {
      const orderId = await order(cluster, 2);
      // The gateway fails in some scenarios, and the customer presses again.
      return { orderId, token: await retry("Starting to pay", () => begin(cluster, orderId)) };
    },
    fulfillments: (id) => count("SELECT count(*)::int FROM fulfilments WHERE order_id = $1", id),
    // Without refund: a worker makes them, an equal one after more than 30 seconds. refunds.test.ts and chaos.ts try them.
    // The night's audit as well: the token of a paid order is asked for no more, but its customer may have paid another.
    reconcile: async () => {
      await cluster.admin("reconcile");
      await cluster.admin("audit");
    },
    restart: async () => {
      await Promise.all(cluster.programs.map(({ program }) => program.end()));
      await Promise.all(cluster.programs.map((_, index) => cluster.revive(index)));
    },
    inReview: (id) =>
      count("SELECT count(*)::int FROM decisions WHERE order_id = $1 AND decision <> 'paid'", id),
  });
  assert.ok(report.passed, String(report));
  console.log(String(report));
});
