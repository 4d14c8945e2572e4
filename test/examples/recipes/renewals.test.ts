import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { notify } from "../../../examples/recipes/notify.ts";
import { type Order, orders, toReview } from "../../../examples/recipes/orders.ts";
import { chargeMonth, triesForStaff, tryId } from "../../../examples/recipes/renewals.ts";
import { FaultyGateway, neverArrives } from "../money/faulty-gateway.ts";

/** `underWay` of `sendOnce`. */
const UNDER_WAY = 120_000;

const sandbox = new Sandbox({ deliver: notify });
const payments = new PaymentsClient(sandbox.clientOptions);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  toReview.clear();
  const { shopId, secretKey } = sandbox.clientOptions;
  vi.stubEnv("PAYMENTS_SHOP_ID", shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", secretKey);
  vi.stubEnv("PAYMENTS_PUBLIC_KEY", await sandbox.publicKey());
});

// The recipe keeps its handler, which verifies notifications of this file's sandbox only.
afterAll(() => vi.resetModules());

const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 60 * 60 * 1000);

/** Pays the first order of a subscription on the payment page. */
async function pay(first: Order, contract: "recurring"[], card: string): Promise<void> {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount: first.amount,
      currency: first.currency,
      description: "First month",
      tracking_id: first.id,
      additional_data: { contract },
    },
    settings: { notification_url: "https://shop.example/notify" },
  });
  await sandbox.pay(token, { card });
}

/** The first order of a subscription, paid. */
async function subscribe(contract: "recurring"[], card = "4200000000000000"): Promise<Order> {
  const first: Order = { id: crypto.randomUUID(), amount: 990, currency: "EUR", paidBy: null };
  orders.set(first.id, first);
  await pay(first, contract, card);
  return first;
}

/** The id of a try to charge April. */
const idOf = ({ renewalSecret = "" }: Order, number = 1): string => tryId(renewalSecret, "2026-04", number);

const paymentsOf = async (id: string) =>
  (await payments.transactions.findByTrackingId(id)).map(({ status }) => status);

test("the token of the card comes with the notification only if the payment asked for it", async () => {
  expect((await subscribe([])).cardToken).toBeUndefined();
  expect((await subscribe(["recurring"])).cardToken).toStrictEqual(expect.any(String));
});

test("a month is charged once, notified and counted once, however often the lines of the guide run", async () => {
  const first = await subscribe(["recurring"]);
  const renewal = await chargeMonth(payments, first, "2026-04");
  await sandbox.idle();
  expect(sandbox.deliveries.at(-1)).toMatchObject({
    url: "https://shop.example/notify",
    status: 200,
    attempts: 1,
  });
  const id = idOf(first);
  expect(orders.get(id)?.paidBy).toMatch(/./);

  for (const hours of [0, 25]) {
    later(hours);
    expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({ is: "succeeded" });
  }
  expect(renewal).toMatchObject({ is: "succeeded" });
  expect(await paymentsOf(id)).toStrictEqual(["successful"]);
  expect(toReview.size).toBe(0);
});

test("another try waits until the one before is known to have failed", async () => {
  const first = await subscribe(["recurring"], "4000000000000341");
  const gateway = new FaultyGateway(sandbox, true);
  gateway.faultOf = ({ method }) => (method === "POST" ? neverArrives : undefined);
  await expect(chargeMonth(payments, first, "2026-04", 2)).rejects.toThrow("may still be paid");
  expect(await chargeMonth(gateway.client(), first, "2026-04")).toMatchObject({ is: "unknown" });
  await expect(chargeMonth(payments, first, "2026-04", 2)).rejects.toThrow("may still be paid");
  later(1);
  expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({ transaction: { status: "failed" } });
  await sandbox.idle();
  expect(sandbox.deliveries.at(-1)?.status).toBe(200);
  expect(orders.get(idOf(first))).toMatchObject({ paidBy: null, state: "failed" });

  first.cardToken = (await subscribe(["recurring"])).cardToken;
  later(1);
  expect(await chargeMonth(payments, first, "2026-04", 2)).toMatchObject({
    transaction: { status: "successful" },
  });
  expect(orders.get(idOf(first, 2))?.paidBy).toMatch(/./);
  expect(toReview.size).toBe(0);
});

test("a card that was deleted is a try that failed", async () => {
  const first = await subscribe(["recurring"]);
  first.cardToken = "deleted";
  expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({ is: "refused" });
  expect(orders.get(idOf(first))).toMatchObject({ paidBy: null, state: "failed" });
});

test("a try that waits for 3-D Secure stays open, and is paid when the customer has passed it", async () => {
  const first = await subscribe(["recurring"], "4012000000001097");
  const waiting = await chargeMonth(payments, first, "2026-04");
  expect(waiting).toMatchObject({ transaction: { status: "incomplete", redirect_url: expect.any(String) } });
  expect(orders.get(idOf(first))).toMatchObject({ paidBy: null, state: "open" });
  await sandbox.complete("transaction" in waiting ? waiting.transaction.uid : "", { status: "successful" });
  expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({ is: "succeeded" });
  expect(orders.get(idOf(first))?.paidBy).toMatch(/./);
});

test.each([1, -1])(
  "a charge that the gateway never got is sent again after two minutes, even by a clock that was set back: %i",
  async (way) => {
    const first = await subscribe(["recurring"]);
    const gateway = new FaultyGateway(sandbox, false);
    let posts = 0;
    gateway.faultOf = ({ method }) => {
      if (method === "POST") posts += 1;
      return method === "POST" && posts === 1 ? neverArrives : undefined;
    };
    const ask = () => chargeMonth(gateway.client(), first, "2026-04");
    expect(await ask()).toMatchObject({ is: "unknown" });
    vi.setSystemTime(Date.now() + way * (UNDER_WAY - 1));
    expect(await ask()).toMatchObject({ is: "unknown" });
    expect(posts).toBe(1);
    vi.setSystemTime(Date.now() + way);
    expect(await ask()).toMatchObject({ is: "succeeded" });
    expect(
      sandbox.requests.findLast(({ operation }) => operation === "transactions.pay")?.body,
    ).toMatchObject({
      request: {
        duplicate_check: true,
        return_url: expect.stringMatching(/^https/),
        additional_data: { card_on_file: { initiator: "merchant" } },
      },
    });
  },
);

test("a try that expired has failed, unless its notification said that it is paid", async () => {
  for (const paidBy of [null, "another"]) {
    const first = await subscribe(["recurring"], "4012000000001097");
    await chargeMonth(payments, first, "2026-04");
    const gateway = new FaultyGateway(sandbox, true);
    gateway.faultOf = () => async (process) => {
      const { transactions } = Object(await (await process()).json());
      const [made] = transactions;
      return Response.json({
        transactions: [{ ...made, status: "expired", payment: { status: "expired" } }],
      });
    };
    const row = orders.get(idOf(first));
    Object.assign(row ?? {}, { paidBy });
    await chargeMonth(gateway.client(), first, "2026-04");
    if (paidBy === null) expect(row).toMatchObject({ state: "failed" });
    else await expect(chargeMonth(payments, first, "2026-04", 2)).rejects.toThrow("may still be paid");
  }
});

test("a month that is paid is not sent again, whatever the gateway finds", async () => {
  const first = await subscribe(["recurring"]);
  await chargeMonth(payments, first, "2026-04");
  later(1);
  const gateway = new FaultyGateway(sandbox, false);
  gateway.faultOf = ({ method }) =>
    method === "GET" ? async () => Response.json({ transactions: [] }) : undefined;
  expect(await chargeMonth(gateway.client(), first, "2026-04")).toMatchObject({ is: "unknown" });
});

test("a subscription whose first notification was lost is charged by the card of the payment that paid it", async () => {
  sandbox.disturbNext({ notification: "lost" });
  const first = await subscribe(["recurring"]);
  await pay(first, ["recurring"], "5555555555554444");
  const known = await payments.transactions.findByTrackingId(first.id);
  expect(known).toHaveLength(2);
  for (const [index, payment] of known.entries()) {
    // As the job of reconcile.ts does, which has no card.
    Object.assign(first, { paidBy: payment.uid, cardToken: undefined });
    expect(await chargeMonth(payments, first, `2026-0${index + 4}`)).toMatchObject({
      transaction: { status: "successful", credit_card: { token: payment.credit_card?.token } },
    });
  }
});

test("an order without a saved card is not charged, and its month is, once there is one", async () => {
  const first = await subscribe([]);
  await expect(chargeMonth(payments, first, "2026-04")).rejects.toThrow("has no saved card");
  expect(orders.has(idOf(first))).toBe(false);
  first.cardToken = (await subscribe(["recurring"])).cardToken;
  later(1);
  expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({
    transaction: { status: "successful" },
  });
  expect(orders.get(idOf(first))?.paidBy).toMatch(/./);
});

test("a try keeps its card, whatever becomes of the first order's", async () => {
  const first = await subscribe(["recurring"]);
  const { cardToken } = first;
  const gateway = new FaultyGateway(sandbox, false);
  gateway.faultOf = ({ method }) => (method === "POST" ? neverArrives : undefined);
  expect(await chargeMonth(gateway.client(), first, "2026-04")).toMatchObject({ is: "unknown" });
  Object.assign(first, { cardToken: undefined });
  later(1);
  expect(await chargeMonth(payments, first, "2026-04")).toMatchObject({
    transaction: { status: "successful", credit_card: { token: cardToken } },
  });
});

test("an older copy of the database charges no month again", async () => {
  const first = await subscribe(["recurring"]);
  const copy = { ...first };
  await chargeMonth(payments, first, "2026-04");
  orders.clear();
  orders.set(copy.id, copy);
  later(1);
  expect(await chargeMonth(payments, copy, "2026-04")).toMatchObject({ is: "succeeded" });
  expect(await paymentsOf(idOf(first))).toStrictEqual(["successful"]);
  expect(orders.get(idOf(first))?.paidBy).toMatch(/./);
});

test("what is unknown for an hour is listed with the answer", async () => {
  const first = await subscribe(["recurring"]);
  orders.clear();
  const gateway = new FaultyGateway(sandbox, true);
  gateway.faultOf = () => async () => Response.json({ message: "Record not found" }, { status: 404 });
  expect(await chargeMonth(gateway.client(), first, "2026-04")).toMatchObject({ is: "unknown" });
  expect(triesForStaff()).toStrictEqual([]);
  later(1.1);
  expect(triesForStaff()).toMatchObject([
    { id: idOf(first), message: expect.stringContaining("Record not found") },
  ]);
  await chargeMonth(payments, first, "2026-04");
  expect(triesForStaff()).toStrictEqual([]);
});
