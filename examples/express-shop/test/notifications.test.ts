import assert from "node:assert/strict";
import { test } from "node:test";
import { handlePayment } from "payments-client/webhooks";
import { findOrder, markPaid } from "../src/orders.ts";
import { handlersOf } from "../src/payments/handlers.ts";
import { listReviews } from "../src/reviews.ts";
import { openTestShop } from "./open-test-shop.ts";
import { isPaid, reviewReasons, stockOf, voucherOf } from "./queries.ts";

const DECLINED = "4005550000000019";

test("a payment marks its order as paid, takes its stock and issues the voucher", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order("night-tour", 2);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
  assert.equal(stockOf(shop.db, "night-tour"), 38);
  assert.match(voucherOf(shop.db, order) ?? "", /^\w{4}-\w{4}-\w{4}$/);
});

test("a repeat changes nothing", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order("night-tour");
  await sandbox.pay(await visitor.pay(order));
  const voucher = voucherOf(shop.db, order);
  for (const { id } of sandbox.deliveries) {
    const { answers } = await sandbox.redeliver(id);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  }
  assert.equal(voucherOf(shop.db, order), voucher);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
  assert.deepEqual(reviewReasons(shop.db), []);
});

test("a declined payment leaves the order open, and the next one pays it", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const token = await visitor.pay(order);
  await sandbox.pay(token, { card: DECLINED });
  assert.equal(isPaid(shop.db, order), false);
  await sandbox.pay(token);
  assert.equal(isPaid(shop.db, order), true);
  assert.deepEqual(reviewReasons(shop.db), []);
});

test("a second payment changes no order and is listed on the admin page", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order("night-tour");
  const first = await visitor.pay(order);
  // As with two tabs, where the second token is created without the first one being known.
  shop.db.prepare("UPDATE checkouts SET closed_at = created_at").run();
  const second = await visitor.pay(order);
  await Promise.all([sandbox.pay(first), sandbox.pay(second)]);
  for (const { id } of sandbox.deliveries) await sandbox.redeliver(id);
  assert.deepEqual(reviewReasons(shop.db), ["other_payment"]);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
});

test("of two payments at the same time, the first one keeps the order and takes the stock", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  const order = await visitor.order("night-tour");
  for (const uid of ["first", "second"]) markPaid(shop.db, order, uid);
  assert.equal(findOrder(shop.db, order)?.paidBy, "first");
  assert.equal(stockOf(shop.db, "night-tour"), 39);
});

test("a payment of another amount is listed on the admin page, and the customer is not asked to pay again", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const token = await visitor.pay(order);
  shop.db.prepare("UPDATE orders SET amount = amount + 1").run();
  await sandbox.pay(token);
  assert.equal(isPaid(shop.db, order), false);
  assert.match(listReviews(shop.db)[0]?.message ?? "", /The amount, .* differs from the order/);
  assert.equal(sandbox.deliveries[0]?.status, 200);
  // The customer is not asked to pay again before the staff have checked it.
  assert.match((await visitor.get(`/orders/${order}`)).text, /being checked by our staff/);
  assert.equal((await visitor.post(`/orders/${order}/pay`)).location, `/orders/${order}/return`);
  assert.match((await visitor.get(`/orders/${order}/return`)).text, /being checked by our staff/);
});

test("a payment for an unknown order is listed on the admin page", async (context) => {
  const { shop, sandbox, url } = await openTestShop(context, { isTestMode: false });
  const { token } = await shop.payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 100, currency: "EUR", description: "Another system’s", tracking_id: "elsewhere-1" },
    settings: { notification_url: `${url}/notifications` },
  });
  await sandbox.pay(token);
  assert.deepEqual(reviewReasons(shop.db), ["no_order"]);
});

test("outside test mode, a test payment pays for nothing", async (context) => {
  const { shop, sandbox, visitor, url } = await openTestShop(context, { isTestMode: false });
  const order = await visitor.order();
  const { token } = await shop.payments.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: order },
    settings: { notification_url: `${url}/notifications` },
  });
  await sandbox.pay(token);
  assert.equal(isPaid(shop.db, order), false);
  assert.deepEqual(reviewReasons(shop.db), []);
  await sandbox.pay(await visitor.pay(order));
  assert.equal(isPaid(shop.db, order), true);
});

test("an authorization pays for nothing, and the staff void it", async (context) => {
  const { shop, sandbox, visitor, url } = await openTestShop(context);
  const order = await visitor.order();
  const { token } = await shop.payments.checkouts.create({
    transaction_type: "authorization",
    test: true,
    order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: order },
    settings: { notification_url: `${url}/notifications` },
  });
  await sandbox.pay(token);
  assert.deepEqual(reviewReasons(shop.db), ["no_function"]);
  assert.equal(isPaid(shop.db, order), false);
});

test("a failed transaction is rolled back, and the gateway posts again", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order("night-tour");
  const token = await visitor.pay(order);
  shop.db.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON products BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  await sandbox.pay(token);
  assert.equal(sandbox.deliveries[0]?.status, 500);
  assert.equal(isPaid(shop.db, order), false);
  assert.equal(stockOf(shop.db, "night-tour"), 40);
  shop.db.exec("DROP TRIGGER full");
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  assert.equal(isPaid(shop.db, order), true);
  assert.equal(stockOf(shop.db, "night-tour"), 39);
});

test("a notification that fails verification is refused", async (context) => {
  const { shop, sandbox, visitor, url } = await openTestShop(context);
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order), { card: DECLINED });
  const body = sandbox.deliveries[0]?.body.replaceAll('"failed"', '"successful"') ?? "";
  const signature = sandbox.deliveries[0]?.signature ?? "";
  const { shopId, secretKey } = sandbox.clientOptions;
  const response = await fetch(`${url}/notifications`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`, "content-signature": signature },
    body,
  });
  assert.equal(response.status, 401);
  assert.equal(isPaid(shop.db, order), false);
});

test("the stock of what was bought is taken, and of nothing else", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "museum-guide", quantity: "3" });
  const order = await visitor.order("annual-pass");
  await sandbox.pay(await visitor.pay(order));
  assert.equal(stockOf(shop.db, "museum-guide"), 117);
  assert.equal(stockOf(shop.db, "night-tour"), 40);
});

test("a notification with a wrong amount does not hide the right one, which pays the order", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const order = await visitor.order();
  const token = await visitor.pay(order);
  sandbox.disturbNext({ notification: "wrong_amount" });
  await sandbox.pay(token);
  assert.deepEqual(reviewReasons(shop.db), ["mismatch"]);
  assert.match((await visitor.get(`/orders/${order}/return`)).text, /being checked by our staff/);
  const [payment] = await shop.payments.transactions.findByTrackingId(order);
  assert.ok(payment);
  for (let turn = 0; turn < 2; turn += 1) await handlePayment(handlersOf(shop), payment);
  assert.equal(isPaid(shop.db, order), true);
  assert.deepEqual(reviewReasons(shop.db), [], "nothing is left to refund");
});

test("after staff have handled a wrong amount, the order can be paid", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const [wrong, other] = [await visitor.order(), await visitor.order()];
  const tokens = [await visitor.pay(wrong), await visitor.pay(other)];
  shop.db.exec("UPDATE orders SET amount = amount + 1");
  for (const token of tokens) await sandbox.pay(token);
  const { key } = shop.db.prepare("SELECT key FROM reviews WHERE order_id = ?").get(wrong) ?? {};
  const admin = { authorization: `Basic ${btoa("admin:open sesame")}` };
  await visitor.post("/admin/handled", { key: String(key) }, admin);
  // The customer loads the page again: the token of the wrong payment is over.
  await visitor.get(`/orders/${wrong}/return`);
  await sandbox.pay(await visitor.pay(wrong));
  assert.equal(isPaid(shop.db, wrong), true);
  assert.match((await visitor.get("/admin", admin)).text, /Needs review/, "the other is still to be handled");
  assert.equal((await visitor.post(`/orders/${other}/pay`)).location, `/orders/${other}/return`);
});

test("a genuine notification with values of other types is recorded, and not posted again and again", async (context) => {
  const { shop, sandbox, visitor, url } = await openTestShop(context);
  const order = await visitor.order();
  await sandbox.pay(await visitor.pay(order));
  const { transaction } = JSON.parse(sandbox.deliveries[0]?.body ?? "");
  const odd: unknown[] = [7, 1e300, true, ["a"], { a: 1 }, { toString: 1 }, "\0"];
  for (const field of ["tracking_id", "amount", "currency", "message", "customer", "paid_at"]) {
    for (const [index, value] of odd.entries()) {
      for (const type of ["payment", "refund"]) {
        const uid = `${field}-${index}`;
        const body = JSON.stringify({ transaction: { ...transaction, uid, type, [field]: value } });
        const headers = await sandbox.sign(body);
        const { status } = await fetch(`${url}/notifications`, { method: "POST", headers, body });
        assert.equal(status, 200, `${type} ${field} ${JSON.stringify(value)}`);
      }
    }
  }
  const shown = await visitor.get("/admin", { authorization: `Basic ${btoa("admin:open sesame")}` });
  assert.equal(shown.status, 200);
  assert.match(shown.text, /Needs review/);
  const paid = shop.db.prepare("SELECT count(*) AS n FROM orders WHERE paid_by IS NOT NULL").get();
  assert.equal(paid?.n, 1);
});
