import assert from "node:assert/strict";
import { test } from "node:test";
import { openOrder, openTestShop } from "./open-test-shop.ts";
import { isPaid, reviewReasons, stockOf, voucherOf } from "./queries.ts";
import { ADMIN } from "./visitor.ts";

test("a payment marks its order as paid, takes its stock and issues the voucher, and a repeat changes nothing", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  await visitor.post("/cart", { product: "museum-guide", quantity: "3" });
  const order = await visitor.order("night-tour", 2);
  await sandbox.pay(await visitor.pay(order));
  const voucher = voucherOf(shop.db, order) ?? "";
  assert.match(voucher, /^\w{4}-\w{4}-\w{4}$/);
  assert.equal((await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "")).status, 200);
  assert.equal(isPaid(shop.db, order), true);
  assert.equal(voucherOf(shop.db, order), voucher);
  assert.deepEqual([stockOf(shop.db, "museum-guide"), stockOf(shop.db, "night-tour")], [117, 38]);
  assert.deepEqual(reviewReasons(shop.db), []);
});

test("a failed transaction is rolled back, and the gateway posts again", async (context) => {
  const { shop, sandbox, order, token } = await openOrder(context, {}, "night-tour");
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

test("a payment with a strange tracking id adds one line to the log", async (context) => {
  const { sandbox, shop } = await openTestShop(context);
  const log = context.mock.method(console, "error", () => undefined);
  const { token } = await shop.payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount: 1,
      currency: "EUR",
      description: "x",
      tracking_id: "no\r\nOrder 1 is paid\u001b[2J\u009b\u2028",
    },
    settings: { notification_url: `${shop.config.publicUrl}/notifications` },
  });
  await sandbox.pay(token);
  const [line, ...more] = log.mock.calls.map(({ arguments: [text] }) => String(text));
  assert.match(line ?? "", /^Payment .* of order no\?\?Order 1 is paid\?\[2J\?\? needs review: [ -~]*$/);
  assert.deepEqual(more, []);
});

test("after staff have handled a wrong amount, the order can be paid", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const [wrong, other] = [await visitor.order(), await visitor.order()];
  const tokens = [await visitor.pay(wrong), await visitor.pay(other)];
  shop.db.exec("UPDATE orders SET amount = amount + 1");
  for (const token of tokens) await sandbox.pay(token);
  const { key } = shop.db.prepare("SELECT key FROM reviews WHERE order_id = ?").get(wrong) ?? {};
  await visitor.post("/admin/handled", { key: String(key) }, ADMIN);
  // The customer loads the page again: the token of the wrong payment is over.
  await visitor.get(`/orders/${wrong}/return`);
  await sandbox.pay(await visitor.pay(wrong));
  assert.equal(isPaid(shop.db, wrong), true);
  assert.match((await visitor.get("/admin", ADMIN)).text, /Needs review/, "the other is still to be handled");
  for (const page of ["", "/return"])
    assert.match((await visitor.get(`/orders/${other}${page}`)).text, /being checked by our staff/);
  assert.equal((await visitor.post(`/orders/${other}/pay`)).location, `/orders/${other}/return`);
});
