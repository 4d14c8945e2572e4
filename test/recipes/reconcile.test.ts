import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { paymentEvent } from "payments-client/webhooks";
import { afterEach, expect, test, vi } from "vitest";
import { takePayment } from "../../examples/recipes/notify.ts";
import { orders, toReview } from "../../examples/recipes/orders.ts";
import { reconcile } from "../../examples/recipes/reconcile.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });

afterEach(() => {
  vi.restoreAllMocks();
});

/** An order whose payment is not notified. */
async function payUnnotified(id: string, amount = 12_900) {
  orders.set(id, { id, amount: 12_900, currency: "EUR", status: "open" });
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency: "EUR", description: "Annual pass", tracking_id: id },
  });
  return sandbox.pay(token);
}

test("the job marks a paid order whose notification was lost, once", async () => {
  const payment = await payUnnotified("lost-1");
  await reconcile(payments);
  expect(orders.get("lost-1")?.status).toBe("paid");
  takePayment(paymentEvent(payment)); // the notification, after all
  expect(toReview).toStrictEqual([]);
});

test("an error of one order does not keep the job from the others", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  await payUnnotified("lost-2", 1);
  await payUnnotified("lost-3");
  await reconcile(payments);
  expect(orders.get("lost-2")?.status).toBe("open");
  expect(orders.get("lost-3")?.status).toBe("paid");
  expect(error).toHaveBeenCalledExactlyOnceWith("Order lost-2:", expect.anything());
});

test("a newer payment of another amount does not hide the payment of an order", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  await payUnnotified("lost-4");
  await payUnnotified("lost-4", 15_000);
  await reconcile(payments);
  expect(orders.get("lost-4")?.status).toBe("paid");
  expect(error).toHaveBeenCalledWith("Order lost-4:", expect.objectContaining({ reason: "mismatch" }));
});
