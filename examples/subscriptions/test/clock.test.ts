import assert from "node:assert/strict";
import { test } from "node:test";
import { chargesOf, openJob, timeOf } from "./open-job.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

test("a clock may differ from the gateway's by ten minutes, not by more", async () => {
  for (const minutes of [-11, -10, 10, 11]) {
    const { db, run } = await openJob();
    const gatewayClock = () => new Date(timeOf("2030-03-01").getTime() + minutes * MINUTE);
    const result = run("2030-03-01", { gatewayClock });
    if (Math.abs(minutes) > 10) await assert.rejects(result, /Nothing is charged/);
    else await result;
    assert.equal(chargesOf(db, "kim").length, Math.abs(minutes) > 10 ? 0 : 1, `${minutes} minutes`);
  }
});

test("a run while the gateway is down stores nothing", async () => {
  const { db, run } = await openJob();
  const fetch = () => Promise.reject(new TypeError("fetch failed"));
  await assert.rejects(run("2031-03-01", { fetch }), { name: "ConnectionError" });
  assert.deepEqual(chargesOf(db, "kim"), []);
});

test("a charge that was sent by a clock a year ahead is sent again, with and without keys", async (context) => {
  context.mock.method(console, "error", () => {});
  for (const idempotencyKeys of [true, false]) {
    const { db, run } = await openJob();
    let gets = 0;
    const fetch = async (): Promise<Response> => {
      gets += 1;
      return gets === 1 ? Response.json({ transactions: [] }) : Promise.reject(new TypeError("fetch failed"));
    };
    await run("2030-03-01", { fetch, idempotencyKeys });
    const ahead = new Date(timeOf("2030-03-01").getTime() + YEAR).toISOString();
    db.prepare("UPDATE charges SET sent_at = ?").run(ahead);
    await run("2030-03-01T10:05:00", { idempotencyKeys });
    assert.equal(chargesOf(db, "kim")[0]?.status, "paid");
  }
});

test("a charge that a process with another clock sends now is not sent by this process", async (context) => {
  context.mock.method(console, "error", () => {});
  const { db, run, chargeCalls } = await openJob();
  await run("2030-03-01", { fetch: async () => Response.json({ transactions: [] }), idempotencyKeys: false });
  const ahead = new Date(timeOf("2030-03-01").getTime() + 19 * MINUTE).toISOString();
  db.prepare("UPDATE charges SET sent_at = ?").run(ahead);
  await run("2030-03-01T10:00:01", { idempotencyKeys: false });
  assert.deepEqual(chargeCalls(), []);
});
