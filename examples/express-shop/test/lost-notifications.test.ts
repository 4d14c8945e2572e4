import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findOrder } from "../src/orders.ts";
import { askGateway } from "../src/payments/ask-gateway.ts";
import { listOpenTokens } from "../src/payments/checkouts.ts";
import { reconcile } from "../src/payments/reconcile.ts";
import { startPayment } from "../src/payments/start-payment.ts";
import { clientThrough, clientWithStatus } from "./client-with-status.ts";
import { openOrder, openTestShop } from "./open-test-shop.ts";
import { isPaid, reviewReasons, stockOf, voucherOf } from "./queries.ts";

const LOST = { losesNotifications: true };

const LONG_AGO = "2026-01-01T00:00:00.000Z";

test("the return page queries the gateway and marks the order as paid, and a later notification changes nothing", async (context) => {
  const { shop, sandbox, visitor, url, order, token } = await openOrder(context, LOST, "night-tour");
  await sandbox.pay(token);
  assert.equal(isPaid(shop.db, order), false);
  const { text } = await visitor.get(`/orders/${order}/return`);
  assert.match(text, /Paid. Thank you!/);
  assert.ok(text.includes(voucherOf(shop.db, order) ?? "none"));
  const { body = "" } = sandbox.deliveries[0] ?? {};
  const headers = await sandbox.sign(body);
  const late = await fetch(`${url}/notifications`, { method: "POST", headers, body });
  assert.equal(late.status, 200);
  assert.deepEqual(reviewReasons(shop.db), []);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
});

test("the return page reports a gateway that can't be reached", async (context) => {
  const { sandbox, visitor, order } = await openOrder(context);
  sandbox.failNext({ status: 503 });
  const { status, text } = await visitor.get(`/orders/${order}/return`);
  assert.equal(status, 503);
  assert.match(text, /can’t be reached/);
});

test("a customer who has paid and clicks Pay again is not charged twice", async (context) => {
  const { sandbox, visitor, order, token } = await openOrder(context, LOST);
  await sandbox.pay(token);
  const { location } = await visitor.post(`/orders/${order}/pay`);
  assert.equal(location, `/orders/${order}/return`);
});

test("a payment in progress is not paid again", async (context) => {
  const { shop, sandbox, order, token } = await openOrder(context, LOST);
  const payments = clientWithStatus(sandbox, { status: "pending" });
  assert.equal(await askGateway({ ...shop, payments }, token), "processing");
  const found = findOrder(shop.db, order);
  assert.equal(found && (await startPayment({ ...shop, payments }, found)), "processing");
});

test("a payment that can't be stored is no payment in progress: the gateway posts it again", async (context) => {
  const { shop, sandbox, token } = await openOrder(context, LOST);
  await sandbox.pay(token);
  shop.db.exec("CREATE TRIGGER full BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  await assert.rejects(askGateway(shop, token), /disk is full/);
  assert.equal(listOpenTokens(shop.db).length, 1);
});

test("a payment without an identifier waits for its notification", async (context) => {
  const { shop, sandbox, order, token } = await openOrder(context, LOST);
  await sandbox.pay(token);
  const payments = clientWithStatus(sandbox, { gateway_response: { payment: { status: "successful" } } });
  assert.equal(await askGateway({ ...shop, payments }, token), "processing");
  assert.equal(isPaid(shop.db, order), false);
  await askGateway(shop, token);
  assert.equal(isPaid(shop.db, order), true);
});

test("a contradictory status is listed on the admin page, until the payment pays its order", async (context) => {
  const { shop, sandbox, visitor, order, token } = await openOrder(context, LOST);
  await sandbox.pay(token);
  const payments = clientWithStatus(sandbox, { finished: false });
  assert.equal(await askGateway({ ...shop, payments }, token), "in review");
  assert.deepEqual(reviewReasons(shop.db), ["unknown"]);
  assert.equal(isPaid(shop.db, order), false);
  // The customer may have paid, and is not asked to pay again.
  assert.match((await visitor.get(`/orders/${order}`)).text, /being checked by our staff/);
  assert.equal((await visitor.post(`/orders/${order}/pay`)).location, `/orders/${order}/return`);
  await askGateway(shop, token);
  assert.equal(isPaid(shop.db, order), true);
  assert.deepEqual(reviewReasons(shop.db), [], "nothing is left to refund");
});

test("a gateway that hangs does not hold the customer's page", async (context) => {
  const { shop, sandbox, token } = await openOrder(context);
  const payments = clientThrough(sandbox, async ({ signal }) => {
    await once(signal, "abort");
    throw signal.reason;
  });
  const start = performance.now();
  await assert.rejects(askGateway({ ...shop, payments }, token), { code: "timeout" });
  assert.ok(performance.now() - start < 10_000);
});

test("the job finds a payment although the gateway did not know its token at first, refused or was down", async (context) => {
  for (const { status, createdAt } of [
    { status: 404, createdAt: new Date().toISOString() },
    { status: 401, createdAt: LONG_AGO },
    { status: 503, createdAt: LONG_AGO },
  ]) {
    const { shop, sandbox, order, token } = await openOrder(context, LOST);
    await sandbox.pay(token);
    shop.db.prepare("UPDATE checkouts SET created_at = ?").run(createdAt);
    sandbox.failNext({ status });
    await reconcile(shop);
    assert.equal(isPaid(shop.db, order), false);
    await reconcile(shop);
    assert.equal(isPaid(shop.db, order), true);
  }
});

test("a token that the gateway has not known for a day is given up", async (context) => {
  const { shop, sandbox, token } = await openOrder(context, LOST);
  for (const createdAt of [new Date().toISOString(), LONG_AGO]) {
    shop.db.prepare("UPDATE checkouts SET created_at = ?").run(createdAt);
    sandbox.failNext({ status: 404 });
    assert.equal(await askGateway(shop, token), "over");
    assert.equal(listOpenTokens(shop.db).length, createdAt === LONG_AGO ? 0 : 1);
  }
});

test("the job asks about each token until its status is final, and about some at the same time", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context, LOST);
  const orders: string[] = [];
  for (let count = 0; count < 20; count += 1) orders.push(await visitor.order());
  const tokens: string[] = [];
  for (const order of orders) tokens.push(await visitor.pay(order));
  for (const token of tokens.slice(1)) await sandbox.pay(token);
  let [asked, running, most] = [0, 0, 0];
  const payments = clientThrough(sandbox, async (_, send) => {
    asked += 1;
    running += 1;
    most = Math.max(most, running);
    await wait(1);
    const response = await send();
    running -= 1;
    return response;
  });
  for (let runs = 0; runs < 2; runs += 1) await reconcile({ ...shop, payments });
  assert.deepEqual([asked, most], [21, 8]);
  assert.deepEqual(
    orders.map((order) => isPaid(shop.db, order)),
    orders.map((order) => order !== orders[0]),
  );
  assert.deepEqual(
    listOpenTokens(shop.db).map(({ token }) => token),
    tokens.slice(0, 1),
  );
});

test("a shop that is stopped asks about no other token", async (context) => {
  const { shop, visitor, sandbox } = await openTestShop(context, LOST);
  for (let count = 0; count < 20; count += 1) await visitor.pay(await visitor.order());
  const stopping = new AbortController();
  let asked = 0;
  const payments = clientThrough(sandbox, (_, send) => {
    asked += 1;
    stopping.abort();
    return send();
  });
  await reconcile({ ...shop, payments }, stopping.signal);
  assert.equal(asked, 8);
});

test("an expired token is not asked about again, and its order can be paid with a new one", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const unnoticed = await visitor.pay(order);
  await sandbox.expire(unnoticed);
  const next = await visitor.pay(order);
  assert.notEqual(next, unnoticed);
  await sandbox.expire(next);
  await reconcile(shop);
  assert.deepEqual(listOpenTokens(shop.db), []);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
});
