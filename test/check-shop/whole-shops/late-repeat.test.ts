/** A shop that forgets after some time which notifications it has seen, such as in a cache. */
import { checkShop } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { openMemoryShop } from "../../support/memory-shop.ts";

/** How long the shop remembers a notification, and the run lasts, in milliseconds. */
const [REMEMBERED, BUDGET] = [3000, 15_000];

test("a notification is repeated when the run ends", { timeout: 60_000 }, async () => {
  const { shop, functions } = await openMemoryShop();
  const seen = new Map<string, number>();
  const shipped: string[] = [];
  let isJob = false;
  shop.paid = ({ order, uid }) => {
    const isNew = Date.now() - (seen.get(uid) ?? 0) > REMEMBERED;
    seen.set(uid, Date.now());
    const isOpen = order.paidBy === null;
    order.paidBy ??= uid;
    if (order.paidBy === uid && (isJob ? isOpen : isNew)) shipped.push(order.id);
  };
  const reconcile = async (): Promise<void> => {
    isJob = true;
    await functions.reconcile();
    isJob = false;
  };
  const fulfillments = (id: string): number => shipped.filter((each) => each === id).length;
  const { failures, seenOnce } = await checkShop({ ...functions, reconcile, fulfillments, budget: BUDGET });
  const [found] = [...failures, ...seenOnce];
  expect(found?.law).toBe("An order is fulfilled at most once.");
  expect(found?.story.join()).toContain("repeated: answered 200");
});
