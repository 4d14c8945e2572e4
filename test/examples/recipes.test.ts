/** `checkShop` finds no fault in the recipes of the documentation. */
import { PaymentsClient } from "payments-client";
import { checkShop, type Deliver, Sandbox } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { app as fastifyApp } from "../../examples/recipes/fastify.ts";
import { app as honoApp } from "../../examples/recipes/hono.ts";
import { type Order, openTokens, orders, toReview } from "../../examples/recipes/orders.ts";
import { reconcile } from "../../examples/recipes/reconcile.ts";
import { refunds, sendRefunds, storeRefund } from "../../examples/recipes/refunds.ts";
import { chargeMonth, tryId } from "../../examples/recipes/renewals.ts";
import { shipOrders } from "../../examples/recipes/ship.ts";
import { createToken } from "../support/check-shop.ts";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0, idempotencyKeys: true });

const DAY = 24 * 60 * 60_000;

/** @throws Error for an unknown order. */
function find(id: string): Order {
  const order = orders.get(id);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

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
  const order: Order = { id: crypto.randomUUID(), amount: 12_900, currency: "EUR", paidBy: null };
  orders.set(order.id, order);
  const token = await createToken(payments, order, url);
  openTokens.set(token, Date.now() + DAY);
  return { orderId: order.id, token };
}

/** As the staff's page does it: sends the form, runs the job, and shows the result. */
async function refund(orderId: string, amount: number, id: string): Promise<void> {
  const order = find(orderId);
  storeRefund({ id, paymentUid: order.paidBy ?? "", amount, reason: "Returned" }, order.amount);
  await sendRefunds(payments);
  const state = refunds.get(id)?.state;
  if (state !== "succeeded") throw new Error(`The refund is ${state}`);
}

/** Charges a month. After a try that failed, it is another try. */
async function renew(orderId: string, month: string): Promise<void> {
  const isFailed = (number: number): boolean => {
    const row = orders.get(tryId(find(orderId).renewalSecret ?? "", month, number));
    return row !== undefined && row.paidBy === null && "state" in row && row.state === "failed";
  };
  let number = 1;
  while (isFailed(number)) number += 1;
  const sent = await chargeMonth(payments, find(orderId), month, number);
  if (sent.is !== "succeeded") throw new Error(`The charge is ${sent.is}`);
}

const check = async (url: string, deliver: Deliver) => {
  sandbox.deliverTo(deliver);
  const report = await checkShop({
    sandbox,
    placeOrder: () => placeOrder(url),
    fulfillments: async (orderId) => {
      await shipOrders(async () => undefined);
      return orders.get(orderId)?.shipping === "done" ? 1 : 0;
    },
    inReview: (orderId) =>
      [...toReview.values()].filter((row) => row.orderId === orderId).map(({ uid }) => uid),
    reconcile: async () => {
      await reconcile(payments);
      await sendRefunds(payments);
    },
    refund,
    renew,
    idempotencyKeys: true, // as the client
    ...SEARCH,
  });
  console.log(String(report));
  expect(report.failures, String(report)).toStrictEqual([]);
};

const LONG = { timeout: SEARCH_TIMEOUT };

test("Fastify, over HTTP", LONG, async () => {
  const url = await fastifyApp.listen({ host: "127.0.0.1", port: 0 });
  // The recipe for renewals has the address of a shop in production.
  await check(url, (request) => fetch(new Request(new URL(new URL(request.url).pathname, url), request)));
});

test("Hono", LONG, async () => {
  await check("https://shop.example", async (request) => honoApp.fetch(request));
});
