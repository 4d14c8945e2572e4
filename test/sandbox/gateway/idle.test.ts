import { expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox.ts";
import { NOTIFY, openGateway } from "../open-gateway.ts";

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

test("idle names the notifications that are still under way after its timeout, with their last answer", async () => {
  const { sandbox, pay } = await openGateway({ deliver: async () => new Response("no", { status: 500 }) });
  await pay("payment");
  const [delivery] = sandbox.deliveries;
  const error = await sandbox.idle({ timeout: 20 }).catch((caught: unknown) => caught);
  expect(String(error)).toBe(
    "Error: idle: after 20 ms 1 notification is still under way\n" +
      `  transaction ${delivery?.id} to https://shop.example/notify, last answer: 500, posted again at ${delivery?.nextAttemptAt}`,
  );
});

test("idle names a notification that nobody has answered yet", async () => {
  const { sandbox, create } = await openGateway({ deliver: () => new Promise(() => undefined) });
  const settings = { notification_url: `${NOTIFY}?key=s3cret` };
  void sandbox.pay(await create({ settings }));
  await expect(sandbox.idle({ timeout: 20 })).rejects.toThrow(
    /https:\/\/shop.example\/notify, last answer: none/,
  );
});

test("idle refuses a timeout that no timer can have", async () => {
  for (const timeout of [0, -1, 1.5, Number.NaN, 2 ** 31])
    await expect(new Sandbox().idle({ timeout }), String(timeout)).rejects.toThrow(RangeError);
});
