import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { PaymentsClient } from "payments-client";
import { findOrder } from "../src/orders.ts";
import { askGateway } from "../src/payments/ask-gateway.ts";
import { listOpenTokens } from "../src/payments/checkouts.ts";
import { startPayment } from "../src/payments/start-payment.ts";
import { type Watch, watchPayments } from "../src/payments/watch-payments.ts";
import type { Shop } from "../src/shop.ts";
import { clientWithStatus } from "./client-with-status.ts";
import { openTestShop } from "./open-test-shop.ts";
import { isPaid, outcomes, problems, stockOf, voucherOf } from "./queries.ts";

const LOST = { losesNotifications: true };

const LONG_AGO = "2026-01-01T00:00:00.000Z";

test("the return page queries the gateway, and marks the order as paid like the notification", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order("night-tour");
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), false);
  const { text } = await visitor.get(`/orders/${order}/return`);
  assert.match(text, /Paid. Thank you!/);
  assert.ok(text.includes(voucherOf(shop.db, order) ?? "none"));
});

test("a notification after the return page changes nothing", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor, url } = opened;
  const order = await visitor.order("night-tour");
  await sandbox.pay(await visitor.pay(order));
  await visitor.get(`/orders/${order}/return`);
  const { body = "", signature = "" } = sandbox.deliveries[0] ?? {};
  const late = await fetch(`${url}/notifications`, {
    method: "POST",
    headers: { "content-signature": signature },
    body,
  });
  assert.equal(late.status, 200);
  assert.deepEqual(outcomes(shop.db), ["paid"]);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
});

test("the return page ignores the status in its address", async () => {
  await using opened = await openTestShop();
  const { shop, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  const { text } = await visitor.get(`/orders/${order}/return?token=${token}&status=successful&uid=1`);
  assert.match(text, /not paid yet/);
  assert.equal(isPaid(shop.db, order), false);
});

test("the return page reports a gateway that can't be reached", async () => {
  await using opened = await openTestShop();
  const { sandbox, visitor } = opened;
  const order = await visitor.order();
  await visitor.pay(order);
  sandbox.failNext({ status: 503 });
  const { status, text } = await visitor.get(`/orders/${order}/return`);
  assert.equal(status, 503);
  assert.match(text, /can’t be reached/);
});

test("a customer who has paid and clicks Pay again is not charged twice", async () => {
  await using opened = await openTestShop(LOST);
  const { sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order));
  const { location } = await visitor.post(`/orders/${order}/pay`);
  assert.equal(location, `/orders/${order}/return`);
});

test("a payment in progress is not paid again", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  const payments = clientWithStatus(sandbox, { status: "pending" });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  const found = findOrder(shop.db, order);
  assert.equal(found && (await startPayment({ ...shop, payments }, found)), "processing");
});

test("a customer whose token ended unnoticed gets one that can be paid", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.expire(token);
  assert.notEqual(await visitor.pay(order), token);
  assert.equal((await askGateway(shop, token)).state, "over");
});

test("a payment that can't be stored is no payment in progress: the gateway posts it again", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const token = await visitor.pay(await visitor.order());
  await sandbox.pay(token);
  shop.db.exec("CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  await assert.rejects(askGateway(shop, token), /disk is full/);
  assert.equal(listOpenTokens(shop.db).length, 1);
});

test("the paid amount counts, not the requested one", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payment = { uid: "1", status: "successful", amount: 1, currency: "EUR" };
  const payments = clientWithStatus(sandbox, { gateway_response: { payment } });
  await askGateway({ ...shop, payments }, token);
  assert.deepEqual(outcomes(shop.db), ["contradictory"]);
  assert.equal(isPaid(shop.db, order), false);
});

test("a payment without an identifier waits for its notification", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payments = clientWithStatus(sandbox, { gateway_response: { payment: { status: "successful" } } });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  assert.equal(isPaid(shop.db, order), false);
  await askGateway(shop, token);
  assert.equal(isPaid(shop.db, order), true);
});

test("a contradictory status is listed on the admin page, and a later payment is recorded", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payments = clientWithStatus(sandbox, { finished: false });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  assert.deepEqual(problems(shop.db), ["contradictory"]);
  assert.equal(isPaid(shop.db, order), false);
  // The customer may have paid, and is not asked to pay again.
  assert.match((await visitor.get(`/orders/${order}`)).text, /being checked by our staff/);
  assert.equal((await visitor.post(`/orders/${order}/pay`)).location, `/orders/${order}/return`);
  await askGateway(shop, token);
  assert.deepEqual(outcomes(shop.db), ["contradictory", "paid"]);
  assert.equal(isPaid(shop.db, order), true);
  assert.deepEqual(problems(shop.db), [], "nothing is left to refund");
});

test("a status that contradicts itself before it is final is asked for again", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const token = await visitor.pay(await visitor.order());
  const payment = { uid: "1", status: "successful", amount: 12_900, currency: "EUR" };
  const payments = clientWithStatus(sandbox, { gateway_response: { payment } });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  assert.deepEqual(outcomes(shop.db), []);
  assert.equal(listOpenTokens(shop.db).length, 1);
});

test("a gateway that hangs does not hold the customer's page", async () => {
  await using opened = await openTestShop();
  const { shop, sandbox, visitor } = opened;
  const token = await visitor.pay(await visitor.order());
  const payments = new PaymentsClient({
    ...sandbox.clientOptions,
    maxRetries: 0,
    fetch: (_url, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const start = performance.now();
  await assert.rejects(askGateway({ ...shop, payments }, token), { code: "timeout" });
  assert.ok(performance.now() - start < 10_000);
});

/** The open payments of a shop, asked about every 10 ms until the test ends. */
function watchOpen(shop: Shop): Watch & AsyncDisposable {
  const watch = watchPayments(shop, 0.01);
  for (const { token } of listOpenTokens(shop.db)) watch.add(token);
  return { ...watch, [Symbol.asyncDispose]: watch.stop };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let left = 500; !isSo(); left -= 1) {
    if (left === 0) throw new Error("The condition was not met in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("a payment is found although the gateway did not know its token at first, or refused to answer", async () => {
  for (const { status, createdAt } of [
    { status: 404, createdAt: new Date().toISOString() },
    { status: 401, createdAt: LONG_AGO },
  ]) {
    await using opened = await openTestShop(LOST);
    const { shop, sandbox, visitor } = opened;
    const order = await visitor.order();
    await sandbox.pay(await visitor.pay(order));
    shop.db.prepare("UPDATE checkouts SET created_at = ?").run(createdAt);
    sandbox.failNext({ status });
    const start = performance.now();
    await using _watch = watchOpen(shop);
    await until(() => isPaid(shop.db, order));
    assert.ok(performance.now() - start > 150, "it waits for longer than between two polls");
  }
});

test("a token that the gateway has not known for a day is given up", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const token = await visitor.pay(await visitor.order());
  for (const createdAt of [new Date().toISOString(), LONG_AGO]) {
    shop.db.prepare("UPDATE checkouts SET created_at = ?").run(createdAt);
    sandbox.failNext({ status: 404 });
    assert.equal((await askGateway(shop, token)).state, "over");
    assert.equal(listOpenTokens(shop.db).length, createdAt === LONG_AGO ? 0 : 1);
  }
  const watched = await visitor.pay(await visitor.order());
  shop.db.prepare("UPDATE checkouts SET created_at = ? WHERE token = ?").run(LONG_AGO, watched);
  sandbox.failNext({ status: 404 });
  await using _watch = watchOpen(shop);
  await until(() => listOpenTokens(shop.db).length === 0);
});

test("a payment without a notification is found, made before or after polling started", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const [early, late] = [await visitor.order(), await visitor.order()];
  await sandbox.pay(await visitor.pay(early));
  const token = await visitor.pay(late);
  await using watch = watchOpen(shop);
  await until(() => isPaid(shop.db, early));
  assert.equal(isPaid(shop.db, late), false);
  await sandbox.pay(token);
  await until(() => isPaid(shop.db, late));
  await watch.stop();
  assert.deepEqual(listOpenTokens(shop.db), [], "final tokens are not polled again");
});

test("polling continues after an outage of the gateway", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order));
  sandbox.failNext({ status: 503, times: 3 });
  await using _watch = watchOpen(shop);
  await until(() => isPaid(shop.db, order));
});

test("a final status without an identifier is asked for again", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order));
  const changes: { gateway_response?: object } = { gateway_response: { payment: { status: "successful" } } };
  let asked = 0;
  const payments = clientWithStatus(sandbox, changes, () => {
    asked += 1;
    if (asked > 1) delete changes.gateway_response;
  });
  await using _watch = watchOpen({ ...shop, payments });
  await until(() => isPaid(shop.db, order));
});

test("a database that can't be written for a moment does not end the polling, or the shop", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  await visitor.pay(await visitor.order());
  shop.db.prepare("UPDATE checkouts SET created_at = ?").run(LONG_AGO);
  shop.db.exec(`
    CREATE TRIGGER locked BEFORE UPDATE ON checkouts BEGIN SELECT RAISE(ABORT, 'database is locked'); END`);
  sandbox.failNext({ status: 404, times: 2 });
  await using _watch = watchOpen(shop);
  await until(() => sandbox.requests.some(({ status }) => status === 404));
  await new Promise((resolve) => setTimeout(resolve, 50));
  shop.db.exec("DROP TRIGGER locked");
  await until(() => listOpenTokens(shop.db).length === 0);
});

test("a shop that is stopped stops polling", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, visitor, sandbox } = opened;
  await visitor.pay(await visitor.order());
  let asked = 0;
  const payments = clientWithStatus(sandbox, {}, () => {
    asked += 1;
  });
  await using watch = watchOpen({ ...shop, payments });
  await until(() => asked > 2);
  await watch.stop();
  for (const { token } of listOpenTokens(shop.db)) watch.add(token);
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(asked, before);
});

test("an expired token is not polled again, and its order can be paid with a new one", async () => {
  await using opened = await openTestShop();
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.expire(await visitor.pay(order));
  assert.deepEqual(listOpenTokens(shop.db), []);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
});

test("outside test mode, a test payment is not paid on the return page either", async () => {
  await using opened = await openTestShop({ ...LOST, isTestMode: false });
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payments = clientWithStatus(sandbox, { test: true });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "over");
  assert.equal(isPaid(shop.db, order), false);
});

test("a payment that was found closes its token", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const token = await visitor.pay(await visitor.order());
  await sandbox.pay(token);
  await askGateway(shop, token);
  assert.deepEqual(listOpenTokens(shop.db), []);
});

test("a shop that polls every 0 seconds does not poll", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  let asked = 0;
  const payments = clientWithStatus(sandbox, {}, () => {
    asked += 1;
  });
  const { mock: log } = mock.method(console, "error", () => undefined);
  const watch = watchPayments({ ...shop, payments }, 0);
  watch.add(await visitor.pay(await visitor.order()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await watch.stop();
  assert.deepEqual([asked, log.callCount()], [0, 0]);
});
