/** A gateway in memory, passed to the code under test: no socket, no mocks, no global state. */
import { InvalidRequestError, PaymentsClient } from "payments-client";
import { Sandbox, type SandboxOptions } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { expect, test, vi } from "vitest";
import { paymentState, startPayment } from "../src/checkout.ts";
import { handlersOf } from "../src/handlers.ts";
import { Orders } from "../src/orders.ts";
import { reconcile } from "../src/reconcile.ts";

const order = { id: "order-1007", description: "Annual pass", amount: 12900, currency: "EUR" };

/** A shop with its own gateway, so that tests can run concurrently. */
async function openShop(options?: SandboxOptions) {
  const orders = new Orders();
  orders.add(order);
  const sandbox = new Sandbox(options);
  const { shopId, secretKey } = sandbox.clientOptions;
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
  sandbox.deliverTo(webhooks.handler(handlersOf(orders)));
  return { orders, sandbox, payments: new PaymentsClient(sandbox.clientOptions) };
}

async function openPayment() {
  const shop = await openShop();
  const started = await startPayment(shop.payments, shop.orders, order);
  if (started.is !== "started") throw new Error("the sandbox did not respond");
  return { ...shop, token: started.token };
}

test("an order is shipped when it is paid", async () => {
  const { orders, sandbox, payments, token } = await openPayment();
  expect(await paymentState(payments, orders, token)).toBe("open");
  await sandbox.pay(token);
  expect(await paymentState(payments, orders, token)).toBe("paid");
  orders.ship();
  expect(orders.shipped).toEqual(["order-1007"]);
});

test("an order is not shipped when the card is declined", async () => {
  const { orders, sandbox, payments, token } = await openPayment();
  await sandbox.pay(token, { card: "4005550000000019" });
  expect(await paymentState(payments, orders, token)).toBe("failed");
  orders.ship();
  expect(orders.shipped).toEqual([]);
});

test("a payment that was not made in time has failed", async () => {
  const { orders, sandbox, payments, token } = await openPayment();
  await sandbox.expire(token);
  expect(await paymentState(payments, orders, token)).toBe("failed");
  orders.ship();
  expect(orders.shipped).toEqual([]);
});

test("if the gateway is down, or the connection fails, the customer may try again", async () => {
  const { orders, sandbox, payments } = await openShop();
  sandbox.failNext({ status: 503 });
  expect(await startPayment(payments, orders, order)).toEqual({ is: "unavailable" });
  const fetch = () => Promise.reject(new TypeError("fetch failed"));
  const unreachable = payments.withOptions({ maxRetries: 0, fetch });
  expect(await startPayment(unreachable, orders, order)).toEqual({ is: "unavailable" });
});

test("a short outage of the gateway is hidden by retries where they are safe", async () => {
  const { orders, sandbox, payments, token } = await openPayment();
  sandbox.failNext({ status: 503, times: 2, headers: { "retry-after": "0" } });
  expect(await paymentState(payments, orders, token)).toBe("open");
});

test("a repeated notification ships nothing", async () => {
  const { orders, sandbox, token } = await openPayment();
  await sandbox.pay(token);
  const [delivery] = sandbox.deliveries;
  const again = await sandbox.redeliver(delivery?.id ?? "");
  expect(again).toMatchObject({ status: 200, attempts: 2 });
  orders.ship();
  expect(orders.shipped).toEqual(["order-1007"]);
  expect(orders.toReview).toEqual([]);
});

test("the job asks again about a token until it is paid or over, and about one that the gateway does not know", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { orders, sandbox, payments, token } = await openPayment();
  orders.openTokens.set("unknown", Date.now());
  const log = vi.spyOn(console, "error").mockReturnValue();
  await reconcile(payments, orders);
  expect([...orders.openTokens.keys()]).toEqual([token, "unknown"]);
  expect(log).toHaveBeenCalledExactlyOnceWith("Token unknown:", expect.anything());
  await sandbox.expire(token);
  await reconcile(payments, orders);
  expect([...orders.openTokens.keys()]).toEqual([token, "unknown"]);
  vi.setSystemTime(Date.now() + 25.1 * 60 * 60_000);
  await reconcile(payments, orders);
  expect([...orders.openTokens.keys()]).toEqual(["unknown"]);
  vi.useRealTimers();
});

test("a customer whose first card was declined is found, although the gateway calls the token finished", async () => {
  const variants = { declinedToken: "finished" } as const;
  const { orders, sandbox, payments } = await openShop({ variants });
  sandbox.disturbNext({ notification: "lost", times: 2 });
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    attempts: 2,
    order: { amount: order.amount, currency: order.currency, description: "Pass", tracking_id: order.id },
  });
  orders.openTokens.set(token, Date.now());
  await sandbox.pay(token, { card: "4005550000000019" });
  await reconcile(payments, orders);
  await sandbox.pay(token);
  await reconcile(payments, orders);
  expect(orders.find(order.id)?.paidBy).toEqual(expect.any(String));
});

test("a test payment ships nothing", async () => {
  const { orders, sandbox, payments } = await openShop();
  const { amount, currency, description, id } = order;
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount, currency, description, tracking_id: id },
    settings: { notification_url: "https://shop.example/notifications" },
  });
  const log = vi.spyOn(console, "error").mockReturnValue();
  await sandbox.pay(token);
  orders.ship();
  expect(orders.shipped).toEqual([]);
  expect(await paymentState(payments, orders, token)).toBe("unclear");
  expect(log).toHaveBeenCalledWith(expect.stringContaining("a payment that is test"));
});

test("a mistake of the shop is not reported as an outage", async () => {
  const { orders, payments } = await openShop();
  await expect(startPayment(payments, orders, { ...order, amount: -1 })).rejects.toThrow(InvalidRequestError);
});
