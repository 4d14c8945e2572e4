import assert from "node:assert/strict";
import { test } from "node:test";
import { findOrder } from "../src/orders.ts";
import { askGateway } from "../src/payments/ask-gateway.ts";
import { checkAllNow, tokensDue, waitAfter } from "../src/payments/checkouts.ts";
import { reconcile } from "../src/payments/reconcile.ts";
import { startPayment } from "../src/payments/start-payment.ts";
import { gatewaySaying } from "./gateway-saying.ts";
import { openTestShop } from "./open-test-shop.ts";
import { isPaid, outcomes, stockOf, voucherOf } from "./questions.ts";

const LOST = { losesNotifications: true };

test("the return page asks the gateway, and pays the order as the notification would have", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order("night-tour");
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), false);
  const { text } = await visitor.get(`/orders/${order}/return`);
  assert.match(text, /Paid. Thank you!/);
  assert.ok(text.includes(voucherOf(shop.db, order) ?? "none"));
});

test("the notification that comes after the return page changes nothing", async () => {
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

test("the return page does not believe its own address", async () => {
  await using opened = await openTestShop();
  const { shop, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  const { text } = await visitor.get(`/orders/${order}/return?token=${token}&status=successful&uid=1`);
  assert.match(text, /not paid yet/);
  assert.equal(isPaid(shop.db, order), false);
});

test("the return page says so when the gateway can't be asked", async () => {
  await using opened = await openTestShop();
  const { sandbox, visitor } = opened;
  const order = await visitor.order();
  await visitor.pay(order);
  sandbox.failNext({ status: 503 });
  const { status, text } = await visitor.get(`/orders/${order}/return`);
  assert.equal(status, 503);
  assert.match(text, /can’t be reached/);
});

test("who paid and presses Pay again is not asked to pay twice", async () => {
  await using opened = await openTestShop(LOST);
  const { sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order));
  const { location } = await visitor.post(`/orders/${order}/pay`);
  assert.equal(location, `/orders/${order}/return`);
});

test("a payment that is being processed is waited for, and not paid again", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  const payments = gatewaySaying(sandbox, { status: "pending" });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  const found = findOrder(shop.db, order);
  assert.equal(found && (await startPayment({ ...shop, payments }, found)), "processing");
});

test("what was paid counts, not what was asked for", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payment = { uid: "1", status: "successful", amount: 1, currency: "EUR" };
  const payments = gatewaySaying(sandbox, { gateway_response: { payment } });
  await askGateway({ ...shop, payments }, token);
  assert.deepEqual(outcomes(shop.db), ["mismatch"]);
  assert.equal(isPaid(shop.db, order), false);
});

test("a payment without an identifier waits for its notification", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token);
  const payments = gatewaySaying(sandbox, { gateway_response: { payment: { status: "successful" } } });
  assert.equal((await askGateway({ ...shop, payments }, token)).state, "processing");
  assert.equal(isPaid(shop.db, order), false);
  await askGateway(shop, token);
  assert.equal(isPaid(shop.db, order), true);
});

test("reconciliation pays what nobody told us of", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const orders = [await visitor.order(), await visitor.order()];
  for (const order of orders) await sandbox.pay(await visitor.pay(order));
  await reconcile(shop);
  assert.equal(
    orders.some((order) => isPaid(shop.db, order)),
    false,
    "their turn has not come",
  );
  checkAllNow(shop.db);
  await reconcile(shop);
  assert.equal(
    orders.every((order) => isPaid(shop.db, order)),
    true,
  );
  checkAllNow(shop.db);
  assert.deepEqual(tokensDue(shop.db), [], "what is final is not asked for again");
});

test("reconciliation leaves a gateway that is down alone, and goes on later", async () => {
  await using opened = await openTestShop(LOST);
  const { shop, sandbox, visitor } = opened;
  const orders = [await visitor.order(), await visitor.order()];
  for (const order of orders) await sandbox.pay(await visitor.pay(order));
  checkAllNow(shop.db);
  sandbox.failNext({ status: 503 });
  await assert.rejects(reconcile(shop), { name: "ServerError" });
  assert.equal(tokensDue(shop.db).length, 1);
  await reconcile(shop);
  assert.equal(orders.filter((order) => isPaid(shop.db, order)).length, 1);
});

test("a token is asked for less and less often", () => {
  const waits = [0, 1, 2, 20].map(waitAfter);
  assert.deepEqual(waits, [30_000, 60_000, 120_000, 6 * 3_600_000]);
});

test("a token that ran out is not asked for again, and its order can be paid with another", async () => {
  await using opened = await openTestShop();
  const { shop, sandbox, visitor } = opened;
  const order = await visitor.order();
  await sandbox.expire(await visitor.pay(order));
  checkAllNow(shop.db);
  assert.deepEqual(tokensDue(shop.db), []);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
});
