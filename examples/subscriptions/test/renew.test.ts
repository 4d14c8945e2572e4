import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Fetch } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { claim, markFailed, markPaid, openCharges, storeDueCharges } from "../src/charges.ts";
import { openDatabase, transaction } from "../src/database.ts";
import { handlersOf } from "../src/handlers.ts";
import { cancel, changeAmount } from "../src/subscriptions.ts";
import { CARD_WITH_3DS, chargesOf, openJob, START, subscriptionOf, timeOf } from "./open-job.ts";

const statusesOf = (db: DatabaseSync, id: string) => chargesOf(db, id).map(({ status }) => status);

/** Kim's subscription is active, and its next month is due. */
const assertActive = (db: DatabaseSync, period: number, day: string): void =>
  assert.deepEqual(subscriptionOf(db, "kim"), { period, due_at: `${day}T09:00:00.000Z`, status: "active" });

test("a month is charged on its day, once, and the next one is due a month later", async () => {
  const { db, run, paymentOf } = await openJob();
  await run("2030-02-27");
  assert.deepEqual(chargesOf(db, "kim"), []);
  await run("2030-02-28");
  await run("2030-02-28");
  const [charge, ...others] = chargesOf(db, "kim");
  assert.deepEqual(others, []);
  assert.equal(charge?.status, "paid");
  const payment = await paymentOf(charge?.key);
  assert.equal(charge?.paid_by, payment.uid);
  assert.equal(payment.amount, 990);
  assertActive(db, 2, "2030-03-31");
});

test("a job that ran late charges each month that was missed, one in each run", async () => {
  const { db, run, chargeCalls } = await openJob();
  for (const months of [1, 2, 3, 3]) {
    await run("2030-04-30");
    assert.deepEqual(statusesOf(db, "kim"), Array(months).fill("paid"));
    assert.equal(chargeCalls().length, months);
  }
});

/** A gateway that is down while a card shall be charged, but tells the time. */
const downForCharges = ({ sandbox }: Awaited<ReturnType<typeof openJob>>): Fetch => {
  let gets = 0;
  return async (url, init) => {
    gets += 1;
    return gets === 1 ? sandbox.fetch(new Request(url, init)) : new Response(null, { status: 503 });
  };
};

test("a gateway that is down leaves the charge open, and the next run makes it, however late", async (context) => {
  const log = context.mock.method(console, "error", () => {});
  for (const day of ["2030-03-01", "2030-03-03"]) {
    const job = await openJob();
    const { db, run } = job;
    await run("2030-03-01", { fetch: downForCharges(job) });
    assert.deepEqual(statusesOf(db, "kim"), ["open"]);
    assert.match(String(log.mock.calls.at(-1)?.arguments[0]), /^Charge \w+ is open:/);
    await run(day);
    assert.deepEqual(statusesOf(db, "kim"), ["paid"]);
  }
});

test("an answer that the job does not understand does not keep it from the other charges", async (context) => {
  const { db, run, join, sandbox } = await openJob();
  await join("sam");
  let posts = 0;
  const fetch: Fetch = async (url, init) => {
    const response = await sandbox.fetch(new Request(url, init));
    if (init.method === "POST") posts += 1;
    if (init.method !== "POST" || posts > 1) return response;
    const { transaction } = Object(await response.json());
    return Response.json({ transaction: { ...transaction, status: "successful", type: "chargeback" } });
  };
  const log = context.mock.method(console, "error", () => {});
  await run("2030-03-01", { fetch });
  assert.deepEqual(statusesOf(db, "kim"), ["open"]);
  assert.deepEqual(statusesOf(db, "sam"), ["paid"]);
  assert.equal(log.mock.callCount(), 1);
});

test("the gateway is told that the merchant charges, and with which key", async () => {
  const { db, run, chargeCalls } = await openJob();
  await run("2030-03-01");
  const [{ body } = assert.fail()] = chargeCalls();
  const [charge] = chargesOf(db, "kim");
  const { request } = Object(body);
  assert.equal(request.tracking_id, charge?.key);
  assert.deepEqual(request.additional_data, { card_on_file: { initiator: "merchant" } });
});

test("a declined month is tried after 1, 3 and 5 days, then unpaid until there is another card", async () => {
  const { db, run, changeKimsCard } = await openJob("4000000000000341");
  const tries: number[] = [];
  for (const day of ["01", "02", "03", "05", "06", "10", "11", "28"]) {
    await run(`2030-03-${day}`);
    tries.push(chargesOf(db, "kim").length);
  }
  assert.deepEqual(tries, [1, 2, 2, 3, 3, 4, 4, 4]);
  assert.deepEqual(statusesOf(db, "kim"), ["failed", "failed", "failed", "failed"]);
  assert.equal(subscriptionOf(db, "kim").status, "unpaid");
  await changeKimsCard(new Date("2030-03-28"));
  await run("2030-03-29");
  assertActive(db, 2, "2030-03-31");
});

test("another card pays the current month, and none that passed while the subscription was unpaid", async () => {
  const { db, run, changeKimsCard } = await openJob("4000000000000341");
  for (const day of ["01", "02", "05", "10"]) await run(`2030-03-${day}`);
  assert.equal(subscriptionOf(db, "kim").status, "unpaid");
  // The day on which the next month begins.
  await changeKimsCard(new Date("2030-08-31T09:00:00Z"));
  for (let runs = 0; runs < 3; runs += 1) await run("2030-08-31");
  assert.deepEqual(statusesOf(db, "kim").slice(4), ["paid"]);
  assertActive(db, 8, "2030-09-30");
});

test("a charge is sent again after two minutes, not before, if the gateway may not honor keys", async (context) => {
  context.mock.method(console, "error", () => {});
  const job = await openJob();
  const { db, run, chargeCalls } = job;
  const idempotencyKeys = false;
  await run("2030-03-01T10:00:00", { idempotencyKeys, fetch: downForCharges(job) });
  await run("2030-03-01T10:01:59", { idempotencyKeys });
  assert.equal(chargeCalls().length, 0);
  await run("2030-03-01T10:02:00", { idempotencyKeys });
  assert.deepEqual(statusesOf(db, "kim"), ["paid"]);
  assert.equal(Object(chargeCalls()[0]?.body).request.duplicate_check, true);
});

test("a run that takes long stores each charge as sent when it is, so that another process leaves it alone", async () => {
  const { db, run, join, sandbox } = await openJob();
  await join("sam");
  let time = Date.parse("2030-03-01T10:00:00Z");
  const fetch: Fetch = async (url, init) => {
    time += 600_000;
    return sandbox.fetch(new Request(url, init));
  };
  await run(() => new Date(time), { fetch });
  const sentAt = db.prepare("SELECT sent_at FROM charges ORDER BY rowid").all();
  // The clock, a look-up and a charge for Kim, then a look-up for Sam.
  assert.deepEqual(
    sentAt.map((row) => row.sent_at),
    ["2030-03-01T10:10:00.000Z", "2030-03-01T10:30:00.000Z"],
  );
});

test("a result that another process has stored stays as it is, unless money moved after all", async () => {
  const { db, run, join } = await openJob();
  await join("sam", "4000000000000341");
  const now = new Date("2030-03-01");
  storeDueCharges(db, now);
  const stale = openCharges(db, now);
  await run("2030-03-01");
  const read = () => ["kim", "sam"].map((id) => [chargesOf(db, id), subscriptionOf(db, id)]);
  const before = read();
  const [kim, sam] = stale;
  assert.ok(kim && sam);
  for (const charge of [kim, sam]) {
    markFailed(db, charge, "", now);
    assert.equal(claim(db, charge.key, new Date("2031-01-01"), 0), false);
  }
  markPaid(db, kim, "another", now);
  assert.deepEqual(read(), before);
  markPaid(db, sam, "made", now);
  assert.deepEqual(statusesOf(db, "sam"), ["paid"]);
  assert.equal(subscriptionOf(db, "sam").period, 2);
});

test("a customer who passes 3-D Secure late is not charged for the months without it", async (context) => {
  const { db, run, sandbox, paymentOf } = await openJob(CARD_WITH_3DS);
  await run("2030-03-01");
  context.mock.method(console, "error", () => {});
  await run("2030-03-09");
  assert.equal(subscriptionOf(db, "kim").status, "unpaid");
  await sandbox.complete((await paymentOf(chargesOf(db, "kim")[0]?.key)).uid, { status: "successful" });
  for (let runs = 0; runs < 4; runs += 1) await run("2030-06-15");
  // The month that is charged beside is the one that began on May 31.
  assert.deepEqual(statusesOf(db, "kim"), ["paid", "open"]);
  assertActive(db, 4, "2030-05-31");
});

test("equal subscriptions of one card do not refuse each other where the gateway knows no keys", async (context) => {
  const { db, run, join } = await openJob();
  for (const id of ["sam", "kai"]) await join(id);
  db.exec("UPDATE subscriptions SET card_token = (SELECT card_token FROM subscriptions WHERE id = 'kim')");
  context.mock.method(console, "error", () => {});
  for (const time of ["10:10:01", "10:12:01", "10:14:01"])
    await run(`2030-03-01T${time}`, { idempotencyKeys: false });
  for (const id of ["kim", "sam", "kai"]) assert.deepEqual(statusesOf(db, id), ["paid"], id);
});

test("a refused charge is a declined month, and printed, because each could be refused for one reason", async (context) => {
  const { db, run, sandbox } = await openJob();
  const fetch: Fetch = async (url, init) =>
    init.method === "POST"
      ? Response.json({ errors: { base: ["The shop is locked"] } }, { status: 422 })
      : sandbox.fetch(new Request(url, init));
  const log = context.mock.method(console, "error", () => {});
  await run("2030-03-01", { fetch });
  assert.match(String(log.mock.calls[0]?.arguments[0]), /^Charge \w+ is refused:/);
  const [charge] = db.prepare("SELECT status, message FROM charges").all();
  assert.equal(charge?.status, "failed");
  assert.match(String(charge?.message), /The shop is locked$/);
});

test("a charge that was stored, but not sent, is not made after the customer cancelled", async () => {
  const { db, run, chargeCalls } = await openJob();
  storeDueCharges(db, new Date("2030-03-01"));
  cancel(db, "kim");
  await run("2030-03-01");
  assert.deepEqual(chargeCalls(), []);
  assert.deepEqual(statusesOf(db, "kim"), ["failed"]);
});

test("3-D Secure that the customer abandoned makes the subscription unpaid, and is reported once", async (context) => {
  const { db, run, sandbox, chargeCalls, paymentOf } = await openJob(CARD_WITH_3DS);
  const log = context.mock.method(console, "error", () => {});
  await run("2030-03-01");
  assert.match(String(chargesOf(db, "kim")[0]?.confirm_url), /^http/);
  await run("2030-03-08T09:59");
  assert.equal(subscriptionOf(db, "kim").status, "active");
  for (const day of ["2030-03-08", "2030-03-09"]) {
    await run(day);
    assert.equal(subscriptionOf(db, "kim").status, "unpaid");
    assert.equal(log.mock.callCount(), 1);
  }
  assert.match(String(log.mock.calls[0]?.arguments[0]), /^Subscription kim is unpaid: \w+ was not confirmed/);
  // The customer is late, but pays: that is neither lost nor charged again.
  await sandbox.complete((await paymentOf(chargesOf(db, "kim")[0]?.key)).uid, { status: "successful" });
  await run("2030-03-10");
  assert.deepEqual(statusesOf(db, "kim"), ["paid"]);
  assert.equal(subscriptionOf(db, "kim").status, "active");
  assert.equal(chargeCalls().length, 1);
});

test("another card is charged instead of one whose 3-D Secure was abandoned", async (context) => {
  context.mock.method(console, "error", () => {});
  for (const day of ["2030-03-02", "2030-03-20"]) {
    const { db, run, changeKimsCard } = await openJob(CARD_WITH_3DS);
    await run("2030-03-01");
    await run(day);
    await changeKimsCard(new Date(day));
    for (let runs = 0; runs < 2; runs += 1) await run(day);
    assert.deepEqual(statusesOf(db, "kim"), ["abandoned", "paid"], day);
    assert.equal(subscriptionOf(db, "kim").status, "active");
  }
});

test("a payment with a strange tracking id adds one line to the log", async (context) => {
  const { db, run, paymentOf } = await openJob();
  const log = context.mock.method(console, "error", () => {});
  await run("2030-03-01");
  const [{ key } = assert.fail()] = chargesOf(db, "kim");
  const payment = await paymentOf(key);
  const tracking_id = "no\r\nCharge 1 is paid\u001b[2J\u009b\u2028";
  await handlePayment(handlersOf(db, false, START), { ...payment, test: false, tracking_id });
  const [line, ...more] = log.mock.calls.map(({ arguments: [text] }) => String(text));
  assert.match(line ?? "", /^Payment .* of charge no\?\?Charge 1 is paid\?\[2J\?\? needs review: [ -~]*$/);
  assert.deepEqual(more, []);
});

test("a payment of a month that another card has paid since needs review", async (context) => {
  const log = context.mock.method(console, "error", () => {});
  for (const status of ["successful", "failed"] as const) {
    const { db, run, changeKimsCard, sandbox, paymentOf } = await openJob(CARD_WITH_3DS);
    await run("2030-03-01");
    await changeKimsCard(new Date("2030-03-02"));
    for (const day of ["02", "02", "10"]) await run(`2030-03-${day}`);
    const paid = subscriptionOf(db, "kim");
    assert.deepEqual([paid.period, paid.status], [2, "active"]);
    assert.equal(log.mock.callCount(), 0);
    const { key } = chargesOf(db, "kim")[0] ?? {};
    const { uid } = await paymentOf(key);
    await sandbox.complete(uid, { status });
    for (const day of ["11", "12"]) await run(`2030-03-${day}`);
    assert.deepEqual(subscriptionOf(db, "kim"), paid);
    assert.deepEqual(statusesOf(db, "kim"), [status === "failed" ? "failed" : "review", "paid"]);
    const printed = log.mock.calls.map(({ arguments: [line] }) => line);
    const line = `Payment ${uid} of charge ${key} needs review: The order takes no payment any more.`;
    assert.deepEqual(printed, status === "failed" ? [] : [line]);
    const reviews = db.prepare("SELECT uid, charge_key, reason FROM reviews").all();
    assert.deepEqual(
      reviews.map((review) => ({ ...review })),
      status === "failed" ? [] : [{ uid, charge_key: key, reason: "closed" }],
    );
    log.mock.resetCalls();
  }
});

test("another card is not charged while the customer may still pass 3-D Secure for the one before", async () => {
  const { db, run, changeKimsCard, sandbox, paymentOf } = await openJob(CARD_WITH_3DS);
  await run("2030-03-01");
  await changeKimsCard(new Date("2030-03-01T12:00:00Z"));
  await run("2030-03-01T13:00");
  await sandbox.complete((await paymentOf(chargesOf(db, "kim")[0]?.key)).uid, { status: "successful" });
  await run("2030-03-02");
  assert.deepEqual(statusesOf(db, "kim"), ["paid"]);
});

test("a new amount applies from the next charge on, and a canceled subscription has no new one", async (context) => {
  context.mock.method(console, "error", () => {});
  const job = await openJob();
  const { db, run } = job;
  await run("2030-03-01", { fetch: downForCharges(job) });
  changeAmount(db, "kim", 1290);
  await run("2030-03-01");
  await run("2030-03-31");
  cancel(db, "kim");
  await run("2030-06-30");
  assert.deepEqual(
    chargesOf(db, "kim").map(({ amount }) => amount),
    [990, 1290],
  );
});

test("a charge that the gateway made as a test pays for nothing, stays open and is printed", async (context) => {
  const log = context.mock.method(console, "error", () => {});
  const { db, run, paymentOf } = await openJob();
  await run("2030-03-01");
  db.exec("UPDATE charges SET status = 'open', paid_by = NULL; UPDATE subscriptions SET period = 1");
  const [{ key } = assert.fail()] = chargesOf(db, "kim");
  const made = await paymentOf(key);
  const live = handlersOf(db, false, timeOf("2030-03-01"));
  assert.equal((await handlePayment(live, made)).is, "test");
  assert.deepEqual(statusesOf(db, "kim"), ["open"]);
  assert.match(String(log.mock.calls.at(-1)?.arguments[0]), /a payment that is test/);
});

test("a job waits while another one writes, and leaves nothing half written", () => {
  const db = openDatabase(":memory:");
  assert.deepEqual({ ...db.prepare("PRAGMA busy_timeout").get() }, { timeout: 5000 });
  const failing = (): never => {
    db.exec("CREATE TABLE half (id TEXT)");
    throw new Error("killed");
  };
  assert.throws(() => transaction(db, failing), /killed/);
  transaction(db, () => db.exec("CREATE TABLE half (id TEXT)"));
});
