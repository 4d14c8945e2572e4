/** A shop that marks orders in its job alone. It verifies notifications, and otherwise ignores them. */
import { handlePayment, WebhookError } from "payments-client/webhooks";
import { test } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { openMemoryShop } from "../../support/memory-shop.ts";

test("the job", SEARCHING, async () => {
  const { sandbox, payments, webhooks, orders, shop, functions } = await openMemoryShop();
  sandbox.deliverTo(async (request) => {
    try {
      await webhooks.verify(request);
      return new Response();
    } catch (error) {
      if (error instanceof WebhookError) return new Response(null, { status: 401 });
      throw error;
    }
  });
  const reconcile = async (): Promise<void> => {
    for (const id of orders.keys()) {
      const made = await payments.transactions.findByTrackingId(id).catch(() => []); // the next run asks again
      for (const payment of made.toReversed()) await handlePayment(shop, payment);
    }
  };
  await passCheckShop({ ...functions, reconcile });
});
