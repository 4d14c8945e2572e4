import { expect, test, vi } from "vitest";
import { IdempotencyError, PaymentsClient, ValidationError } from "../../../src/index.ts";
import { rejection } from "../../client/calls.ts";
import { ORDER, openGateway, openSandbox, savedState } from "../open-gateway.ts";

const KEY = "5d0f3c5e-7f1f-4a43-9d0a-9a4f3d2b1c00";
const HOUR = 60 * 60 * 1000;

/** A sandbox with a saved card, a payment and an authorization. */
async function open(options = {}) {
  const gateway = await openGateway(options);
  const { sandbox, create, pay } = gateway;
  const token = await create({ order: { ...ORDER, tracking_id: "member" } });
  const saved = (await sandbox.pay(token, { saveCard: true })).credit_card?.token ?? "";
  const [paid, held] = [await pay("payment"), await pay("authorization")];
  const card = {
    amount: 990,
    currency: "EUR",
    description: "December",
    tracking_id: "renewal",
    credit_card: { token: saved },
  };
  return { ...gateway, card, paid, held };
}

test("each of the five calls is processed once for its key, and repeats get its transaction", async () => {
  const { payments, card, paid, held } = await open();
  const { transactions } = payments;
  const all = [
    (idempotencyKey: string) => transactions.pay(card, { idempotencyKey }),
    (idempotencyKey: string) => transactions.authorize(card, { idempotencyKey }),
    (idempotencyKey: string) =>
      transactions.capture({ parent_uid: held.uid, amount: 100 }, { idempotencyKey }),
    (idempotencyKey: string) => transactions.void({ parent_uid: held.uid, amount: 50 }, { idempotencyKey }),
    (idempotencyKey: string) =>
      transactions.refund({ parent_uid: paid.uid, amount: 100, reason: "Returned" }, { idempotencyKey }),
  ];
  for (const [index, call] of all.entries()) {
    const first = await call(`key-${index}`);
    expect(await call(`key-${index}`)).toStrictEqual(first);
  }
  expect(await transactions.findByTrackingId("renewal")).toHaveLength(2);
  expect(await transactions.findByTrackingId("order-1007")).toHaveLength(5);
});

test("ten requests at once with one key make one transaction", async () => {
  const { payments, card, notified } = await open();
  const calls = Array.from({ length: 10 }, () => payments.transactions.pay(card, { idempotencyKey: KEY }));
  const uids = new Set((await Promise.all(calls)).map(({ uid }) => uid));
  expect(uids.size).toBe(1);
  expect(await payments.transactions.findByTrackingId("renewal")).toHaveLength(1);
  expect(notified().filter(({ tracking_id }) => tracking_id === "renewal")).toStrictEqual([]);
});

test("another body or endpoint with the same key gets the first one's result", async () => {
  const { payments, card, paid } = await open();
  const options = { idempotencyKey: KEY };
  const first = await payments.transactions.pay(card, options);
  const other = payments.transactions.pay({ ...card, amount: 1 }, options);
  expect((await rejection(other, IdempotencyError)).transaction).toStrictEqual(first);
  const refund = { parent_uid: paid.uid, amount: 1, reason: "Returned" };
  const refunded = payments.transactions.refund(refund, options);
  expect((await rejection(refunded, IdempotencyError)).transaction).toStrictEqual(first);
});

test("a repeat has the transaction's newer status", async () => {
  const { payments, sandbox, create } = openSandbox();
  const saved = await sandbox.pay(await create(), { card: "4012000000001097", saveCard: true });
  const params = { ...ORDER, credit_card: { token: saved.credit_card?.token ?? "" } };
  const begun = await payments.transactions.pay(params, { idempotencyKey: KEY });
  expect(begun.status).toBe("incomplete");
  const ended = await sandbox.complete(begun.uid, { status: "successful" });
  expect(await payments.transactions.pay(params, { idempotencyKey: KEY })).toStrictEqual(ended);
});

test("a refusal is repeated, too, and whoever saves the sandbox hears of it, which a restart must not forget", async () => {
  const { sandbox, payments, card } = await open();
  let changes = 0;
  sandbox.onChange(() => {
    changes += 1;
  });
  const unknown = { ...card, credit_card: { token: "unknown" } };
  for (const params of [unknown, card]) {
    await expect(payments.transactions.pay(params, { idempotencyKey: KEY })).rejects.toThrow(ValidationError);
    expect(changes).toBe(1);
  }
});

test("a key is honoured for 24 hours of the sandbox's clock, also after a restart", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const speed of [1, 60]) {
    const { payments, sandbox, card } = await open({ speed });
    const first = await payments.transactions.pay(card, { idempotencyKey: KEY });
    const { payments: again } = openSandbox({ speed, state: await savedState(sandbox) });
    vi.setSystemTime(Date.now() + (24 * HOUR) / speed - 1);
    expect(await again.transactions.pay(card, { idempotencyKey: KEY })).toStrictEqual(first);
    vi.setSystemTime(Date.now() + 1);
    expect((await again.transactions.pay(card, { idempotencyKey: KEY })).uid).not.toBe(first.uid);
  }
});

test("a request that was refused for its credentials does not use up its key", async () => {
  const { payments, sandbox, card } = await open();
  const stranger = new PaymentsClient({ ...sandbox.clientOptions, secretKey: "another" });
  await expect(stranger.transactions.pay(card, { idempotencyKey: KEY })).rejects.toMatchObject({
    response: { status: 401 },
  });
  expect((await payments.transactions.pay(card, { idempotencyKey: KEY })).status).toBe("successful");
});
