import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock, test } from "node:test";
import type { Fetch } from "payments-client";
import { openDatabase } from "../src/database.ts";
import { chargesOf, openJob, subscriptionOf, timeOf } from "./open-job.ts";

async function surviveRestore(): Promise<void> {
  for (const idempotencyKeys of [true, false]) {
    for (const later of ["2030-02-28T11:00:00", "2030-03-02T11:00:00"]) {
      const folder = mkdtempSync(join(tmpdir(), "subscriptions-"));
      const copy = join(folder, "copy.sqlite");
      const job = await openJob();
      await job.run("2030-02-28T08:00:00", { idempotencyKeys });
      job.db.exec(`VACUUM INTO '${copy}'`);
      await job.run("2030-02-28T09:00:00", { idempotencyKeys });
      const [made] = chargesOf(job.db, "kim");
      const db = openDatabase(copy);
      assert.deepEqual(chargesOf(db, "kim"), []);
      await job.run(later, { idempotencyKeys, db });
      assert.deepEqual(chargesOf(db, "kim"), [made]);
      assert.deepEqual(subscriptionOf(db, "kim"), subscriptionOf(job.db, "kim"));
      assert.equal(job.chargeCalls().length, 1);
      db.close();
      rmSync(folder, { recursive: true });
    }
  }
}

async function surviveClocks(): Promise<void> {
  const { db, run, chargeCalls } = await openJob();
  const right = () => timeOf("2030-02-27");
  const minutesAndMonths = [
    "2030-02-27T10:12:00",
    "2030-02-27T09:48:00",
    "2030-06-27",
    "2029-10-27",
    "2031-02-27",
  ];
  for (const wrong of minutesAndMonths)
    for (const gatewayClock of [right, () => new Date(Number.NaN)])
      await assert.rejects(run(wrong, { gatewayClock }), /^Error: Nothing is charged: it is \w{3}, 27 /);
  assert.deepEqual(chargesOf(db, "kim"), []);
  for (const day of ["2030-02-27", "2030-02-28", "2030-03-01", "2030-03-31"]) await run(day);
  assert.deepEqual(
    chargesOf(db, "kim").map(({ status }) => status),
    ["paid", "paid"],
  );
  assert.equal(chargeCalls().length, 2);
}

async function survivePoison(): Promise<void> {
  const log = mock.method(console, "error", () => {});
  const { db, run, join: subscribe } = await openJob();
  for (const id of ["sam", "kai", "lou"]) await subscribe(id);
  db.exec(`
    UPDATE subscriptions SET started_at = 'never', due_at = '' WHERE id = 'kim';
    UPDATE subscriptions SET currency = 'euro' WHERE id = 'sam';
    UPDATE subscriptions SET amount = -1 WHERE id = 'kai'`);
  for (let runs = 0; runs < 2; runs += 1) await run("2030-02-28");
  assert.deepEqual(
    ["kim", "sam", "kai", "lou"].map((id) => chargesOf(db, id).map(({ status }) => status)),
    [["open"], ["failed"], ["failed"], ["paid"]],
  );
  assert.match(String(log.mock.calls[0]?.arguments[0]), /^Charge \w+ is open:/);
  log.mock.restore();
}

/** The response of a charge is lost, and your staff refund it at the gateway before the job knows of it. */
async function surviveRefund(): Promise<void> {
  const log = mock.method(console, "error", () => {});
  const { db, run, sandbox, payments, chargeCalls, paymentOf } = await openJob();
  const fetch: Fetch = async (url, init) => {
    const answer = await sandbox.fetch(new Request(url, init));
    return init.method === "POST" ? Promise.reject(new TypeError("fetch failed")) : answer;
  };
  await run("2030-02-28", { fetch });
  const [{ key } = assert.fail()] = chargesOf(db, "kim");
  const refund = { parent_uid: (await paymentOf(key)).uid, amount: 990, reason: "Returned" };
  await payments.transactions.refund(refund);
  for (let runs = 0; runs < 2; runs += 1) await run("2030-03-01");
  assert.deepEqual(
    chargesOf(db, "kim").map(({ status }) => status),
    ["paid"],
  );
  assert.equal(chargeCalls().length, 1);
  log.mock.restore();
}

test("the job survives an old backup, wrong clocks, a poison row and a refund of a lost charge", async (context) => {
  await context.test("an old backup", surviveRestore);
  await context.test("wrong clocks", surviveClocks);
  await context.test("a poison row", survivePoison);
  await context.test("a refund of a lost charge", surviveRefund);
});

test("keys of charges cannot be guessed, because each subscription has its own secret", async () => {
  const { db, run, join: subscribe } = await openJob();
  await subscribe("sam");
  await run("2030-02-28");
  const [kim, sam] = [chargesOf(db, "kim"), chargesOf(db, "sam")].map(([charge]) => String(charge?.key));
  assert.match(kim ?? "", /^[0-9a-f]{64}$/);
  assert.notEqual(kim, sam);
});

test("a gateway that answers 404 to a look-up of nothing is reported, and the charge stays open", async (context) => {
  const log = context.mock.method(console, "error", () => {});
  const { db, run, sandbox } = await openJob();
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await sandbox.fetch(new Request(url, init));
    const isNothing = init.method === "GET" && (await answer.clone().text()) === '{"transactions":[]}';
    return isNothing ? Response.json({ message: "Record not found" }, { status: 404 }) : answer;
  };
  await run("2030-02-28", { fetch });
  assert.deepEqual(
    chargesOf(db, "kim").map(({ status }) => status),
    ["open"],
  );
  assert.match(String(log.mock.calls[0]?.arguments[1]), /Record not found/);
});
