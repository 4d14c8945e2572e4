/** The recipes of the documentation survive every trouble. */
import { PaymentsClient } from "payments-client";
import { checkShop, type Deliver, Sandbox } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { app as fastifyApp } from "../../examples/recipes/fastify.ts";
import { app as honoApp } from "../../examples/recipes/hono.ts";
import { type Order, openTokens, orders, toReview } from "../../examples/recipes/orders.ts";
import { reconcile } from "../../examples/recipes/reconcile.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });

beforeAll(async () => {
  const { shopId, secretKey } = sandbox.clientOptions;
  vi.stubEnv("PAYMENTS_SHOP_ID", shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", secretKey);
  vi.stubEnv("PAYMENTS_PUBLIC_KEY", await sandbox.publicKey());
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await fastifyApp.close();
});

async function placeOrder(url: string) {
  const order: Order = { id: crypto.randomUUID(), amount: 12_900, currency: "EUR", status: "open" };
  orders.set(order.id, order);
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: order.amount, currency: order.currency, description: "Pass", tracking_id: order.id },
    settings: { notification_url: `${url}/notify` },
  });
  openTokens.add(token);
  return { orderId: order.id, token };
}

const check = (url: string, deliver: Deliver) => {
  sandbox.deliverTo(deliver);
  return checkShop({
    sandbox,
    placeOrder: () => placeOrder(url),
    fulfilments: (orderId) => (orders.get(orderId)?.status === "paid" ? 1 : 0),
    inReview: (orderId) => toReview.filter(({ reason }) => reason.includes(orderId)).length,
    reconcile: () => reconcile(payments),
    seed: 1,
    budget: 30_000,
  });
};

test("Fastify, over HTTP", { timeout: 120_000 }, async () => {
  const url = await fastifyApp.listen({ host: "127.0.0.1", port: 0 });
  const report = await check(url, (request) => fetch(request));
  expect(report.passed, String(report)).toBe(true);
});

test("Hono", { timeout: 120_000 }, async () => {
  const report = await check("https://shop.example", async (request) => honoApp.fetch(request));
  expect(report.passed, String(report)).toBe(true);
});
