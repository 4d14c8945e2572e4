/** A shop that holds the amount of an order, and captures it in parts when parcels leave. right-shops.test.ts searches it. */
import { expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox.ts";
import { freshState } from "../../support/fresh-state.ts";
import { openWithStaff } from "../shops/holds.ts";

test("three parcels capture three parts, and no fourth", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const { placeOrder, capture } = await openWithStaff(sandbox);
  const { orderId, token } = await placeOrder();
  await sandbox.pay(String(token));
  for (const amount of [9900, 2000, 1000]) await capture?.(String(orderId), amount, `parcel-${amount}`);
  await expect(capture?.(String(orderId), 1, "parcel")).rejects.toThrow("more than what is held");
  await sandbox.idle();
  expect(sandbox.deliveries.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200]);
});
