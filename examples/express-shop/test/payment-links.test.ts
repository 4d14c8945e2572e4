import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProductCreateParams } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { handlersOf } from "../src/payments/handlers.ts";
import { syncProducts } from "../src/payments/sync-products.ts";
import { findProduct, listProducts } from "../src/products.ts";
import type { Shop } from "../src/shop.ts";
import { clientThrough } from "./client-with-status.ts";
import { openTestShop } from "./open-test-shop.ts";
import { countOrders, reviewReasons, stockOf } from "./queries.ts";

const gatewayId = ({ db }: Shop, product: string): string => findProduct(db, product)?.gatewayId ?? "";

test("every product gets one link, and only changes are sent to the gateway", async (context) => {
  const { shop } = await openTestShop(context);
  await syncProducts(shop);
  const before = await shop.payments.products.list();
  assert.equal(before.length, 4);
  assert.ok(listProducts(shop.db).every(({ payUrl }) => payUrl !== null));
  shop.db.prepare("UPDATE products SET amount = 2600, stock = 7 WHERE id = 'night-tour'").run();
  await syncProducts(shop);
  const after = await shop.payments.products.list();
  const changed = after.filter(({ updated_at }, index) => updated_at !== before[index]?.updated_at);
  assert.deepEqual(
    changed.map(({ id, amount, quantity }) => ({ id, amount, quantity })),
    [{ id: gatewayId(shop, "night-tour"), amount: 2600, quantity: 7 }],
  );
});

test("a create whose response was lost is found, not repeated", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  // Two identical products: each must be matched to its own.
  shop.db.exec(
    "INSERT INTO products (id, name, description, amount) SELECT 'twin', name, description, amount FROM products WHERE id = 'postcards'",
  );
  const losing = clientThrough(sandbox, async ({ url, method }, send) => {
    const response = await send();
    if (url.endsWith("/products") && method === "POST") throw new TypeError("fetch failed");
    return response;
  });
  await syncProducts({ ...shop, payments: losing });
  assert.equal((await shop.payments.products.list()).length, 5);
  assert.ok(listProducts(shop.db).every(({ payUrl }) => payUrl === null));
  await syncProducts(shop);
  assert.equal((await shop.payments.products.list()).length, 5);
  assert.ok(listProducts(shop.db).every(({ payUrl }) => payUrl !== null));
});

test("another product of the account is not taken for a create whose response was lost", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  sandbox.failNext({ status: 503, times: 4 });
  await syncProducts(shop);
  const lost: ProductCreateParams = JSON.parse(findProduct(shop.db, "postcards")?.creating ?? "");
  const others = await Promise.all(
    [
      { name: "Postcard" },
      { description: "One work." },
      { currency: "USD" },
      { amount: 1 },
      { test: false },
    ].map((change) => shop.payments.products.create({ ...lost, ...change })),
  );
  await syncProducts(shop);
  assert.notEqual(gatewayId(shop, "postcards"), "");
  assert.ok(others.every(({ id }) => id !== gatewayId(shop, "postcards")));
});

test("a refused create is repeated", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  sandbox.failNext({ status: 422, times: 4 });
  await syncProducts(shop);
  await syncProducts(shop);
  assert.equal((await shop.payments.products.list()).length, 4);
});

test("a payment by link is an order, fulfilled once, and its stock is not sold again", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  await syncProducts(shop);
  await sandbox.pay(gatewayId(shop, "night-tour"), { customer: { email: "kim@example.com" } });
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  assert.equal(countOrders(shop.db), 1);
  assert.deepEqual(reviewReasons(shop.db), []);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
  await syncProducts(shop);
  const { quantity } = await shop.payments.products.get(gatewayId(shop, "night-tour"));
  assert.equal(quantity, 39);
});

test("an old price can be paid for a day after the change, and not for ever", async (context) => {
  const { shop, sandbox, url } = await openTestShop(context);
  await syncProducts(shop);
  const product = gatewayId(shop, "annual-pass");
  const pay = async (amount: number): Promise<void> => {
    const { token } = await shop.payments.checkouts.create({
      transaction_type: "payment",
      test: true,
      order: { amount, currency: "EUR", description: "Annual pass", tracking_id: product },
      settings: { notification_url: `${url}/notifications` },
    });
    await sandbox.pay(token);
  };
  const setPrice = async (amount: number): Promise<void> => {
    shop.db.prepare("UPDATE products SET amount = ? WHERE id = 'annual-pass'").run(amount);
    await syncProducts(shop);
  };
  const letADayPass = () =>
    shop.db.exec("UPDATE link_prices SET ends_at = '2026-01-01T00:00:00.000Z' WHERE ends_at IS NOT NULL");
  const counts = () => [countOrders(shop.db), reviewReasons(shop.db).length];
  await setPrice(15_000);
  await pay(12_900);
  assert.deepEqual(counts(), [1, 0]);
  letADayPass();
  await pay(12_900);
  assert.deepEqual(counts(), [1, 1]);
  await pay(15_000);
  await setPrice(12_900);
  await pay(12_900);
  assert.deepEqual(counts(), [3, 1]);
});

test("the return page of a link shows the order even if its notification was lost", async (context) => {
  const { shop, sandbox, visitor, url } = await openTestShop(context, { losesNotifications: true });
  await syncProducts(shop);
  await sandbox.pay(gatewayId(shop, "annual-pass"));
  const { token = "" } = sandbox.deliveries[0] ?? {};
  const { settings } = await shop.payments.checkouts.get(token);
  assert.equal(settings?.return_url, `${url}/links/return`);
  assert.deepEqual(settings?.customer_fields, { visible: ["email"] });
  const { text } = await visitor.get(`/links/return?token=${token}&status=successful`);
  assert.match(text, /Paid. Thank you!/);
  assert.match((await visitor.get("/links/return?token=made-up&status=successful")).text, /Not paid/);
});

test("the return page of a link does not ask to pay again while staff check the payment", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context, { losesNotifications: true });
  await syncProducts(shop);
  await sandbox.pay(gatewayId(shop, "annual-pass"));
  shop.db.exec("UPDATE link_prices SET amount = 1");
  const { token } = sandbox.deliveries[0] ?? {};
  const { text } = await visitor.get(`/links/return?token=${token}`);
  assert.deepEqual(reviewReasons(shop.db), ["mismatch"]);
  assert.match(text, /being processed/);
});

test("the order of a payment by link has the customer's e-mail address, if there is one", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  await syncProducts(shop);
  await sandbox.pay(gatewayId(shop, "night-tour"), { customer: { email: "kim@example.com" } });
  const [payment] = await shop.payments.transactions.findByTrackingId(gatewayId(shop, "night-tour"));
  assert.ok(payment);
  await handlePayment(handlersOf(shop), { ...payment, uid: "2", id: "2", customer: undefined });
  const emails = shop.db.prepare("SELECT email FROM orders ORDER BY rowid").all();
  assert.deepEqual(
    emails.map(({ email }) => email),
    ["kim@example.com", ""],
  );
});

test("a new price can be paid by link when the response to its update was lost", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  await syncProducts(shop);
  shop.db.exec("UPDATE products SET amount = 2600 WHERE id = 'night-tour'");
  const losing = clientThrough(sandbox, async (_, send) => {
    await send();
    throw new TypeError("fetch failed");
  });
  await syncProducts({ ...shop, payments: losing });
  const { amount } = await sandbox.pay(gatewayId(shop, "night-tour"));
  assert.equal(amount, 2600);
  assert.deepEqual([countOrders(shop.db), reviewReasons(shop.db)], [1, []]);
});

test("a product that was deleted at the gateway is created again", async (context) => {
  const { shop, sandbox } = await openTestShop(context);
  await syncProducts(shop);
  const deleted = gatewayId(shop, "night-tour");
  shop.db.exec("UPDATE products SET amount = 2600 WHERE id = 'night-tour'");
  sandbox.failNext({ status: 404 });
  await syncProducts(shop);
  await syncProducts(shop);
  const { amount } = await shop.payments.products.get(gatewayId(shop, "night-tour"));
  assert.notEqual(gatewayId(shop, "night-tour"), deleted);
  const ends = shop.db.prepare("SELECT ends_at FROM link_prices WHERE gateway_id = ?").all(deleted);
  assert.ok(ends.length > 0 && ends.every(({ ends_at }) => ends_at !== null), "it may exist after all");
  assert.equal(amount, 2600);
});

test("the return page of a link reports an outage, not an unpaid order", async (context) => {
  const { sandbox, visitor } = await openTestShop(context);
  sandbox.failNext({ status: 503 });
  const { status, text } = await visitor.get("/links/return?token=any&status=successful");
  assert.equal(status, 503);
  assert.match(text, /try again/);
});
