import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findOrder } from "../src/orders.ts";
import { openTokensOf } from "../src/payments/checkouts.ts";
import { startPayment } from "../src/payments/start-payment.ts";
import { clientThrough } from "./client-with-status.ts";
import { openOrder, openTestShop } from "./open-test-shop.ts";
import { countOrders, isPaid } from "./queries.ts";

test("an order keeps the prices it was placed with", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order("annual-pass", 2);
  shop.db.prepare("UPDATE products SET amount = 99900").run();
  const { amount } = await sandbox.pay(await visitor.pay(order));
  assert.equal(amount, 25_800);
  assert.equal(isPaid(shop.db, order), true);
});

test("a form that is sent twice makes one order", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  await visitor.order();
  const { status, text } = await visitor.post("/orders", { email: "kim@example.com" });
  assert.equal(status, 422);
  assert.match(text, /Your cart is empty/);
  assert.equal(countOrders(shop.db), 1);
});

test("presses at once get one token, and the others that are made are shown to no customer", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const found = findOrder(shop.db, order);
  const payments = clientThrough(sandbox, (_, send) => wait(20).then(send));
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map(() => found && startPayment({ ...shop, payments }, found)),
  );
  assert.ok(first);
  assert.deepEqual(others, [first, first]);
  assert.equal(openTokensOf(shop.db, order).length, 1);
});

test("a token that the gateway does not know does not keep the customer from a new one", async (context) => {
  const { sandbox, visitor, order, token } = await openOrder(context);
  sandbox.failNext({ status: 404 });
  assert.notEqual(await visitor.pay(order), token);
});

test("after a card was declined, the customer can try another with the same token", async (context) => {
  const { shop, sandbox, visitor, order, token } = await openOrder(context);
  await sandbox.pay(token, { card: "4005550000000019" });
  assert.match((await visitor.get(`/orders/${order}/return`)).text, /not paid yet/);
  assert.equal(await visitor.pay(order), token);
  await sandbox.pay(token);
  assert.equal(isPaid(shop.db, order), true);
});

test("a gateway that fails leaves the order open, and the customer can try again", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  sandbox.failNext({ status: 503 });
  const { status, text } = await visitor.post(`/orders/${order}/pay`);
  assert.equal(status, 503);
  assert.match(text, /try again/);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
});

test("a paid order is not paid again", async (context) => {
  const { sandbox, visitor, order, token } = await openOrder(context);
  await sandbox.pay(token);
  for (const path of ["pay", "pay-here"]) {
    const { location } = await visitor.post(`/orders/${order}/${path}`);
    assert.equal(location, `/orders/${order}/return`);
  }
});

test("an order that was paid while its page was open is not paid again", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const shown = findOrder(shop.db, order);
  await sandbox.pay(await visitor.pay(order));
  // As after the schedule has asked for the token's status.
  shop.db.exec("UPDATE checkouts SET closed_at = created_at");
  assert.equal(shown && (await startPayment(shop, shown)), "paid");
});

test("an order whose description would be too long for the gateway can be paid", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  shop.db.exec("UPDATE products SET name = hex(zeroblob(150))");
  const { order } = await shop.payments.checkouts.get(await visitor.pay(await visitor.order()));
  assert.equal(order?.description?.length, 255);
});

test("an order can't exceed the stock", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "night-tour", quantity: "5" });
  shop.db.prepare("UPDATE products SET stock = 3 WHERE id = 'night-tour'").run();
  const { status, text } = await visitor.post("/orders", { email: "kim@example.com" });
  assert.equal(status, 422);
  assert.match(text, /Only 3 of Night tour/);
});

test("a token leads the customer and the notifications back to the shop, and expires after an hour", async (context) => {
  const { shop, visitor, url } = await openTestShop(context);
  const id = await visitor.order("night-tour", 2);
  const token = await visitor.pay(id);
  const { order, settings, customer } = await shop.payments.checkouts.get(token);
  assert.deepEqual([order?.tracking_id, order?.amount, order?.currency], [id, 4900, "EUR"]);
  assert.equal(settings?.return_url, `${url}/orders/${id}/return`);
  assert.equal(settings?.cancel_url, `${url}/orders/${id}`);
  assert.equal(settings?.notification_url, `${url}/notifications`);
  assert.equal(customer?.email, "kim@example.com", "it is not asked for again");
  const lifetime = Date.parse(String(order?.expired_at)) - Date.now();
  assert.ok(lifetime > 3_500_000 && lifetime <= 3_600_000, `${order?.expired_at}`);
  assert.deepEqual(
    openTokensOf(shop.db, id).map((open) => open.token),
    [token],
    "the job asks about it",
  );
});
