import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notify } from "../../examples/recipes/notify.ts";
import { type Order, orders, toReview } from "../../examples/recipes/orders.ts";
import { charge, storeMonth } from "../../examples/recipes/renewals.ts";

const sandbox = new Sandbox({ deliver: notify });
const payments = new PaymentsClient(sandbox.clientOptions);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { shopId, secretKey } = sandbox.clientOptions;
  vi.stubEnv("PAYMENTS_SHOP_ID", shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", secretKey);
  vi.stubEnv("PAYMENTS_PUBLIC_KEY", await sandbox.publicKey());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 60 * 60 * 1000);

/** The first order of a subscription, paid on the payment page. */
async function subscribe(contract: "recurring"[], card = "4200000000000000"): Promise<Order> {
  const first: Order = { id: crypto.randomUUID(), amount: 990, currency: "EUR", status: "open" };
  orders.set(first.id, first);
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
  return first;
}

const paymentsOf = async (month: Order) =>
  (await payments.transactions.findByTrackingId(month.id)).map(({ status }) => status);

test("the token of the card comes with the notification only if the payment asked for it", async () => {
  expect((await subscribe([])).cardToken).toBeNull();
  expect((await subscribe(["recurring"])).cardToken).toStrictEqual(expect.any(String));
});

test("a renewal is notified, answered 200 and counted once, however often it is charged", async () => {
  const month = storeMonth(await subscribe(["recurring"]));
  const renewal = await charge(payments, month);
  await sandbox.idle();
  expect(sandbox.deliveries.at(-1)).toMatchObject({
    url: "https://shop.example/notify",
    status: 200,
    attempts: 1,
  });
  expect(month.status).toBe("paid");

  for (const hours of [0, 25]) {
    later(hours);
    expect((await charge(payments, month)).uid).toBe(renewal.uid);
  }
  expect(await paymentsOf(month)).toStrictEqual(["successful"]);
  expect(toReview).toStrictEqual([]);
});

test("the notification of a renewal marks it as paid where the answer to the charge was lost", async () => {
  const month = storeMonth(await subscribe(["recurring"]));
  let isLost = false;
  const unlucky = new PaymentsClient({
    ...sandbox.clientOptions,
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await sandbox.fetch(new Request(url, init));
      if (init.method !== "POST") return response;
      isLost = true;
      throw new TypeError("fetch failed");
    },
  });
  await expect(charge(unlucky, month)).rejects.toThrow("fetch failed");
  await sandbox.idle();
  expect(isLost).toBe(true);
  expect(month.status).toBe("paid");
});

test("a declined renewal stays open, and is answered 200", async () => {
  const month = storeMonth(await subscribe(["recurring"], "4000000000000341"));
  expect((await charge(payments, month)).status).toBe("failed");
  await sandbox.idle();
  expect(sandbox.deliveries.at(-1)?.status).toBe(200);
  expect(month.status).toBe("open");
  expect(toReview).toStrictEqual([]);
});

test("an order without a saved card is not charged", async () => {
  await expect(charge(payments, storeMonth(await subscribe([])))).rejects.toThrow("has no saved card");
});
