/** A shop that forgets after some time which notifications it has seen, such as in a cache. */
import { checkShop } from "payments-client/sandbox";
import { handlePayment, type PaymentHandlers } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { type Order, openMemoryShop } from "../../support/memory-shop.ts";

/** How long the shop remembers a notification, in milliseconds. */
const REMEMBERED = 10_000;

// Without a budget and with a seed, so that a busy machine plays the same stories.
test("a notification is repeated when the run ends", { timeout: 240_000 }, async () => {
  const { shop, payments, functions } = await openMemoryShop();
  const seen = new Map<string, number>();
  const shipped: string[] = [];
  const tokens = new Set<string>();
  shop.paid = ({ order, uid }) => {
    const isNew = Date.now() - (seen.get(uid) ?? 0) > REMEMBERED;
    seen.set(uid, Date.now());
    const isOpen = order.paidBy === null || order.paidBy === uid;
    order.paidBy ??= uid;
    if (isOpen && isNew) shipped.push(order.id);
  };
  const job: PaymentHandlers<Order> = {
    ...shop,
    paid: (payment) => {
      if (payment.order.paidBy === null) return shop.paid(payment);
    },
  };
  const placeOrder = async () => {
    const placed = await functions.placeOrder();
    tokens.add(placed.token);
    return placed;
  };
  const reconcile = async (): Promise<void> => {
    for (const token of tokens) {
      const status = await payments.checkouts.get(token).catch(() => undefined); // the next run asks again
      if (status && (await handlePayment(job, status)).is === "paid") tokens.delete(token);
    }
  };
  const fulfillments = (id: string): number => shipped.filter((each) => each === id).length;
  const options = { ...functions, placeOrder, reconcile, fulfillments, seed: 1 };
  const { failures, seenOnce } = await checkShop(options);
  const found = [...failures, ...seenOnce].map(({ law, story }) => [law, ...story.slice(-2)]);
  expect(found).toContainEqual([
    "An order is fulfilled at most once.",
    ...["other stories were played", "notification of the payment repeated: answered 200"],
  ]);
});
