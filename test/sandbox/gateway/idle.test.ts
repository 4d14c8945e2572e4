import { expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox/index.ts";
import { openGateway } from "../open-gateway.ts";

test("a sandbox is idle when nothing was posted", async () => {
  await expect(new Sandbox().idle()).resolves.toBeUndefined();
});

test("idle waits for the notification of a refund that the shop made", async () => {
  const { sandbox, payments, pay, notified } = await openGateway();
  const { uid } = await pay("payment");
  await payments.transactions.refund({ parent_uid: uid, amount: 12_900, reason: "Returned" });
  await sandbox.idle();
  expect(notified().map(({ type }) => type)).toStrictEqual(["payment", "refund"]);
});

test("idle waits for repeats, until the last one is answered", async () => {
  let posts = 0;
  const { sandbox, pay } = await openGateway({
    speed: 10_000,
    deliver: async () => new Response(null, { status: ++posts < 4 ? 500 : 200 }),
  });
  await pay("payment");
  await sandbox.idle();
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 4 }]);
});

test("idle ends when a notification is given up", async () => {
  const { sandbox, pay } = await openGateway({
    speed: 10_000_000,
    deliver: async () => {
      throw new Error("The shop is down");
    },
  });
  // At this speed, 24 hours are 9 milliseconds.
  await pay("payment", { order: { expired_at: "2099-12-31T00:00:00Z" } });
  await sandbox.idle();
  expect(sandbox.deliveries).toMatchObject([{ attempts: 16, nextAttemptAt: undefined }]);
});
