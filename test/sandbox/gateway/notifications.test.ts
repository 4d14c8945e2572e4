import { expect, test } from "vitest";
import { isFinal, outcome, type TransactionType } from "../../../src/index.ts";
import type { SandboxState } from "../../../src/sandbox.ts";
import { notificationKey } from "../../../src/webhooks.ts";
import { endlessProduct } from "../../models/params.ts";
import { DECLINED, NOTIFIED, NOTIFY, openGateway, openSandbox, sendLoaded } from "../open-gateway.ts";

test.each<[TransactionType, string, string]>([
  ["payment", "4200000000000000", "paid"],
  ["payment", DECLINED, "failed"],
  ["charge", "4200000000000000", "paid"],
  ["authorization", "4200000000000000", "authorized"],
  ["authorization", DECLINED, "failed"],
  ["tokenization", "4200000000000000", "tokenized"],
  ["payout", "4200000000000000", "paid_out"],
])(
  "the handler gets a %s with %s, as its status has it: both are %s, have a section of its name, and one key",
  async (type, card, what) => {
    const { sandbox, payments, create, received } = await openGateway();
    const token = await create({ transaction_type: type, settings: NOTIFIED });
    const transaction = await sandbox.pay(token, { card });
    const { uid, status } = transaction;
    expect(transaction).toMatchObject({ type, [type]: { status } });
    expect(received).toMatchObject([{ type: "transaction", transaction: { uid, [type]: { status } } }]);
    expect(sandbox.deliveries).toMatchObject([
      { type: "transaction", url: NOTIFY, status: 200, attempts: 1 },
    ]);
    const tokenStatus = await payments.checkouts.get(token);
    expect(tokenStatus.gateway_response).toStrictEqual({ [type]: expect.objectContaining({ uid, status }) });
    expect([outcome(transaction), outcome(tokenStatus)]).toStrictEqual([what, what]);
    const [notification] = received;
    if (!notification) throw new Error("no notification");
    expect(notificationKey(tokenStatus)).toBe(notificationKey(notification));
  },
);

test("the notification and the status of an expired token are both expired, and have the same key", async () => {
  const { sandbox, payments, create, received } = await openGateway();
  const token = await create({ attempts: 2, settings: NOTIFIED });
  await sandbox.pay(token, { card: DECLINED });
  await sandbox.expire(token);
  const status = await payments.checkouts.get(token);
  expect([outcome(status), isFinal(status)]).toStrictEqual(["expired", true]);
  const [, notification] = received;
  expect(notification).toMatchObject({
    type: "checkout",
    checkout: { token, expired: true, status: "error", gateway_response: null },
  });
  if (!notification) throw new Error("no notification");
  expect(notificationKey(status)).toBe(notificationKey(notification));
  await expect(sandbox.pay(token)).rejects.toThrow("it is expired");
});

test("a sandbox that stops at any moment of a payment loses no notification", async () => {
  const { sandbox, create, webhooks } = await openGateway();
  const token = await create({ settings: NOTIFIED });
  const kept: Promise<SandboxState>[] = [];
  sandbox.onChange(() => kept.push(sandbox.state()));
  await sandbox.pay(token);
  expect(kept.length).toBeGreaterThan(1);
  for (const state of await Promise.all(kept)) {
    const requests: Request[] = [];
    const next = openSandbox({
      state: JSON.parse(JSON.stringify(state)),
      deliver: async (request) => {
        requests.push(request);
        return new Response();
      },
    });
    expect(outcome(await next.payments.checkouts.get(token)) === "paid").toBe(true);
    await sendLoaded(next.sandbox);
    await expect.poll(() => next.sandbox.deliveries[0]?.status).toBe(200);
    const [request] = requests;
    if (!request) continue;
    expect(await webhooks.verify({ body: await request.text(), headers: request.headers })).toMatchObject({
      type: "transaction",
    });
  }
});

test("a product's notification_url that is not a string is ignored", async () => {
  const { sandbox, payments } = openSandbox();
  for (const notification_url of [{}, { toString: 1, valueOf: 1 }, 5]) {
    const { id } = await payments.products.create({ ...endlessProduct, ...{ notification_url } });
    expect(await sandbox.pay(id)).toMatchObject({ status: "successful" });
  }
  expect(sandbox.deliveries).toStrictEqual([]);
});

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
  const { sandbox, create } = openSandbox({ deliver });
  await sandbox.pay(await create({ settings: NOTIFIED }));
  expect(sandbox.deliveries).toMatchObject([{ status: 200, answers: [{ body: "é".repeat(2000) }] }]);
  expect(sent).toBeLessThan(10);
  expect(cancelled).toHaveLength(1);
});
