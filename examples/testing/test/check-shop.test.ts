/** Stories that make a shop lose or give away money, made up by the SDK. */
import { PaymentsClient } from "payments-client";
import { checkShop, Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { expect, test, vi } from "vitest";
import { startPayment } from "../src/checkout.ts";
import { handlersOf } from "../src/handlers.ts";
import { Orders } from "../src/orders.ts";
import { reconcile } from "../src/reconcile.ts";

/** Milliseconds of a shorter or longer search. */
const { CHECK_SHOP_BUDGET: BUDGET } = process.env;

test("no story makes the shop lose money", { timeout: Number(BUDGET ?? 120_000) + 120_000 }, async () => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  const orders = new Orders();
  const sandbox = new Sandbox();
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const { shopId, secretKey } = sandbox.clientOptions;
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
  sandbox.deliverTo(webhooks.handler(handlersOf(orders)));

  const report = await checkShop({
    sandbox,
    placeOrder: async () => {
      const order = { id: crypto.randomUUID(), description: "Annual pass", amount: 12900, currency: "EUR" };
      orders.add(order);
      const started = await startPayment(payments, orders, order);
      if (started.is !== "started") throw new Error("The gateway is not available");
      return { orderId: order.id, token: started.token };
    },
    fulfillments: (orderId) => {
      orders.ship();
      return orders.shipped.filter((id) => id === orderId).length;
    },
    inReview: (orderId) => orders.toReview.filter(({ id }) => id === orderId).map(({ uid }) => uid),
    reconcile: () => reconcile(payments, orders),
    seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
    ...(BUDGET && { budget: Number(BUDGET) }),
  });
  console.log(String(report));
  expect(BUDGET ? report.failures.length === 0 : report.passed, String(report)).toBe(true);
});
