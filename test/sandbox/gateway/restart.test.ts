import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { type Deliver, Sandbox, type SandboxState } from "../../../src/sandbox/index.ts";
import { CHALLENGED, postForm, rawCall } from "../raw-call.ts";

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };
const NOTIFY = "https://shop.example/notify";
const VERIFY = "https://shop.example/verify";

/** The state of a sandbox after a round trip through JSON. */
const written = async (sandbox: Sandbox): Promise<SandboxState> =>
  JSON.parse(JSON.stringify(await sandbox.state()));

const clientOf = (sandbox: Sandbox) => new PaymentsClient(sandbox.clientOptions);

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
  const first = new Sandbox({ secretKey: "s3cret-of-the-shop" });
  const payments = clientOf(first);
  const { id } = await payments.products.create({
    name: "Pass",
    description: "One year",
    currency: "EUR",
    amount: 12900,
    quantity: 2,
    immortal: true,
  });
  const { token } = await payments.checkouts.create({
    transaction_type: "authorization",
    order,
    settings: { notification_url: "http://127.0.0.1:9/notify" },
  });
  const { uid } = await first.pay(token, { saveCard: true });
  const state = await written(first);
  expect(state).toMatchObject({ version: 1 });
  expect(JSON.stringify(state)).not.toContain("s3cret-of-the-shop");
  const second = new Sandbox({ secretKey: "s3cret-of-the-shop", state });
  const again = clientOf(second);
  expect(await written(second)).toStrictEqual(state);
  expect(await second.publicKey()).toBe(await first.publicKey());
  expect(second.deliveries).toEqual(first.deliveries);
  expect(await again.products.get(id)).toStrictEqual(await payments.products.get(id));
  expect(await again.checkouts.get(token)).toStrictEqual(await payments.checkouts.get(token));
  expect(await again.transactions.get(uid)).toStrictEqual(await payments.transactions.get(uid));
});

test("a state of another version, or without one of its lists or its key, is refused", async () => {
  const { version, ...lists } = await written(new Sandbox());
  for (const wrong of [
    { ...lists },
    { ...lists, version: 2 },
    { ...lists, version: "1" },
    ...["products", "checkouts", "transactions", "cards", "deliveries", "requestIds"].flatMap((list) => [
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
      "state must be what sandbox.state() gave",
    );
  }
  expect(() => new Sandbox({ state: JSON.parse("null") })).toThrow("state must be what");
});

test("a state is read whatever the values are that requests had where the reference says text", async () => {
  const sandbox = new Sandbox();
  const call = rawCall(sandbox);
  const credit_card = { number: "4200000000000000", holder: "KIM", exp_month: "12", exp_year: "2049" };
  const { body } = await call("POST", "/transactions/payments", {
    request: {
      ...order,
      credit_card,
      customer: { external_id: 42, taxpayer_id: {} },
      billing_address: { external_id: [1] },
      additional_data: { vendor: { token: 9 } },
    },
  });
  const refund = { parent_uid: Object(body).transaction.uid, amount: 100, reason: "returned" };
  const additional_data = { vendor: 9 };
  await call("POST", "/transactions/refunds", { request: { ...refund, additional_data } });
  const { token } = await clientOf(sandbox).checkouts.create({ transaction_type: "payment", order });
  await sandbox.pay(token, { customer: Object({ device_id: 5 }) });
  const state = await written(sandbox);
  expect(state).toMatchObject({ transactions: [{}, {}, {}] });
  expect(await written(new Sandbox({ state }))).toStrictEqual(state);
});

test("a post interrupted by a restart is repeated, and counts once", async () => {
  const unheard: string[] = [];
  const first = new Sandbox({ deliver: silent(unheard) });
  const { token } = await clientOf(first).checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: NOTIFY },
  });
  void first.pay(token);
  await expect.poll(() => unheard).toStrictEqual([NOTIFY]);
  expect(first.deliveries).toMatchObject([{ attempts: 1, answers: [] }]);
  const posted: string[] = [];
  const second = new Sandbox({ state: await written(first), deliver: accepting(posted) });
  await expect.poll(() => second.deliveries).toMatchObject([{ status: 200 }]);
  expect(second.deliveries).toMatchObject([{ attempts: 1, answers: [{ status: 200 }] }]);
  expect(posted).toStrictEqual([NOTIFY]);
});

test("an accepted notification is not posted again", async () => {
  const first = new Sandbox({ deliver: accepting([]) });
  const { token } = await clientOf(first).checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: NOTIFY },
  });
  await first.pay(token);
  const posted: string[] = [];
  const second = new Sandbox({ state: await written(first), deliver: accepting(posted) });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(posted).toStrictEqual([]);
  expect(second.deliveries).toEqual(first.deliveries);
});

test("a planned repeat is posted after a restart, at its time and not at once", async () => {
  const first = new Sandbox({ speed: 200, deliver: async () => new Response(null, { status: 500 }) });
  const { token } = await clientOf(first).checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: NOTIFY },
  });
  await first.pay(token);
  const planned = Date.parse(first.deliveries[0]?.nextAttemptAt ?? "");
  const times: number[] = [];
  const second = new Sandbox({
    speed: 200,
    state: await written(first),
    deliver: async () => {
      times.push(Date.now());
      return new Response();
    },
  });
  await expect.poll(() => second.deliveries).toMatchObject([{ status: 200, attempts: 2 }]);
  expect(times).toHaveLength(1);
  // A timer may be a millisecond early.
  expect(times[0]).toBeGreaterThanOrEqual(planned - 1);
});

test("a payout verification is not repeated after a restart", async () => {
  const unheard: string[] = [];
  const first = new Sandbox({ deliver: silent(unheard) });
  const { token } = await clientOf(first).checkouts.create({
    transaction_type: "payout",
    order,
    settings: { notification_url: NOTIFY, verification_url: VERIFY },
  });
  void first.pay(token);
  await expect.poll(() => unheard).toStrictEqual([VERIFY]);
  const posted: string[] = [];
  const second = new Sandbox({ state: await written(first), deliver: accepting(posted) });
  await expect.poll(() => second.deliveries[1]).toMatchObject({ status: 200 });
  expect(posted).toStrictEqual([NOTIFY]);
  expect(await clientOf(second).checkouts.get(token)).toMatchObject({ status: "failed", finished: true });
});

test("an open 3-D Secure challenge can be answered after a restart", async () => {
  const first = new Sandbox();
  const { token } = await clientOf(first).checkouts.create({ transaction_type: "payment", order });
  await postForm(first, `/v2/checkout?token=${token}`, CHALLENGED);
  const second = new Sandbox({ state: await written(first) });
  expect(await clientOf(second).checkouts.get(token)).toMatchObject({
    status: "incomplete",
    message: "3-D Secure authentication is required",
  });
  await postForm(second, `/v2/challenge?token=${token}`, { answer: "confirm" });
  expect(await clientOf(second).checkouts.get(token)).toMatchObject({ status: "successful" });
});

test("an open token expires after a restart, and the merchant is notified", async () => {
  const first = new Sandbox({ deliver: accepting([]) });
  const { token } = await clientOf(first).checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: NOTIFY },
  });
  const posted: string[] = [];
  const second = new Sandbox({
    speed: 86_400_000 / 200,
    state: await written(first),
    deliver: accepting(posted),
  });
  await expect.poll(() => posted).toStrictEqual([NOTIFY]);
  expect(await clientOf(second).checkouts.get(token)).toMatchObject({ expired: true, status: "error" });
});

test("every saved card pays again after a restart", async () => {
  const create = (sandbox: Sandbox, more = {}) =>
    clientOf(sandbox).checkouts.create({ transaction_type: "payment", order, ...more });
  const first = new Sandbox();
  const saved = new Map<string, string | undefined>();
  for (const card of ["4200000000000000", "5555555555554444"]) {
    const { token } = await create(first);
    const { credit_card } = await first.pay(token, { card, saveCard: true });
    saved.set(card, credit_card?.token ?? undefined);
  }
  const second = new Sandbox({ state: await written(first) });
  for (const [card, token] of saved) {
    const { redirect_url } = await create(second, { payment_method: { credit_card: { token } } });
    const page = await (await second.fetch(new Request(redirect_url))).text();
    expect(page).toContain(`ending in ${card.slice(-4)}`);
  }
});
