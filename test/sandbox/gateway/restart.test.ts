import { expect, test } from "vitest";
import type { CheckoutCreateParams } from "../../../src/index.ts";
import { type Deliver, Sandbox, type SandboxOptions } from "../../../src/sandbox.ts";
import { aProduct } from "../../models/params.ts";
import { recordsOf } from "../../support/saved-state.ts";
import { stopTime } from "../../support/stop-time.ts";
import { NOTIFIED, NOTIFY, ORDER, openSandbox, savedState, sendLoaded } from "../open-gateway.ts";
import { openChallenge, postForm, rawCall } from "../raw-call.ts";

const DAY = 86_400_000;
const VERIFY = "https://shop.example/verify";

/** A sandbox with a token, and what continues from its state. */
async function open(options?: SandboxOptions, params?: Partial<CheckoutCreateParams>) {
  const first = openSandbox(options);
  const token = await first.create({ settings: NOTIFIED, ...params });
  const restart = async (more?: SandboxOptions) =>
    openSandbox({ ...more, state: await savedState(first.sandbox) });
  return { ...first, token, restart };
}

/** A merchant's server that records the posts and never responds. */
const silent =
  (posted: string[]): Deliver =>
  ({ url }) => {
    posted.push(url);
    return new Promise(() => undefined);
  };

const accepting =
  (posted: string[]): Deliver =>
  async ({ url }) => {
    posted.push(url);
    return new Response();
  };

test("the state survives a restart, and has no secret key", async () => {
  const settings = { notification_url: "http://127.0.0.1:9/notify" };
  const held = { transaction_type: "authorization", settings } as const;
  const { sandbox, payments, token, restart } = await open({}, held);
  const { id } = await payments.products.create(aProduct);
  const { uid, credit_card } = await sandbox.pay(token, { saveCard: true });
  const state = await savedState(sandbox);
  expect(state).toMatchObject({ version: 1 });
  expect(JSON.stringify(state)).not.toContain("s3cret");
  const second = await restart();
  // Its notification is not posted again by itself.
  for (const delivery of recordsOf(state).deliveries) delete delivery.nextAttemptAt;
  expect(await savedState(second.sandbox)).toStrictEqual(state);
  expect(await second.sandbox.publicKey()).toBe(await sandbox.publicKey());
  expect(second.sandbox.deliveries).toEqual(
    sandbox.deliveries.map((each) => ({ ...each, nextAttemptAt: undefined })),
  );
  expect(await second.payments.products.get(id)).toStrictEqual(await payments.products.get(id));
  expect(await second.payments.checkouts.get(token)).toStrictEqual(await payments.checkouts.get(token));
  expect(await second.payments.transactions.get(uid)).toStrictEqual(await payments.transactions.get(uid));
  const renewal = { ...ORDER, credit_card: { token: credit_card?.token ?? "" } };
  expect(await second.payments.transactions.pay(renewal)).toMatchObject({ status: "successful" });
});

test("a state of another version, or without one of its lists or its key, is refused", async () => {
  const { version, ...lists } = await savedState(new Sandbox());
  const names = Object.keys(lists).filter((name) => name !== "key");
  for (const wrong of [
    { ...lists },
    { ...lists, version: 2 },
    { ...lists, version: "1" },
    ...names.flatMap((list) => [
      { version, ...lists, [list]: undefined },
      { version, ...lists, [list]: {} },
      { version, ...lists, [list]: [null] },
      { version, ...lists, [list]: ["x"] },
      { version, ...lists, [list]: [{ id: "prd_1", token: "x" }] },
    ]),
    { version, ...lists, key: undefined },
    { version, ...lists, key: { publicKey: "x" } },
  ]) {
    expect(() => new Sandbox({ state: JSON.parse(JSON.stringify(wrong)) })).toThrow(
      "state must be a result of sandbox.state()",
    );
  }
  expect(() => new Sandbox({ state: JSON.parse("null") })).toThrow("state must be a result");
});

test("a state is read whatever the values are that requests had where the reference says text", async () => {
  const { sandbox, token } = await open({}, { settings: {} });
  const call = rawCall(sandbox);
  const credit_card = { number: "4200000000000000", holder: "KIM", exp_month: "12", exp_year: "2049" };
  const { body } = await call("POST", "/transactions/payments", {
    request: {
      ...ORDER,
      credit_card,
      customer: { external_id: 42, taxpayer_id: {} },
      billing_address: { external_id: [1] },
      additional_data: { vendor: { token: 9 } },
    },
  });
  const refund = { parent_uid: Object(body).transaction.uid, amount: 100, reason: "returned" };
  const additional_data = { vendor: 9 };
  await call("POST", "/transactions/refunds", { request: { ...refund, additional_data } });
  await sandbox.pay(token, { customer: Object({ device_id: 5 }) });
  const state = await savedState(sandbox);
  expect(recordsOf(state).transactions).toHaveLength(3);
  expect(await savedState(new Sandbox({ state }))).toStrictEqual(state);
});

test("nothing of a loaded state is posted by itself, whoever wrote it, and after a click the merchant's notifications", async () => {
  const refusing = async () => new Response(null, { status: 500 });
  const first = openSandbox({ deliver: refusing });
  const settings = { ...NOTIFIED, verification_url: VERIFY };
  for (const params of [{ settings: NOTIFIED }, { settings: NOTIFIED, attempts: 2 }])
    await first.sandbox.pay(await first.create(params));
  // Its expiry would be notified.
  const neverPaid = await first.create({ settings: NOTIFIED });
  const payout = await first.create({ transaction_type: "payout", settings });
  const silenced: string[] = [];
  first.sandbox.deliverTo(silent(silenced));
  void first.sandbox.pay(payout);
  await expect.poll(() => silenced).toStrictEqual([VERIFY]);
  const state = await savedState(first.sandbox);
  const { orders, deliveries } = recordsOf(state);
  for (const delivery of deliveries)
    if (delivery.nextAttemptAt) delivery.nextAttemptAt = "2020-01-01T00:00:00.000Z";
  for (const order of orders) order.createdAt = "2020-01-01T00:00:00.000Z";
  const posted: string[] = [];
  using time = stopTime();
  const { sandbox, payments } = openSandbox({ state, deliver: accepting(posted) });
  await time.advance(DAY);
  expect(posted).toStrictEqual([]);
  await sandbox.idle();
  // Two repeats, the payout that failed, and two expiries.
  await sendLoaded(sandbox);
  await time.until(() => posted.length === 4);
  await sandbox.idle();
  expect(new Set(posted)).toStrictEqual(new Set([NOTIFY]));
  expect(await payments.checkouts.get(neverPaid)).toMatchObject({ expired: true, status: "error" });
  expect(await payments.checkouts.get(payout)).toMatchObject({
    status: "failed",
    message: "The payout could not be verified",
    finished: true,
  });
});

test("a post interrupted by a restart is repeated after a click, and counts once", async () => {
  const unheard: string[] = [];
  const { sandbox, token, restart } = await open({ deliver: silent(unheard) });
  void sandbox.pay(token);
  await expect.poll(() => unheard).toStrictEqual([NOTIFY]);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 1, answers: [] }]);
  const posted: string[] = [];
  const { sandbox: second } = await restart({ deliver: accepting(posted) });
  await sendLoaded(second);
  await expect.poll(() => second.deliveries).toMatchObject([{ status: 200 }]);
  expect(second.deliveries).toMatchObject([{ attempts: 1, answers: [{ status: 200 }] }]);
  expect(posted).toStrictEqual([NOTIFY]);
});

test("an open 3-D Secure challenge can be answered after a restart, and is notified immediately", async () => {
  const { sandbox, token, restart } = await open();
  await openChallenge(sandbox, token);
  const posted: string[] = [];
  const second = await restart({ deliver: accepting(posted) });
  expect(await second.payments.checkouts.get(token)).toMatchObject({
    status: "incomplete",
    message: "3-D Secure authentication is required",
  });
  await postForm(second.sandbox, `/v2/challenge?token=${token}`, { answer: "confirm" });
  expect(await second.payments.checkouts.get(token)).toMatchObject({ status: "successful" });
  await expect.poll(() => posted).toStrictEqual([NOTIFY]);
});

test("a restart keeps the sequence of transactions and of notifications", async () => {
  const { sandbox, payments, create } = openSandbox({ deliver: accepting([]) });
  const tokens = [await create({ settings: NOTIFIED }), await create({ settings: NOTIFIED })];
  const uids: string[] = [];
  for (const token of tokens.reverse()) {
    uids.push((await sandbox.pay(token)).uid);
    // Sequences are restored by times in milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await payments.transactions.refund({ parent_uid: uids[0] ?? "", amount: 100, reason: "Broken" });
  await sandbox.idle();
  const restarted = openSandbox({ state: await savedState(sandbox) });
  const found = await payments.transactions.findByTrackingId("order-1007");
  expect(found.map(({ parent_uid, uid }) => parent_uid ?? uid)).toStrictEqual([uids[0], uids[1], uids[0]]);
  expect(await restarted.payments.transactions.findByTrackingId("order-1007")).toStrictEqual(found);
  expect(restarted.sandbox.deliveries).toEqual(sandbox.deliveries);
});
