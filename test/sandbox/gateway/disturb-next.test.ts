import { expect, test } from "vitest";
import { type Disturbance, Sandbox } from "../../../src/sandbox.ts";
import { stopTime } from "../../support/stop-time.ts";
import { NOTIFIED, ORDER, openGateway, sendLoaded } from "../open-gateway.ts";

test("a lost notification is never posted, and can be posted later", async () => {
  const { sandbox, pay, notified } = await openGateway();
  sandbox.disturbNext({ notification: "lost" });
  await pay("payment");
  await pay("payment", { trackingId: "order-2" });
  await sandbox.idle();
  expect(notified().map(({ tracking_id }) => tracking_id)).toStrictEqual(["order-2"]);
  const [lost] = sandbox.deliveries;
  expect(lost).toMatchObject({ disturbance: "lost", answers: [{ error: "lost, as planned" }] });
  expect(await sandbox.redeliver(lost?.id ?? "")).toMatchObject({ status: 200 });
  expect(notified().map(({ tracking_id }) => tracking_id)).toStrictEqual(["order-2", "order-1007"]);
});

test("a late notification is posted after its delay, and paying does not wait for it", async () => {
  const { sandbox, pay, notified } = await openGateway();
  sandbox.disturbNext({ notification: "late", delayMs: 100 });
  using time = stopTime();
  await pay("payment");
  await time.advance(99);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 0 }]);
  await time.advance(1);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 1 }]);
  await time.until(() => notified().length === 1);
});

test("a late notification without a delay is a second late", async () => {
  const { sandbox, pay } = await openGateway();
  sandbox.disturbNext({ notification: "late" });
  const { paid_at } = await pay("payment");
  const [delivery] = sandbox.deliveries;
  expect(delivery?.attempts).toBe(0);
  const delay = Date.parse(delivery?.nextAttemptAt ?? "") - Date.parse(paid_at ?? "");
  expect(delay).toBeGreaterThanOrEqual(1000);
  expect(delay).toBeLessThan(20_000);
});

test("a notification is posted twice, the second before the first is answered", async () => {
  const posts: (() => void)[] = [];
  const { sandbox, pay } = await openGateway({
    deliver: () => new Promise((resolve) => posts.push(() => resolve(new Response()))),
  });
  sandbox.disturbNext({ notification: "twice" });
  const paid = pay("payment");
  await expect.poll(() => posts.length).toBe(2);
  for (const answer of posts) answer();
  await paid;
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 2, answers: [{}, {}] }]);
});

test("two notifications are reordered, and one alone is posted after its delay", async () => {
  const { sandbox, pay, notified } = await openGateway();
  sandbox.disturbNext({ notification: "reordered", delayMs: 60_000 });
  for (const trackingId of ["order-1", "order-2"]) await pay("payment", { trackingId });
  expect(notified().map(({ tracking_id }) => tracking_id)).toStrictEqual(["order-2", "order-1"]);
  sandbox.disturbNext({ notification: "reordered", delayMs: 10 });
  await pay("payment", { trackingId: "order-3" });
  await sandbox.idle();
  expect(notified().map(({ tracking_id }) => tracking_id)).toStrictEqual(["order-2", "order-1", "order-3"]);
});

test("a notification with a wrong signature is refused, and not repeated", async () => {
  const { sandbox, pay, notified } = await openGateway();
  sandbox.disturbNext({ notification: "wrong_signature" });
  await pay("payment");
  await sandbox.idle();
  expect(notified()).toStrictEqual([]);
  expect(sandbox.deliveries).toMatchObject([{ status: 401, attempts: 1, nextAttemptAt: undefined }]);
});

test.each<[Disturbance, object]>([
  ["wrong_amount", { amount: 1, payment: { amount: 1, currency: "EUR" } }],
  ["wrong_currency", { currency: "USD", amount: 12_900, payment: { currency: "USD" } }],
  ["wrong_order", { tracking_id: "other-order-1007", amount: 12_900 }],
  ["test", { test: true, tracking_id: "order-1007" }],
])(
  "%s: the notification is signed and wrong, and the gateway's answer right",
  async (notification, fields) => {
    const { sandbox, payments, create, received } = await openGateway();
    const token = await create({ settings: NOTIFIED });
    sandbox.disturbNext({ notification });
    await sandbox.expire(await create({ settings: NOTIFIED }));
    const { uid } = await sandbox.pay(token);
    expect(received).toMatchObject([{ type: "checkout" }, { transaction: { uid, ...fields } }]);
    expect(await payments.transactions.get(uid)).toMatchObject({ ...ORDER, test: false });
  },
);

test("a disturbance holds for as many notifications as it was planned for, across a restart", async () => {
  const { sandbox, pay } = await openGateway();
  sandbox.disturbNext({ notification: "lost", times: 2 });
  sandbox.disturbNext({ notification: "late", delayMs: 50 });
  for (const trackingId of ["1", "2", "3", "4"]) await pay("payment", { trackingId });
  const posted: string[] = [];
  const restarted = new Sandbox({
    state: await sandbox.state(),
    deliver: async (request) => {
      posted.push(JSON.parse(await request.text()).transaction.tracking_id);
      return new Response();
    },
  });
  await sendLoaded(restarted);
  await restarted.idle();
  expect(posted).toStrictEqual(["3"]);
  const disturbances = restarted.deliveries.map(({ disturbance }) => disturbance);
  expect(disturbances).toStrictEqual(["lost", "lost", "late", undefined]);
});

test.each([
  [{ notification: "stolen" }, /^disturbNext: notification must be one of lost, late/],
  [{ notification: "lost", times: 0 }, "disturbNext: times must be an integer, 1 or more"],
  [{ notification: "late", delayMs: -1 }, "delayMs must be an integer of milliseconds, 0 to 2147483647"],
  [undefined, /^disturbNext: notification is missing\. It must be one of/],
])("refuses a disturbance that is not known", (options, message) => {
  const sandbox = new Sandbox();
  expect(() => Reflect.apply(sandbox.disturbNext, sandbox, [options])).toThrow(RangeError);
  expect(() => Reflect.apply(sandbox.disturbNext, sandbox, [options])).toThrow(message);
});
