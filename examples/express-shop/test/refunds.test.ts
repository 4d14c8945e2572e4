import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";
import { handlePayment } from "payments-client/webhooks";
import { handlersOf } from "../src/payments/handlers.ts";
import { sendRefunds } from "../src/payments/send-refunds.ts";
import { refundsOf } from "../src/refunds.ts";
import { clientThrough } from "./client-with-status.ts";
import { openOrder, type TestShopOptions } from "./open-test-shop.ts";
import { ADMIN } from "./visitor.ts";

/** A shop with an order that was paid after a card was declined. */
async function openPaid(context: TestContext, options: TestShopOptions = {}) {
  const opened = await openOrder(context, options);
  const { shop, sandbox, visitor, order, token } = opened;
  await sandbox.pay(token, { card: "4005550000000019" });
  const { uid } = await sandbox.pay(token);
  return {
    ...{ ...opened, uid },
    /** Sends the form of the staff. */
    ask: (amount: string, refund = `refund-${amount.replace(".", "-")}`) =>
      visitor.post("/admin/refunds", { refund, order, amount, reason: "Returned" }, ADMIN),
    statuses: () => refundsOf(shop.db, order).map(({ amount, status }) => [amount, status]),
    /** The refund of 40.00 at the gateway. */
    made: async () => (await shop.payments.transactions.findByTrackingId("refund-40-00"))[0] ?? assert.fail(),
  };
}

test("an order is refunded in parts up to its total", async (context) => {
  const { shop, visitor, order, uid, ask, statuses, announced } = await openPaid(context);
  assert.equal((await ask("40.00")).location, "/admin");
  assert.equal(announced.at(-1), "refund");
  assert.equal(refundsOf(shop.db, order)[0]?.paymentUid, uid);
  await sendRefunds(shop);
  const { text } = await visitor.get("/admin", ADMIN);
  assert.match(text, /€40.00 refunded: Returned/);
  assert.match(text, /€40.00 of €129.00/);
  assert.match(text, /name="amount" value="89.00"/);
  const refused = await ask("89.01");
  assert.equal(refused.status, 422);
  assert.match(refused.text, /at most what is left to refund/);
  await ask("89.00");
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [
    [4000, "succeeded"],
    [8900, "succeeded"],
  ]);
  assert.doesNotMatch((await visitor.get("/admin", ADMIN)).text, /action="\/admin\/refunds"/);
});

test("a refund cannot have the id of an order, whose payment it would be taken for", async (context) => {
  const { order, ask, statuses } = await openPaid(context);
  const { status, text } = await ask("40.00", order);
  assert.equal(status, 422);
  assert.match(text, /Reload the page/);
  assert.deepEqual(statuses(), []);
});

test("a form that is sent twice is one refund, which is retried after an outage of the gateway", async (context) => {
  const { shop, sandbox, order, ask, statuses } = await openPaid(context);
  await Promise.all([ask("40.00"), ask("40.00")]);
  sandbox.failNext({ status: 503 });
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [[4000, "open"]]);
  assert.match(refundsOf(shop.db, order)[0]?.message ?? "", /503/);
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [[4000, "succeeded"]]);
});

test("a refund that the gateway refuses says why, and can be requested again", async (context) => {
  const { shop, visitor, uid, ask, statuses } = await openPaid(context);
  const byHand = { parent_uid: uid, amount: 12_900, reason: "In the back office", tracking_id: "by-hand" };
  await shop.payments.transactions.refund(byHand);
  await ask("129.00");
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [[12_900, "refused"]]);
  const { text } = await visitor.get("/admin", ADMIN);
  assert.match(text, /€129.00 refused: Returned <small>.*greater than 0/);
  assert.match(text, /name="amount" value="129.00"/);
});

test("the notification alone completes a refund", async (context) => {
  const { shop, order, uid, ask, statuses } = await openPaid(context);
  await ask("40.00");
  const refund = { parent_uid: uid, amount: 4000, reason: "Returned", tracking_id: "refund-40-00" };
  await shop.payments.transactions.refund(refund);
  for (let turn = 0; turn < 100 && refundsOf(shop.db, order)[0]?.status === "open"; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(statuses(), [[4000, "succeeded"]]);
});

test("an invalid refund is refused with the reason", async (context) => {
  const { visitor, order, ask, statuses } = await openPaid(context);
  const form = { refund: "refund-1", order, amount: "1.00", reason: "" };
  const unpaid = { ...form, order: await visitor.order(), reason: "Returned" };
  assert.match((await visitor.post("/admin/refunds", unpaid, ADMIN)).text, /not paid/);
  for (const amount of ["0", "", "-1", "40.001", "all"]) {
    const { status } = await ask(amount);
    assert.equal(status, 422, amount);
  }
  assert.match((await visitor.post("/admin/refunds", form, ADMIN)).text, /reason/);
  assert.deepEqual(statuses(), []);
});

/** A client whose gateway answers that the bank declined each refund, although it makes the refund if `isMade`. */
const declining = (sandbox: Sandbox, isMade: boolean): PaymentsClient =>
  clientThrough(sandbox, async (request, send) => {
    if (request.method !== "POST") return send();
    const { parent_uid, amount, tracking_id } = Object(await request.clone().json()).request;
    if (isMade) await send();
    const refund = { uid: "declined", type: "refund", status: "failed", message: "No", test: true };
    const params = { parent_uid, amount, tracking_id, currency: "EUR" };
    return Response.json({ transaction: { ...refund, ...params, refund: { status: "failed" } } });
  });

test("the staff see that a refund was declined, and can ask for its amount again", async (context) => {
  const { shop, sandbox, visitor, ask, statuses } = await openPaid(context);
  await ask("129.00", "refund-declined");
  await sendRefunds({ ...shop, payments: declining(sandbox, false) });
  assert.match((await visitor.get("/admin", ADMIN)).text, /€129.00 declined: Returned <small>No/);
  await ask("129.00", "refund-second");
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [
    [12_900, "declined"],
    [12_900, "succeeded"],
  ]);
});

test("a refund that was declined, and whose money went back after all, is refunded", async (context) => {
  const { shop, sandbox, ask, statuses, made } = await openPaid(context);
  await ask("40.00");
  await sendRefunds({ ...shop, payments: declining(sandbox, true) });
  await sandbox.idle();
  shop.db.exec("UPDATE refunds SET status = 'declined'");
  await handlePayment(handlersOf(shop), await made());
  assert.deepEqual(statuses(), [[4000, "succeeded"]]);
});

test("a refund that was sent by a clock a year ahead is sent again, and an error of one does not block the others", async (context) => {
  const { shop, ask, statuses } = await openPaid(context, { environment: { IDEMPOTENCY_KEYS: "false" } });
  for (const amount of ["40.00", "30.00", "20.00"]) await ask(amount);
  const ahead = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
  const set = shop.db.prepare("UPDATE refunds SET sent_at = ? WHERE amount = ?");
  set.run(ahead(365 * 86_400_000), 4000);
  set.run(ahead(1000), 3000); // a clock that was set back a little while the refund may be on its way
  shop.db.exec("UPDATE refunds SET payment_uid = 'no payment' WHERE amount = 2000");
  await sendRefunds(shop);
  assert.deepEqual(statuses(), [
    [4000, "succeeded"],
    [3000, "open"],
    [2000, "refused"],
  ]);
});
