/** A shop that marks orders in its job alone. It verifies notifications, and otherwise ignores them. */

import type { Transaction } from "payments-client";
import { checkShop } from "payments-client/sandbox";
import { handlePayment, WebhookError } from "payments-client/webhooks";
import { expect, onTestFinished, test, vi } from "vitest";
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
      // Marking an order is its fulfillment here, so that a payment that was refunded whole marks none.
      const isReturned = ({ uid, amount }: Transaction): boolean =>
        made
          .filter(
            ({ type, status, parent_uid }) =>
              type === "refund" && status === "successful" && parent_uid === uid,
          )
          .reduce((left, refund) => left - Number(refund.amount), Number(amount)) === 0;
      for (const payment of made.toReversed()) if (!isReturned(payment)) await handlePayment(shop, payment);
    }
  };
  await passCheckShop({ ...functions, reconcile });
});

test("a job that does not end accuses nobody, and the result is incomplete", async () => {
  // The limit of a function is 30 seconds, or more on a busy machine.
  const isLimit = (milliseconds: number): boolean => milliseconds >= 30_000 && milliseconds < 60_000;
  const { setTimeout: wait } = globalThis;
  const spy = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void spy.mockRestore());
  spy.mockImplementation((task, milliseconds = 0) => wait(task, isLimit(milliseconds) ? 1000 : milliseconds));
  const { functions } = await openMemoryShop();
  const reconcile = (): Promise<never> => new Promise(() => {});
  const { verdict, failures, unfinished } = await checkShop({
    ...functions,
    reconcile,
    story: "order, pay, job, deliver",
  });
  expect([verdict, failures]).toStrictEqual(["incomplete", []]);
  expect(unfinished.join()).toMatch(/reconcile failed: it took longer than \d+ s/);
});
