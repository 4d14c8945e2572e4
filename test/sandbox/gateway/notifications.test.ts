import { expect, test } from "vitest";
import { isFinal, isPaid, outcome, PaymentsClient, type Transaction } from "../../../src/index.ts";
import { Sandbox, type SandboxOptions, type SandboxState } from "../../../src/sandbox/index.ts";
import {
  expectPayment,
  type Notification,
  notificationKey,
  type PayoutVerification,
  Webhooks,
} from "../../../src/webhooks/index.ts";

const NOTIFY = "https://shop.example/notify";
const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" };

/** A merchant whose handler is called without a socket and who records the notifications. */
async function openShop(answers: readonly number[] = [], options: SandboxOptions = {}) {
  const received: Notification[] = [];
  const requests: Request[] = [];
  const sandbox: Sandbox = new Sandbox({
    shopId: 4821,
    secretKey: "s3cret",
    ...options,
    deliver: async (request) => {
      requests.push(request.clone());
      const status = answers[requests.length - 1] ?? 200;
      return status === 200 ? handler(request) : new Response("not now", { status });
    },
  });
  const webhooks = new Webhooks({ shopId: 4821, secretKey: "s3cret", publicKey: await sandbox.publicKey() });
  const keep = (_: unknown, notification: Notification) => void received.push(notification);
  const handler = webhooks.handler({ onTransaction: keep, onCheckout: keep });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const create = (settings = {}, more = {}) =>
    payments.checkouts.create({
      transaction_type: "payment",
      order,
      settings: { notification_url: NOTIFY, ...settings },
      ...more,
    });
  return { sandbox, payments, received, requests, create };
}

test("the merchant's handler gets a payment's notification, signed, with the shop's credentials", async () => {
  const { sandbox, payments, received, requests, create } = await openShop();
  const { token } = await create();
  const transaction = await sandbox.pay(token, { card: "4200000000000000" });
  const [notification] = received;
  expect(requests[0]?.url).toBe(NOTIFY);
  expect(notification).toMatchObject({ type: "transaction", transaction: { uid: transaction.uid } });
  if (notification?.type !== "transaction") throw new Error("no transaction");
  expect(isPaid(notification.transaction)).toBe(true);
  expectPayment(notification, { amount: 12900, currency: "EUR", trackingId: "order-1007" });
  const status = await payments.checkouts.get(token);
  expect(isPaid(status)).toBe(true);
  expect(status.gateway_response?.payment).toMatchObject({ uid: transaction.uid, status: "successful" });
  expect(sandbox.deliveries).toMatchObject([{ type: "transaction", url: NOTIFY, status: 200, attempts: 1 }]);
});

test("a notification is posted again until the answer is 200", async () => {
  const { sandbox, received, create } = await openShop([500, 302], { speed: 100_000 });
  await sandbox.pay((await create()).token);
  expect(sandbox.deliveries).toMatchObject([{ status: 500, attempts: 1, answers: [{ body: "not now" }] }]);
  await expect.poll(() => sandbox.deliveries[0]?.status).toBe(200);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 3, nextAttemptAt: undefined }]);
  expect(received).toHaveLength(1);
});

test("a transaction's notification is posted at most sixteen times, an expired token's three times", async () => {
  const refusals = Array.from({ length: 40 }, () => 503);
  const { sandbox, create } = await openShop(refusals, { speed: 1_000_000 });
  // At this speed, 24 hours are 86 milliseconds.
  const lasting = { order: { ...order, expired_at: "2099-12-31T00:00:00Z" } };
  const [paid, unpaid] = [await create({}, lasting), await create({}, lasting)];
  await sandbox.pay(paid.token);
  await sandbox.expire(unpaid.token);
  await expect.poll(() => sandbox.deliveries.every(({ nextAttemptAt }) => !nextAttemptAt)).toBe(true);
  expect(sandbox.deliveries.map(({ type, attempts }) => [type, attempts])).toStrictEqual([
    ["transaction", 16],
    ["checkout", 3],
  ]);
});

test("the waits of card processing add up to a day and a half", async () => {
  const { sandbox, create } = await openShop([500]);
  const before = Date.now();
  await sandbox.pay((await create()).token);
  const next = Date.parse(sandbox.deliveries[0]?.nextAttemptAt ?? "");
  expect(next - before).toBeGreaterThanOrEqual(8000);
  expect(next - before).toBeLessThan(8000 + 29 * 2000 + 5000);
});

test("a repeat of one event has the same key", async () => {
  const { sandbox, received, create } = await openShop();
  await sandbox.pay((await create()).token);
  const [delivery] = sandbox.deliveries;
  await sandbox.redeliver(delivery?.id ?? "");
  const [first, second] = received;
  if (!first || !second) throw new Error("not twice");
  expect(notificationKey(second)).toBe(notificationKey(first));
  expect(sandbox.deliveries).toMatchObject([{ attempts: 2, status: 200, answers: [{}, {}] }]);
  await expect(sandbox.redeliver("no such")).rejects.toThrow(RangeError);
});

test("a post without a response records the reason and is repeated", async () => {
  const { sandbox, create } = await openShop([], {});
  const unreachable = new Sandbox({ shopId: 4821, secretKey: "s3cret" });
  const payments = new PaymentsClient(unreachable.clientOptions);
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: "http://127.0.0.1:9/notify" },
  });
  const transaction: Transaction = await unreachable.pay(token);
  expect(isPaid(transaction)).toBe(true);
  expect(unreachable.deliveries).toMatchObject([
    { status: undefined, attempts: 1, answers: [{ error: /./ }] },
  ]);
  expect(sandbox.deliveries).toStrictEqual([]);
  void create;
});

test("the merchant is notified of an expired token once", async () => {
  const { sandbox, payments, received, create } = await openShop();
  const { token } = await create();
  expect(await sandbox.expire(token)).toBe(true);
  expect(await sandbox.expire(token)).toBe(false);
  expect(received).toMatchObject([
    { type: "checkout", checkout: { token, expired: true, status: "error", gateway_response: null } },
  ]);
  expect(isFinal(await payments.checkouts.get(token))).toBe(true);
  await expect(sandbox.pay(token)).rejects.toThrow("it is expired");
});

test.each([
  ["24 hours after its creation", {}, 86_400_000],
  ["at order.expired_at", { expired_at: new Date(Date.now() + 3_600_000) }, 3_600_000],
])("a token expires on time, %s", async (_, time, wait) => {
  const { sandbox, received, create } = await openShop([], { speed: wait / 300 });
  const { token } = await create({}, { order: { ...order, ...time } });
  expect(received).toStrictEqual([]);
  await expect.poll(() => received).toMatchObject([{ checkout: { token, expired: true } }]);
  expect(sandbox.deliveries).toMatchObject([{ type: "checkout", status: 200 }]);
});

test.each<["payment" | "authorization" | "charge" | "tokenization", string, string]>([
  ["payment", "4200000000000000", "paid"],
  ["payment", "4005550000000019", "failed"],
  ["charge", "4200000000000000", "paid"],
  ["authorization", "4200000000000000", "authorized"],
  ["authorization", "4005550000000019", "failed"],
  ["tokenization", "4200000000000000", "tokenized"],
])(
  "the notification and the status of a %s with %s are both %s, and have one key",
  async (type, card, what) => {
    const { sandbox, payments, received, create } = await openShop();
    const { token } = await create({}, { transaction_type: type });
    const transaction = await sandbox.pay(token, { card });
    const status = await payments.checkouts.get(token);
    expect([outcome(transaction), outcome(status)]).toStrictEqual([what, what]);
    const [notification] = received;
    if (!notification) throw new Error("no notification");
    expect(notificationKey(status)).toBe(notificationKey(notification));
  },
);

test("the notification and the status of an expired token are both expired, and have the same key", async () => {
  const { sandbox, payments, received, create } = await openShop();
  const { token } = await create({}, { attempts: 2 });
  await sandbox.pay(token, { card: "4005550000000019" });
  await sandbox.expire(token);
  const status = await payments.checkouts.get(token);
  expect(outcome(status)).toBe("expired");
  const [, notification] = received;
  if (!notification) throw new Error("no notification");
  expect(notificationKey(status)).toBe(notificationKey(notification));
});

test("a payout succeeds only if the merchant accepts it", async () => {
  const questions: PayoutVerification[] = [];
  const decide = { accepts: true };
  const webhooks = new Webhooks({ shopId: 1, secretKey: "s3cret", publicKey: false });
  const sandbox = new Sandbox({
    secretKey: "s3cret",
    deliver: webhooks.verificationHandler((question) => {
      questions.push(question);
      return decide.accepts || { message: "over the limit", friendlyMessage: "Please contact us" };
    }),
  });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const create = () =>
    payments.checkouts.create({
      transaction_type: "payout",
      order,
      settings: { verification_url: "https://shop.example/verify" },
    });
  const accepted = await sandbox.pay((await create()).token);
  expect(accepted).toMatchObject({ type: "payout", status: "successful" });
  const { uid } = accepted;
  expect(questions).toMatchObject([
    {
      uid,
      amount: 12900,
      currency: "EUR",
      tracking_id: "order-1007",
      test: false,
      raw: { transaction: { uid, type: "payout", status: "incomplete" } },
    },
  ]);
  decide.accepts = false;
  expect(await sandbox.pay((await create()).token)).toMatchObject({
    status: "failed",
    message: "over the limit",
    friendly_message: "Please contact us",
  });
  expect(sandbox.deliveries.map(({ type }) => type)).toStrictEqual(["verification", "verification"]);
});

test("a payout whose token expires during its verification stays unpaid", async () => {
  const asked = Promise.withResolvers<Request>();
  const answer = Promise.withResolvers<Response>();
  const sandbox = new Sandbox({
    deliver: async (request) => {
      asked.resolve(request);
      return answer.promise;
    },
  });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const settings = { verification_url: "https://shop.example/verify" };
  const { token } = await payments.checkouts.create({ transaction_type: "payout", order, settings });
  const paying = sandbox.pay(token);
  const question: unknown = await (await asked.promise).json();
  await sandbox.expire(token);
  answer.resolve(Response.json({ ...Object(question).transaction, code: 0 }));
  expect(await paying).toMatchObject({ status: "expired" });
  expect(await payments.checkouts.get(token)).toMatchObject({ expired: true, status: "error" });
});

test("a sandbox that stops at any moment of a payment loses no notification", async () => {
  const { sandbox, create } = await openShop();
  const { token } = await create();
  const kept: Promise<SandboxState>[] = [];
  sandbox.onChange(() => kept.push(sandbox.state()));
  await sandbox.pay(token);
  expect(kept.length).toBeGreaterThan(1);
  for (const state of await Promise.all(kept)) {
    const requests: Request[] = [];
    const next = new Sandbox({
      shopId: 4821,
      secretKey: "s3cret",
      state: JSON.parse(JSON.stringify(state)),
      deliver: async (request) => {
        requests.push(request);
        return new Response();
      },
    });
    expect(isPaid(await new PaymentsClient(next.clientOptions).checkouts.get(token))).toBe(true);
    await expect.poll(() => next.deliveries[0]?.status).toBe(200);
    const [request] = requests;
    if (!request) continue;
    const publicKey = await sandbox.publicKey();
    const webhooks = new Webhooks({ shopId: 4821, secretKey: "s3cret", publicKey });
    const { headers } = request;
    expect(await webhooks.verify({ body: await request.text(), headers })).toMatchObject({
      type: "transaction",
    });
  }
});

test("a payout whose verification was interrupted has failed after a restart, and the merchant is notified", async () => {
  const sandbox = new Sandbox({ deliver: () => new Promise(() => undefined) });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const settings = { notification_url: NOTIFY, verification_url: "https://shop.example/verify" };
  const { token } = await payments.checkouts.create({ transaction_type: "payout", order, settings });
  void sandbox.pay(token);
  await expect.poll(() => sandbox.deliveries).toHaveLength(1);
  const posted: string[] = [];
  const next = new Sandbox({
    state: JSON.parse(JSON.stringify(await sandbox.state())),
    deliver: async ({ url }) => {
      posted.push(url);
      return new Response();
    },
  });
  expect(await new PaymentsClient(next.clientOptions).checkouts.get(token)).toMatchObject({
    status: "failed",
    message: "The payout could not be verified",
  });
  await expect.poll(() => next.deliveries[1]?.status).toBe(200);
  expect(posted).toStrictEqual([NOTIFY]);
});

test("a payout succeeds if the merchant's answer is long", async () => {
  const deliver = async (request: Request) => {
    const { transaction }: { transaction: object } = JSON.parse(await request.text());
    return Response.json({ ...transaction, code: 0, note: "x".repeat(2000) });
  };
  const sandbox = new Sandbox({ deliver });
  const { token } = await new PaymentsClient(sandbox.clientOptions).checkouts.create({
    transaction_type: "payout",
    order,
    settings: { verification_url: "https://shop.example/verify" },
  });
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
});

const NO_ADDRESSES: readonly { readonly url: unknown }[] = [
  { url: {} },
  { url: { toString: 1, valueOf: 1 } },
  { url: 5 },
];

test.each(NO_ADDRESSES)(
  "a product's notification_url that is not a string is ignored: %j",
  async ({ url }) => {
    const { sandbox, payments } = await openShop();
    const pass = { name: "Pass", description: "One year", currency: "EUR", amount: 12900, immortal: true };
    const undocumented = { notification_url: url };
    const { id } = await payments.products.create({ ...pass, infinite: true, ...undocumented });
    expect(await sandbox.pay(id)).toMatchObject({ status: "successful" });
    expect(sandbox.deliveries).toStrictEqual([]);
  },
);

test("a merchant's answer is read up to its limit only", async () => {
  let sent = 0;
  const cancelled: unknown[] = [];
  const deliver = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          sent += 1;
          if (sent > 1000) controller.close();
          else controller.enqueue(new TextEncoder().encode("é".repeat(999)));
        },
        cancel: (reason) => void cancelled.push(reason),
      }),
    );
  const sandbox = new Sandbox({ deliver });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const settings = { notification_url: NOTIFY };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order, settings });
  await sandbox.pay(token);
  expect(sandbox.deliveries).toMatchObject([{ status: 200, answers: [{ body: "é".repeat(2000) }] }]);
  expect(sent).toBeLessThan(10);
  expect(cancelled).toHaveLength(1);
});
