import assert from "node:assert/strict";
import { test } from "node:test";
import { fulfill } from "../src/fulfillment.ts";
import { requestRefund } from "../src/refunds.ts";
import { startWorker } from "../src/worker.ts";
import { openOrder, openTestShop } from "./open-test-shop.ts";
import { isPaid, voucherOf } from "./queries.ts";

/** Work that ends when the test resolves it. */
function controlledWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a worker never runs concurrently, and runs once more if it was kicked meanwhile", async () => {
  const { runs, work } = controlledWork();
  const worker = startWorker("Test", 0, work);
  for (let kick = 0; kick < 3; kick += 1) worker.kick();
  await settled();
  assert.equal(runs.length, 1);
  worker.kick();
  runs[0]?.resolve();
  await settled();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await settled();
  assert.equal(runs.length, 2);
  await worker.stop();
});

test("a worker that failed runs again", async () => {
  const { runs, work } = controlledWork();
  const worker = startWorker("Test", 0, work);
  worker.kick();
  runs[0]?.reject(new Error("disk is full"));
  await settled();
  worker.kick();
  await settled();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await worker.stop();
});

test("a worker runs at its interval until it is stopped, and stopping waits for the current run", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { runs, work } = controlledWork();
  const worker = startWorker("Test", 10, work);
  t.mock.timers.tick(10_000);
  await settled();
  assert.equal(runs.length, 1);
  let isStopped = false;
  const stopped = worker.stop().then(() => {
    isStopped = true;
  });
  await settled();
  assert.equal(isStopped, false);
  runs[0]?.resolve();
  await stopped;
  t.mock.timers.tick(20_000);
  await settled();
  assert.equal(runs.length, 1);
});

test("an order that can't be fulfilled does not delay the others, and is fulfilled later", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const first = await visitor.order();
  shop.db.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON vouchers WHEN NEW.order_id = '${first}'
    BEGIN SELECT RAISE(ABORT, 'the printer is out of paper'); END`);
  await sandbox.pay(await visitor.pay(first));
  const second = await visitor.order();
  await sandbox.pay(await visitor.pay(second));
  assert.deepEqual([isPaid(shop.db, first), voucherOf(shop.db, first)], [true, null]);
  assert.notEqual(voucherOf(shop.db, second), null);
  shop.db.exec("DROP TRIGGER broken");
  fulfill(shop.db);
  assert.notEqual(voucherOf(shop.db, first), null);
});

test("an order that was refunded in full before it was fulfilled is fulfilled no more", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  shop.db.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON vouchers BEGIN SELECT RAISE(ABORT, 'the printer is out of paper'); END`);
  await sandbox.pay(await visitor.pay(order));
  shop.db.exec("DROP TRIGGER broken");
  requestRefund(shop.db, { id: "refund-1", orderId: order, amount: "129.00", reason: "It did not come" });
  fulfill(shop.db);
  assert.equal(voucherOf(shop.db, order), null);
  shop.db.exec("UPDATE refunds SET status = 'declined'");
  fulfill(shop.db);
  assert.notEqual(voucherOf(shop.db, order), null, "the customer has not got the money back");
});

test("a fulfillment that runs twice for one order issues one voucher", async (context) => {
  const { shop, sandbox, order, token } = await openOrder(context);
  await sandbox.pay(token);
  const voucher = voucherOf(shop.db, order);
  const waiting = () => shop.db.prepare("SELECT id FROM orders WHERE fulfilled_at IS NULL").all();
  assert.deepEqual(waiting(), []);
  // As if the shop had been killed before the order was marked.
  shop.db.exec("UPDATE orders SET fulfilled_at = NULL");
  fulfill(shop.db);
  assert.equal(voucherOf(shop.db, order), voucher);
  assert.deepEqual(waiting(), []);
});
